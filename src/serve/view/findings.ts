import { type AuditTeamReport, findingsOf as openFindings, mergeAuditFindings } from '../../model/audit.ts';
import type { Feedback } from '../../model/feedback.ts';
import { type Finding, isPutBack } from '../../model/finding.ts';
import { wordsOf } from '../../model/report.ts';
import { reviewLines, whoFound } from '../../report/index.ts';
import type { Book } from '../book.ts';
import type { WireCheck, WireFinding } from '../wire.ts';

/** What one run left on disk that pages show. */
export type Left = {
  readonly findings: readonly WireFinding[];
  /** Findings beyond those: more of them on one page help nobody, but that there are more is said. */
  readonly more: number;
  readonly checks: readonly WireCheck[];
  /** What a critic said besides its findings. */
  readonly said: readonly string[];
};

const MOST = 500;

const known = new WeakMap<Book, Map<number, Left>>();

/** A run that has ended does not change, so it is read once. */
export function leftBy(book: Book, run: number, hasEnded: boolean): Left {
  let runs = known.get(book);
  if (runs === undefined) known.set(book, (runs = new Map()));
  const before = runs.get(run);
  if (before !== undefined) return before;
  const all = findingsOf(book, run);
  const left = {
    findings: all.slice(0, MOST),
    more: Math.max(0, all.length - MOST),
    checks: checksOf(book, run),
    said: saidIn(book, run),
  };
  if (hasEnded) runs.set(run, left);
  return left;
}

function saidIn({ desk }: Book, run: number): readonly string[] {
  const said = desk.record(run, 'review');
  return said === undefined ? [] : reviewLines(said);
}

/** What a run found, with what was set aside and why. */
function findingsOf({ desk }: Book, run: number): readonly WireFinding[] {
  const feedback = desk.record(run, 'feedback');
  const validation = desk.record(run, 'validation');
  const setAside = desk.record(run, 'setAside');
  return [
    ...(feedback?.findings ?? validation?.findings?.filter(isPutBack) ?? []).map((finding) =>
      wireFinding(finding, ''),
    ),
    ...findingsIn(desk.record(run, 'score')),
    ...criteriaFindings(feedback),
    ...(setAside ?? []).map((finding) =>
      wireFinding(finding, 'it could not be tied to the code at the reviewed commit'),
    ),
  ];
}

/** What an audit of a milestone or of the run left open, each problem once. */
function findingsIn(score: Partial<AuditTeamReport> | undefined): readonly WireFinding[] {
  return openFindings(mergeAuditFindings(score?.findings ?? [])).map((finding) => wireFinding(finding, ''));
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
  const { rule, severity, file, line, evidence, fix, fingerprint } = finding;
  const message = wordsOf(finding);
  return { by: whoFound(finding), rule, severity, file, line, message, evidence, fix, fingerprint, setAside };
}

/** The checks a run made, environment by environment. */
function checksOf({ desk }: Book, run: number): readonly WireCheck[] {
  const validation = desk.record(run, 'validation');
  return (validation?.cells ?? []).map(
    ({ check, environment, status, exitCode, flaky, details, ms = null }) => ({
      check,
      environment,
      status,
      exitCode,
      flaky,
      details: details.slice(0, 2000),
      ms,
    }),
  );
}
