import { reviewReportData, type ReportFinding } from '../../formats/index.ts';
import { classRules } from '../../model/dimensions.ts';
import type { ResultEvent } from '../../model/events.ts';
import type { Finding } from '../../model/finding.ts';
import type { ReviewSaid } from '../../model/review.ts';
import { each, type Job, type State } from '../../state/index.ts';
import type { Chronicle, JobChronicle, RunEntry } from '../chronicle.ts';
import type { EpicState, EpicStateTicket, ReviewEntry } from './epic-state.ts';
import { isoTime } from '../say.ts';

/** What was written down about a review besides its verdict: score, blocking issues, the report itself. */
export type ReviewRecord = {
  readonly overallScore: number | null;
  readonly blockingIssues: number;
  readonly notes: string | null;
  readonly report: Readonly<Record<string, unknown>> | null;
};

type Judged = Extract<ResultEvent, { type: 'critic_pass' | 'critic_fail' }>;

/** What the file shows of a review: the founding report, also where the answer was not written as one. */
export function reviewRecordOf(said: ReviewSaid, { ticket, commit, at }: Judged): ReviewRecord {
  const { status, dimensionScores, revisionNotes, notes, reasons, more } = said;
  const blockingIssues = blockingIn(said);
  // Down, so that 74.9 does not read like a pass.
  const overallScore = said.overallScore === null ? null : Math.floor(said.overallScore);
  const dimensions = dimensionScores.flatMap(({ dimension: id, class: kind }) =>
    kind === undefined ? [] : [{ id, class: kind }],
  );
  const report = {
    ticket,
    commit,
    reviewedAt: time(at) ?? '',
    reviewer: more?.reviewer ?? '',
    status,
    overallScore,
    revisionCount: more?.revisionCount ?? 0,
    dimensionScores: Object.fromEntries(
      dimensionScores.map(({ dimension, score, reason = '' }) => [dimension, { score, reason }]),
    ),
    findings: (more?.findings ?? []).map((finding, at, all) => reportFinding(finding, said, at, all.length)),
    blockingIssues,
    revisionNotes,
    approved: status === 'pass',
    passCriteriaMet: {
      allCriticalDimensionsPass: more?.criteria.allCriticalPass ?? false,
      noBlockingIssues: more?.criteria.noBlockingIssues ?? false,
      overallScoreAboveThreshold: more?.criteria.overallAboveThreshold ?? false,
    },
  };
  const ours = { required_fixes: more?.requiredFixes ?? [], notes, reasons };
  return {
    overallScore,
    blockingIssues: blockingIssues.length,
    notes: revisionNotes,
    report: { ...reviewReportData(report, { dimensions }), ...ours },
  };
}

/** Where no number fails the work, each thing that the critic failed it for blocks it. */
function blockingIn({ blockingIssues, revisionNotes, more }: ReviewSaid): ReviewSaid['blockingIssues'] {
  if (blockingIssues.length > 0 || more?.criteria.noBlockingIssues !== false) return blockingIssues;
  const found = more.findings.map(({ rule, message, fix }) => ({
    dimension: rule === 'review' ? '' : rule,
    message,
    requiredAction: fix,
  }));
  const asked = more.requiredFixes.length > 0 ? more.requiredFixes : [revisionNotes ?? ''];
  return found.length > 0
    ? found
    : asked.map((message) => ({ dimension: '', message, requiredAction: message }));
}

/** A finding of a text names no dimension: the one that fails the review, if it is one. Its fix stands among the required ones. */
function reportFinding(finding: Finding, said: ReviewSaid, at: number, many: number): ReportFinding {
  const { rule, severity, file, line, message, fix } = finding;
  const fixes = said.more?.requiredFixes ?? [];
  const suggestion = fix || (fixes.length === many ? fixes[at] : fixes.join('; ')) || '';
  const dimension = rule === 'review' ? onlyFailing(said) : rule;
  return { dimension, severity, file, line, message, suggestion };
}

function onlyFailing({ dimensionScores }: ReviewSaid): string {
  const [only, ...more] = dimensionScores.filter(
    ({ score, class: kind }) => score !== null && kind !== undefined && score < classRules[kind].minimum,
  );
  return only === undefined || more.length > 0 ? '' : only.dimension;
}

export type ReviewRecords = (run: number) => ReviewRecord | undefined;

