import type { Event, Stage } from '../../model/events.ts';
import type { Finding } from '../../model/finding.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { ReviewSaid } from '../../model/review.ts';
import { each, type Job, type State } from '../../state/index.ts';
import { boardOf } from '../live/board.ts';
import { type Chronicle, lastFailure, putBackIn, type RunEntry } from '../chronicle.ts';
import { costWords } from '../cost.ts';
import { openDecisions } from '../status/decisions.ts';
import { eventWords } from '../event-words.ts';
import { convergenceLines } from '../convergence-lines.ts';
import { landingSummary } from '../status/landing.ts';
import { baseLines, runOutcome, type RunWord } from '../outcome.ts';
import { reviewLines } from '../review/review-words.ts';
import { roleIn } from '../stage-words.ts';
import { count, type Titles } from '../say.ts';
import { type Calibrated, trackRecordWords } from '../who.ts';

/** A run as plain data: what every format of its report is written from, and what `report --format json` prints. */
export type RunReport = {
  readonly schemaVersion: 1;
  readonly epic: string;
  readonly status: RunWord;
  readonly outcome: Outcome;
  readonly epicBranch: string | null;
  readonly base: string;
  readonly tip: string;
  /** What landed, by file; null where git does not say. */
  readonly diff: DiffStat | null;
  readonly startedAt: number | null;
  /** Of the last event. */
  readonly at: number;
  readonly costUsd: number;
  readonly tokens: number;
  /** In words, with the part that no agent has reported. */
  readonly cost: string;
  /** How many landing gates ran, and what those that were void cost; empty where none ran side by side. */
  readonly landing: string;
  /** Checks that are red at base, a line each. */
  readonly redAtBase: readonly string[];
  readonly counts: ReturnType<typeof boardOf>['counts'];
  readonly enforcement: 'enforced' | 'verified' | null;
  /** The files that judged, by their hashes; null where the journal does not say. */
  readonly judges: Pick<NonNullable<Chronicle['inputs']>, 'epicFile' | 'configFile' | 'agents'> | null;
  /** Where the requirements stand, a line each. */
  readonly requirements: readonly string[];
  readonly notes: readonly string[];
  /** How often the passes of each critic held (FLOW-14), and what its calibration says. */
  readonly critics: readonly string[];
  /** What calibrations say of the critics, where there are any (BEYOND-04). */
  readonly calibrations: readonly string[];
  readonly decisions: ReturnType<typeof openDecisions>;
  /** What people said and did, oldest first. */
  readonly people: readonly Said[];
  readonly jobs: readonly JobReport[];
};

/** Lines added and removed; null for a binary file. */
export type DiffStat = readonly {
  readonly path: string;
  readonly added: number | null;
  readonly removed: number | null;
}[];

/** `3 files changed, +10 −2`. */
export function diffTotal(diff: DiffStat): string {
  const sum = (side: 'added' | 'removed'): number => diff.reduce((all, file) => all + (file[side] ?? 0), 0);
  return `${count(diff.length, 'file')} changed, +${sum('added')} −${sum('removed')}`;
}

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
  /** false where review is switched off for it (P2). */
  readonly judged: boolean;
  readonly landed: string | null;
  readonly endedAt: number | null;
  readonly busyMs: number;
  readonly sentBack: readonly { readonly kind: string; readonly because: string }[];
  /** What each check of its last commit rests on. */
  readonly evidence: Job['evidence']['checks'];
  /** Files that it changed without leave, and that were put back. */
  readonly putBack: readonly string[];
  readonly acceptedBy: string | null;
  /** Risks that people accepted, with their reasons. */
  readonly accepted: readonly { readonly by: string; readonly why: string }[];
  readonly runs: readonly RunLine[];
  /** The end of what the run said that failed last; empty where the job is done. */
  readonly lastLines: readonly string[];
  readonly findings: readonly (Finding & { readonly run: number; readonly attempt: number })[];
  /** Findings of judges that could not be tied to anything and were not sent on; they are shown, not hidden. */
  readonly setAside: readonly Finding[];
};

