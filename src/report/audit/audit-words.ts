import { newFindings } from '../findings/plain.ts';
import { isOpen } from '../../model/finding.ts';
import type { RequestCounts } from '../../../packages/scan/finding.ts';
import { countsOf, type Report } from '../../model/report.ts';
import { count, quoted } from '../say.ts';

/** `1 CRITICAL, 2 HIGH`, of what nobody left alone and the baseline does not know. */
export function countsText(audit: Report): string {
  const counts = Object.entries(countsOf(newFindings(audit)))
    .filter(([, many]) => many > 0)
    .map(([severity, many]) => `${many} ${severity}`);
  return counts.length === 0 ? 'none' : counts.join(', ');
}

/** What the default profile lists, how many findings are only hints, and how to see them. */
export function hintLines(audit: Report, command = 'gauntlet audit --profile all'): readonly string[] {
  if (audit.hints === undefined) return [];
  const { findings, rules, secrets } = audit.hints;
  const ids = audit.rules.map(({ id }) => id);
  const listed = ids.length > 4 ? count(ids.length, 'rule') : ids.join(', ');
  return [
    `listed: proven secrets${listed === '' ? '' : `, ${listed}`}`,
    `not listed: ${count(findings, 'hint')} of ${count(rules, 'rule')} with little proof (${command})`,
    // A review stops the same line in a change.
    ...(secrets > 0
      ? [`not listed: ${count(secrets, 'possible secret')} among the hints (gauntlet audit --family secret)`]
      : []),
  ];
}

/** What only agents can judge. */
export function notJudgedLines({ notComputed }: Report): readonly string[] {
  return notComputed.length === 0
    ? []
    : [`not checked without agents: ${notComputed.join(', ')} (gauntlet audit --depth standard)`];
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
  return [...(parts.length === 0 ? [] : [`suppressed: ${parts.join(', ')}`]), ...baselineLines(audit)];
}

function baselineLines({ baseline }: Report): readonly string[] {
  if (baseline === null) return [];
  const fixed = baseline.fixed.reduce((sum, each) => sum + each.count, 0);
  const drop = fixed === 0 ? '' : `, ${fixed} fixed (gauntlet audit --update-baseline removes them)`;
  return [`baseline ${quoted(baseline.file)}: ${baseline.known} known, ${baseline.new} new${drop}`];
}

export function leftText({ reason, count: many, examples }: Report['left'][number]): string {
  const names = examples.map((each) => quoted(each, 120)).join(', ');
  return `${many} ${quoted(reason)} (${names}${many > examples.length ? ', …' : ''})`;
}

/** `70 requests with a computed URL (XREF-001)`; of one, the first noun loses its plural. */
export function unresolvedText({ rule, what, count: many }: Report['unresolved'][number]): string {
  const one = what.replace(/ies\b|s\b/, (end) => (end === 'ies' ? 'y' : ''));
  return `${many} ${many === 1 ? one : what} (${rule})`;
}

/** What the rules had to go by: files by language, routes, entities, tests and requests, without zeros that say nothing; none where it was not counted. */
export function seenLines({ seen }: Pick<Report, 'seen'>): readonly string[] {
  if (seen === undefined) return [];
  const { languages, routes, entities, tests, requests } = seen;
  const most = Object.entries(languages).slice(0, 6);
  const files = most.map(([language, many]) => `${many} ${language}`).join(', ');
  const all = requests === undefined ? 0 : requests.resolved + requests.unknown + requests.elsewhere;
  const parts = [
    ...(routes === 0 ? [] : [count(routes, 'route')]),
    ...(entities === 0 ? [] : [count(entities, 'entity', 'entities')]),
    count(tests, 'test'),
    ...(requests === undefined || all === 0 ? [] : [requestsText(requests, all)]),
  ];
  return [`${files}; ${parts.join(', ')}`];
}

function requestsText({ resolved, unknown, elsewhere }: RequestCounts, all: number): string {
  return `${count(all, 'request')} (${resolved} resolved, ${unknown} unknown, ${elsewhere} to other servers)`;
}