/** The run as `epic-state.json` has it: a view, from which nothing is ever read back (EPIC-09). */
export function epicStateOf(
  state: State,
  chronicle: Chronicle,
  records: ReviewRecords = () => undefined,
): EpicState {
  const tickets = new Map<string, EpicStateTicket>();
  for (const job of each(state.jobs)) {
    if (job.kind === 'ticket') tickets.set(job.id, ticketOf(job, chronicle.of(job.id), records));
  }
  return { tickets, extra: { epic: state.plan.epic } };
}

function ticketOf(job: Job, history: JobChronicle, records: ReviewRecords): EpicStateTicket {
  const reviews = history.runs.filter((entry) => entry.assigned.type === 'critic_dispatched');
  // An answer that was no verdict is no review.
  const judged = reviews.filter((entry) => /^(?:pass|fail)$/.test(reviewVerdict(entry) ?? ''));
  const latest = judged.at(-1);
  // Of the review under way; what came before it is in the history.
  const over = reviews.at(-1)?.ended === null ? undefined : latest;
  const round = latest === undefined ? [] : roundOf(latest, judged);
  const scores = round.flatMap(({ run }) => records(run)?.overallScore ?? []);
  const [decides] = round.toSorted((a, b) => strictness(a, records) - strictness(b, records));
  const report = decides === undefined ? null : (records(decides.run)?.report ?? null);
  return {
    status: job.status,
    revisionCount: job.attempt,
    reviewStartedAt: time(reviews.at(-1)?.assigned.at),
    // An answer that was no verdict did not complete the review that it was asked for.
    reviewCompletedAt: time(over === reviews.at(-1) ? over?.ended?.at : undefined),
    reviewApproved: over === undefined || decides === undefined ? null : isApproved(job, decides),
    reviewHistory: judged.map((entry) => entryOf(entry, records(entry.run))),
    // Of the report that decides, with the lowest score of its round (003#14).
    currentReviewReport:
      report && (scores.length === 0 ? report : { ...report, overall_score: Math.min(...scores) }),
    failureReason: job.status === 'failed' ? job.reason : null,
    completedAt: job.status === 'completed' ? time(history.landedAt ?? history.endedAt ?? undefined) : null,
    extra: {},
  };
}

/** The newest review of each critic that judged the commit of the latest one, in the same attempt. */
function roundOf({ assigned }: RunEntry, judged: readonly RunEntry[]): readonly RunEntry[] {
  const own = judged.filter(
    (entry) => entry.assigned.attempt === assigned.attempt && entry.assigned.commit === assigned.commit,
  );
  return [...new Map(own.map((entry) => [entry.assigned.seat, entry])).values()];
}

/** For sorting: a failed review comes first, because all critics must pass, and then the lower score. */
function strictness(entry: RunEntry, records: ReviewRecords): number {
  const hasPassed = reviewVerdict(entry) === 'pass';
  return (records(entry.run)?.overallScore ?? 101) + (hasPassed ? 1000 : 0);
}

/** A pass of an older commit is no approval of what is there now, nor is one of work that failed after it. */
function isApproved({ status, evidence, question }: Job, strictest: RunEntry): boolean {
  const hasFailed = status === 'failed' || question?.reason.endsWith('_failure_limit') === true;
  if (reviewVerdict(strictest) !== 'pass' || hasFailed) return false;
  return status === 'completed' || evidence.reviewed !== null;
}

function entryOf(entry: RunEntry, record: ReviewRecord | undefined): ReviewEntry {
  const findings = entry.ended?.type === 'critic_fail' ? entry.ended.findings.length : 0;
  return {
    attempt: entry.assigned.attempt,
    reviewedAt: time(entry.ended?.at),
    status: reviewVerdict(entry) ?? 'unknown',
    overallScore: record?.overallScore ?? null,
    blockingIssuesCount: record?.blockingIssues ?? findings,
    revisionNotes: record?.notes ?? null,
    extra: judgeOf(entry),
  };
}

/** Who judged, beside what the founding format knows. */
function judgeOf({ ended }: RunEntry): ReviewEntry['extra'] {
  if (ended === null || !('by' in ended) || ended.by === undefined) return {};
  const { agent, version, model } = ended.by;
  return { reviewed_by: { agent, version, model } };
}

function time(at: number | undefined): string | null {
  return at === undefined ? null : (isoTime(at) ?? null);
}

type ReviewVerdict = 'pass' | 'fail' | 'unknown';

/** What a critic's run came to; undefined for runs that are no reviews, or are not over. */
export function reviewVerdict({ assigned, ended }: RunEntry): ReviewVerdict | undefined {
  if (assigned.type !== 'critic_dispatched' || ended === null) return undefined;
  if (ended.type === 'critic_pass') return 'pass';
  return ended.type === 'critic_fail' ? 'fail' : 'unknown';
}
