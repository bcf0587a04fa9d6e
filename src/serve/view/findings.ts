import type { Feedback } from '../../model/feedback.ts';
import type { Finding } from '../../model/finding.ts';
import { whoWords } from '../../report/index.ts';
import type { Book } from '../book.ts';
import type { WireCheck, WireFinding } from '../wire.ts';

/** More of them on one page help nobody. */
const MOST = 500;

/** What a run found, with what was set aside and why. */
export function findingsOf({ desk }: Book, run: number): readonly WireFinding[] {
  const feedback = desk.record(run, 'feedback') as Partial<Feedback> | undefined;
  const setAside = desk.record(run, 'setAside') as readonly Finding[] | undefined;
  return [
    ...(feedback?.findings ?? []).map((finding) => wireFinding(finding, '')),
    ...criteriaFindings(feedback),
    ...(setAside ?? []).map((finding) =>
      wireFinding(finding, finding.refuted ?? 'it could not be tied to anything at the judged commit'),
    ),
  ].slice(0, MOST);
}

/** What an audit or the merge says without a place. */
function criteriaFindings(feedback: Partial<Feedback> | undefined): readonly WireFinding[] {
  if (feedback === undefined) return [];
  const bare = {
    by: feedback.kind ?? '',
    file: '',
    line: 0,
    evidence: '',
    fingerprint: '',
    setAside: '',
  };
  const severity = feedback.priority ?? 'HIGH';
  return [
    ...(feedback.failedCriteria ?? []).map(({ criterion, reason }) => ({
      ...bare,
      rule: criterion,
      severity,
      message: reason,
      fix: '',
    })),
    ...(feedback.blockingIssues ?? []).map(({ dimension, message, requiredAction }) => ({
      ...bare,
      rule: dimension,
      severity,
      message,
      fix: requiredAction,
    })),
  ];
}

function wireFinding(finding: Finding, setAside: string): WireFinding {
  const { source, rule, severity, file, line, message, evidence, fix, fingerprint } = finding;
  const by = source.by === undefined ? source.name || source.kind : `${source.kind}, ${whoWords(source.by)}`;
  return { by, rule, severity, file, line, message, evidence, fix, fingerprint, setAside };
}

/** The checks a run made, environment by environment. */
export function checksOf({ desk }: Book, run: number): readonly WireCheck[] {
  const validation = desk.record(run, 'validation') as { readonly cells?: readonly WireCheck[] } | undefined;
  return (validation?.cells ?? []).map(({ check, environment, status, exitCode, flaky, details }) => ({
    check,
    environment,
    status,
    exitCode,
    flaky,
    details: details.slice(0, 2000),
  }));
}