type RunLine = {
  readonly run: number;
  readonly attempt: number;
  readonly stage: Stage;
  readonly who: string;
  readonly startedAt: number;
  readonly durationMs: number | null;
  readonly costUsd: number;
  readonly result: string;
  /** What a critic said besides its findings, a line each. */
  readonly said: readonly string[];
};

/** Findings of one run, those that were set aside, and what a critic said besides. */
export type LeftByRun = {
  readonly findings: readonly Finding[];
  readonly setAside: readonly Finding[];
  readonly said: ReviewSaid | undefined;
};

export type RunReportOptions = {
  readonly diff: DiffStat | null;
  readonly titles: Titles;
  readonly word: RunWord;
  readonly epicBranch: string | null;
  /** What the records of a run hold. */
  readonly left: (run: number) => LeftByRun;
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
    outcome: runOutcome(state, options.word),
    epicBranch: options.epicBranch,
    base: state.base,
    tip: state.tip,
    diff: options.diff,
    startedAt: chronicle.startedAt,
    at: state.at,
    costUsd: state.spent.usd,
    tokens: state.spent.tokens,
    cost: costWords(state),
    landing: landingSummary(state),
    redAtBase: baseLines(state),
    counts: boardOf(state).counts,
    enforcement: chronicle.inputs?.enforcement ?? null,
    judges: judgesIn(chronicle),
    requirements: convergenceLines(state),
    notes: chronicle.inputs?.notes ?? [],
    critics: state.critics.flatMap((critic) => [
      trackRecordWords(critic),
      ...[options.calibrated(critic) ?? []].flat(),
    ]),
    calibrations: state.critics.flatMap((critic) => options.calibrated(critic) ?? []),
    decisions: openDecisions(state, options.titles),
    people: options.people.flatMap((event) => ('by' in event ? [saidIn(event)] : [])),
    jobs: jobs.map((job) => jobReport(state, job, chronicle, options)),
  };
}

function judgesIn({ inputs }: Chronicle): RunReport['judges'] {
  if (inputs === null) return null;
  const { epicFile, configFile, agents } = inputs;
  return { epicFile, configFile, agents };
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
  state: State,
  job: Job,
  chronicle: Chronicle,
  { titles, left, lastLines }: RunReportOptions,
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
    judged: job.kind !== 'ticket' || state.plan.tickets[job.index]?.review !== false,
    landed: history.landedCommit,
    endedAt: history.endedAt,
    busyMs: job.busy,
    sentBack: history.sentBack.map(({ kind, because }) => ({ kind, because })),
    evidence: job.evidence.checks,
    putBack: putBackIn(history),
    accepted: history.accepted.map(({ by, why }) => ({ by, why })),
    acceptedBy: history.accepted.at(-1)?.by ?? null,
    runs: runs.map((entry) => runLine(job, entry, left(entry.run).said)),
    lastLines: failed === undefined ? [] : lastLines(failed.run),
    findings: runs.flatMap(({ run, assigned }) =>
      left(run).findings.map((finding) => ({ ...finding, run, attempt: assigned.attempt + 1 })),
    ),
    setAside: runs.flatMap(({ run }) => left(run).setAside),
  };
}

function runLine(job: Job, { run, assigned, ended }: RunEntry, review: ReviewSaid | undefined): RunLine {
  return {
    run,
    attempt: assigned.attempt + 1,
    stage: assigned.stage,
    who: roleIn(assigned.stage, job.kind),
    startedAt: assigned.at,
    durationMs: ended === null ? null : ended.at - assigned.at,
    costUsd: ended?.used.usd ?? 0,
    result: ended === null ? 'not over' : eventWords(ended),
    said: review === undefined ? [] : reviewLines(review),
  };
}
