import { newFindings } from '../findings/plain.ts';
import { isOpen } from '../../model/finding.ts';
import { countsOf, type Report } from '../../model/report.ts';
import { count, quoted } from '../say.ts';

export type AuditVerdictWords = {
  readonly word: 'PASSED' | 'FAILED' | 'NOT COMPUTED';
  readonly tint: 'good' | 'error' | 'warning';
  readonly because: string;
};

/** One word and why: what could not be judged whole is never called passed. */
export function verdictOf(audit: Report): AuditVerdictWords {
  const { failing, failOn, crashes, baseline } = audit;
  const fresh = baseline === null ? '' : 'new ';
  if (failing > 0) {
    const what = count(failing, `${fresh}finding`);
    return { word: 'FAILED', tint: 'error', because: `${what} at ${failOn} or worse` };
  }
  if (crashes.length > 0) {
    const because = `${count(crashes.length, 'rule or file', 'rules or files')} could not be judged`;
    return { word: 'NOT COMPUTED', tint: 'warning', because };
  }
  if (audit.rules.length === 0)
    return { word: 'NOT COMPUTED', tint: 'warning', because: 'no enabled rule applies to these files' };
  if (audit.scanned.files === 0)
    return { word: 'NOT COMPUTED', tint: 'warning', because: 'there was nothing to scan' };
  return { word: 'PASSED', tint: 'good', because: `no ${fresh}finding at ${failOn} or worse` };
}

/** `1 CRITICAL, 2 HIGH`, of what nobody left alone and the baseline does not know. */
export function countsText(audit: Report): string {
  const counts = Object.entries(countsOf(newFindings(audit)))
    .filter(([, many]) => many > 0)
    .map(([severity, many]) => `${many} ${severity}`);
  return counts.length === 0 ? 'none' : counts.join(', ');
}

export function scoresText({ health, overallScore, scores, notComputed }: Report): string {
  const each = Object.entries(scores).map(([auditor, score]) => `${auditor} ${score.toFixed(2)}`);
  const detail = each.length === 0 ? '' : ` (${each.join(', ')})`;
  const missing = notComputed.length === 0 ? '' : `; not computed: ${notComputed.join(', ')}`;
  return `health ${health}, score ${overallScore.toFixed(2)}${detail}${missing}`;
}

/** What is left alone, and what the baseline knows. */
export function standingLines(audit: Report): readonly string[] {
  const left = audit.findings.filter((finding) => !isOpen(finding));
  const waived = left.filter(({ excuse }) => excuse?.kind === 'waiver').length;
  const inline = left.length - waived;
  const parts = [
    ...(inline > 0 ? [`${inline} with a reason in the code`] : []),
    ...(waived > 0 ? [`${waived} waived for a time`] : []),
  ];
  return [...(parts.length === 0 ? [] : [`left alone: ${parts.join(', ')}`]), ...baselineLines(audit)];
}

function baselineLines({ baseline }: Report): readonly string[] {
  if (baseline === null) return [];
  const fixed = baseline.fixed.reduce((sum, each) => sum + each.count, 0);
  const drop = fixed === 0 ? '' : `, ${fixed} fixed (gauntlet audit --update-baseline takes them off)`;
  return [`baseline ${quoted(baseline.file)}: ${baseline.known} known, ${baseline.new} new${drop}`];
}

export function leftText({ reason, count: many, examples }: Report['left'][number]): string {
  const names = examples.map((each) => quoted(each, 120)).join(', ');
  return `${many} ${quoted(reason)} (${names}${many > examples.length ? ', …' : ''})`;
}
