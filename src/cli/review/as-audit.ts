import type { Finding } from '../../model/finding.ts';
import { redAtBaseLine } from '../../model/red-at-base.ts';
import type { ScanAudit, ScanAuditFinding, ScanAuditRule } from '../../model/scan-audit.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { decidedLines } from '../../report/index.ts';
import type { ReviewResult } from './result.ts';

/** A review in the shape of an audit, for the formats that other programs read: never better there than its exit code. */
export function asAudit(result: ReviewResult, failOn: Severity): ScanAudit {
  const isAccepted = result.status === 'accepted';
  const accepted = isAccepted ? decidedLines(result).join('') || 'accepted by a person' : null;
  const findings = [
    ...result.findings.map((finding) => shown(finding, accepted)),
    ...result.dismissed.map((finding) => shown(finding, 'dismissed or waived before')),
    ...result.setAside.map((finding) => shown(finding, 'set aside: it could not be tied to the code')),
  ];
  const open = findings.filter(({ suppressed }) => suppressed === null);
  const failing = open.filter(({ severity }) => isAtLeast(severity, failOn)).length;
  const crashes = notPassed(result, failing).map((because) => ({ rule: 'review', file: '', because }));
  const isPassed = failing === 0 && crashes.length === 0;
  return {
    health: isPassed ? 'passed' : failing > 0 ? 'needs-fixes' : 'unknown',
    overallScore: isPassed ? 1 : 0,
    scores: {},
    findings,
    counts: countsIn(open),
    scanned: { files: result.files, bytes: 0 },
    notComputed: [],
    durationMs: result.durationMs,
    failOn,
    failing,
    ...(accepted === null ? {} : { accepted }),
    prefix: '',
    since: { ref: result.base, files: result.files },
    baseline: null,
    notes: [...result.redAtBase.map(redAtBaseLine), ...result.notes],
    left: [],
    unresolved: [],
    crashes,
    rules: [...(isPassed ? [passedRule(result.base, accepted)] : []), ...rulesOf(findings)],
  };
}

/** What keeps the review from being a pass beside the findings; readers see these files without the exit code. */
function notPassed(
  { status, exitCode, notComputed, decision }: ReviewResult,
  failing: number,
): readonly string[] {
  if (notComputed.length > 0) return notComputed;
  if (exitCode === 0 || failing > 0) return [];
  return [`${status}${decision === null ? '' : `: ${decision.because}`}`];
}

/** One finding as formats of an audit have it. */
export function shown(finding: Finding, suppressed: string | null): ScanAuditFinding {
  const { rule, severity, file, line, evidence, fingerprint, fix, source, reportedBy } = finding;
  return {
    rule,
    severity,
    file,
    line,
    message: toldOf(finding),
    evidence,
    fingerprint,
    // A machine that looked is surer than an agent that says so.
    confidence: source.kind === 'scan' || source.kind === 'gate' ? 'high' : 'medium',
    suppressed,
    excuse: suppressed === null ? null : { kind: 'beside' },
    family: source.name,
    fix,
    baseline: null,
    ...(reportedBy === undefined ? {} : { reportedBy }),
  };
}

/** These formats have one text for description, problem and impact. */
function toldOf({ title, message, impact = '' }: Finding): string {
  const parts = [
    ...(title === undefined ? [] : [title]),
    message,
    ...(impact === '' ? [] : [`Impact: ${impact}`]),
  ];
  return parts.map((part, index) => (index < parts.length - 1 ? part.replace(/\.?$/, '.') : part)).join(' ');
}

/** What passed, for readers to whom a file without cases says that nothing was looked at. */
function passedRule(base: string, accepted: string | null): ScanAuditRule {
  return {
    id: 'review',
    family: 'review',
    severity: 'HIGH',
    title: accepted === null ? `Nothing has to be fixed against ${base}` : `Open findings ${accepted}`,
    why: 'What a review finds has to be looked at before it is merged.',
    fix: 'Nothing to do.',
    confidence: 'high',
  };
}

/** Agents name their own categories, so the list of rules follows from what was found. */
export function rulesOf(findings: readonly ScanAuditFinding[]): readonly ScanAuditRule[] {
  const rules = new Map<string, ScanAuditRule>();
  for (const { rule, family, severity, message, fix, confidence } of findings)
    if (!rules.has(rule))
      rules.set(rule, { id: rule, family, severity, title: rule, why: message, fix, confidence });
  return [...rules.values()];
}

export function countsIn(open: readonly ScanAuditFinding[]): ScanAudit['counts'] {
  const count = (wanted: Severity): number => open.filter(({ severity }) => severity === wanted).length;
  return {
    CRITICAL: count('CRITICAL'),
    HIGH: count('HIGH'),
    MEDIUM: count('MEDIUM'),
    LOW: count('LOW'),
    INFO: count('INFO'),
  };
}
