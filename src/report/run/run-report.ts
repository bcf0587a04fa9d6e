import type { Event } from '../../model/events.ts';
import type { Finding } from '../../model/finding.ts';
import type { ReviewSaid } from '../../model/review-said.ts';
import { each, type Job, type State } from '../../state/index.ts';
import { type Chronicle, lastFailure, type RunEntry } from '../chronicle.ts';
import { openDecisions } from '../decisions.ts';
import { eventWords } from '../event-words.ts';
import { convergenceLines } from '../convergence-lines.ts';
import { gateWords, type RunWord } from '../run-word.ts';
import { reviewLines } from '../review-lines.ts';
import { roleIn } from '../stage-words.ts';
import type { Titles } from '../say.ts';
import type { Calibrated } from '../who.ts';

/** A run as plain data: what every format of its report is written from, and what `report --format json` prints. */
export type RunReport = {
  readonly schemaVersion: 1;
  readonly epic: string;
  readonly status: RunWord;
  readonly gate: string;
  readonly epicBranch: string | null;
  readonly base: string;
  readonly tip: string;
  readonly startedAt: number | null;
  /** Of the last event. */
  readonly at: number;
  readonly costUsd: number;
  readonly tokens: number;
  readonly enforcement: 'enforced' | 'verified' | null;
  /** Where the requirements stand, a line each. */
  readonly requirements: readonly string[];
  readonly notes: readonly string[];
  /** What calibrations say of the critics, where there are any (BEYOND-04). */
  readonly calibrations: readonly string[];
  readonly decisions: ReturnType<typeof openDecisions>;
  /** What people said and did, oldest first. */
  readonly people: readonly Said[];
  readonly jobs: readonly JobReport[];
};

type Said = {
  readonly at: number;
  readonly by: string;
  readonly about: string | null;
  readonly words: string;
};

export type JobReport = {
  readonly id: string;
  readonly kind: Job['kind'];
  readonly title: string;
  readonly status: Job['status'];
  readonly attempts: number;
  readonly reason: string;
  readonly commit: string | null;
  readonly costUsd: number;
  readonly tokens: number;
  readonly stop: Job['stop'];
  readonly acceptedBy: string | null;
  readonly runs: readonly RunLine[];
  /** The end of what the run said that failed last; empty where the job is done. */
  readonly lastLines: readonly string[];
  readonly findings: readonly (Finding & { readonly run: number; readonly attempt: number })[];
};

type RunLine = {
  readonly run: number;
  readonly attempt: number;
  readonly who: string;
  readonly startedAt: number;
  readonly durationMs: number | null;
  readonly costUsd: number;
  readonly result: string;
  /** What a critic said besides its findings, a line each. */
  readonly said: readonly string[];
};

export type RunReportOptions = {
  readonly titles: Titles;
  readonly word: RunWord;
  readonly epicBranch: string | null;
  /** Findings of one run. */
  readonly findings: ReadonlyMap<number, readonly Finding[]>;
  /** What critics said in one run. */
  readonly reviews: ReadonlyMap<number, ReviewSaid>;
  readonly people: readonly Event[];
  readonly calibrated: Calibrated;
  /** The end of what a run said. */
  readonly lastLines: (run: number) => readonly string[];
};

export function runReport(state: State, chronicle: Chronicle, options: RunReportOptions): RunReport {
  const jobs = [...each(state.jobs)].filter((job) => job.kind === 'ticket' || job.status !== 'pending');
  return {
    schemaVersion: 1,
    epic: state.plan.epic,
    status: options.word,
    gate: gateWords(state, options.word),
    epicBranch: options.epicBranch,
    base: state.base,
    tip: state.tip,
    startedAt: chronicle.startedAt,
    at: state.at,
    costUsd: state.spent.usd,
    tokens: state.spent.tokens,
    enforcement: chronicle.inputs?.enforcement ?? null,
    requirements: convergenceLines(state),
    notes: chronicle.inputs?.notes ?? [],
    calibrations: state.critics.flatMap((critic) => options.calibrated(critic) ?? []),
    decisions: openDecisions(state, options.titles),
    people: options.people.flatMap((event) => ('by' in event ? [saidIn(event)] : [])),
    jobs: jobs.map((job) => jobReport(job, chronicle, options)),
  };
}

function saidIn(event: Event): Said {
  const by = 'by' in event && typeof event.by === 'string' ? event.by : '';
  return { at: event.at, by, about: 'ticket' in event ? event.ticket : null, words: eventWords(event) };
}

/** Events in which a person speaks; agents sign theirs otherwise. */
export function isPersonal(event: Event): boolean {
  return 'by' in event && typeof event.by === 'string' && event.type !== 'infrastructure_restored';
}

function jobReport(
  job: Job,
  chronicle: Chronicle,
  { titles, findings, reviews, lastLines }: RunReportOptions,
): JobReport {
  const history = chronicle.of(job.id);
  const failed = job.status === 'completed' ? undefined : lastFailure(history.runs);
  const runs = history.runs.filter(({ assigned }) => assigned.type !== 'wait_started');
  return {
    id: job.id,
    kind: job.kind,
    title: titles.get(job.id) ?? '',
    status: job.status,
    attempts: runs.length === 0 ? 0 : job.attempt + 1,
    reason: job.reason,
    commit: history.landedCommit ?? job.commit,
    costUsd: job.spent.usd,
    tokens: job.spent.tokens,
    stop: job.stop,
    acceptedBy: history.accepted.at(-1)?.by ?? null,
    runs: runs.map((entry) => runLine(job, entry, reviews.get(entry.run))),
    lastLines: failed === undefined ? [] : lastLines(failed.run),
    findings: runs.flatMap(({ run, assigned }) =>
      (findings.get(run) ?? []).map((finding) => ({ ...finding, run, attempt: assigned.attempt + 1 })),
    ),
  };
}

function runLine(job: Job, { run, assigned, ended }: RunEntry, review: ReviewSaid | undefined): RunLine {
  return {
    run,
    attempt: assigned.attempt + 1,
    who: roleIn(assigned.stage, job.kind),
    startedAt: assigned.at,
    durationMs: ended === null ? null : ended.at - assigned.at,
    costUsd: ended?.used.usd ?? 0,
    result: ended === null ? 'not over' : eventWords(ended),
    said: review === undefined ? [] : reviewLines(review),
  };
}
