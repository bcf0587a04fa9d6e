import type { AuditHealth } from '../model/audit.ts';
import type { Claim, BlockReason, Choice, FailureKind, ResultEvent, Stage, Status } from '../model/events.ts';
import type { CountedRequirements } from '../model/convergence.ts';
import type { CheckEvidence } from '../model/evidence.ts';
import type { CriticName } from '../model/provenance.ts';
import type { Severity } from '../model/severity.ts';
import { nothingSpent, type Spend } from '../model/usage.ts';
import type { Review } from './review.ts';

/**
 * A job is anything the coordinator drives to an end: a ticket, the baseline measurement, an audit, a fix group, a
 * remediation, the review of a branch. Tickets, fixes and remediations are changes and pass the same gate; that they share one record and one
 * set of stages is what keeps anything from landing past it (P10).
 */
export const jobKinds = ['ticket', 'baseline', 'audit', 'fix', 'remediation', 'review'] as const;

export type JobKind = (typeof jobKinds)[number];

/** One place in a stage: the developer, one of several critics, one auditor of the team. */
export type Seat = {
  readonly state: 'waiting' | 'running' | 'parked' | 'done';
  /** The run whose result counts. Anything else that arrives is late, doubled or forged. */
  readonly run: number;
  readonly tries: number;
  readonly clarifications: number;
  readonly parks: number;
  readonly secondOpinions: number;
  /** Its critic passed the work without scores and was asked for them. */
  readonly scoresAsked: boolean;
  readonly since: number;
  readonly reserved: Spend;
  readonly outcome: ResultEvent | null;
  /** Why nobody is asked again for it; left out while somebody is. */
  readonly gaveUp?: { readonly because: string; readonly lacks?: 'answer' | undefined };
};

/** What was computed or decided about one exact commit; evidence about another commit is no evidence. */
export type JobEvidence = {
  readonly validated: string | null;
  readonly validatedTree: string | null;
  /** What the checks that ran last rest on, on the commit or on its merge. */
  readonly checks: readonly CheckEvidence[];
  /** Checks that did not run on it, because the change did not need them. */
  readonly spared: readonly string[];
  readonly reviewed: string | null;
  /** The critics whose passes `reviewed` rests on. */
  readonly passedBy: readonly CriticName[];
  readonly audited: string | null;
  /** How many claims of auditors about this commit the coordinator has refuted (REAL-05). */
  readonly refuted: number;
  /** A person took the risk: who and why. */
  readonly accepted: { readonly by: string; readonly why: string } | null;
};

/** The merge of ticket and epic tip that is on its way to land. */
export type Candidate = {
  readonly commit: string;
  readonly tree: string;
  readonly gated: boolean;
  /** Others changed the same files: the critic judges the merge once its checks have passed (REAL-08). */
  readonly overlapping: boolean;
  /** The checks that it needs; empty where nobody said. */
  readonly checks: readonly string[];
  /** Landing gates whose results on this tree are taken over. */
  readonly runs: readonly number[];
  /** A check was red once: another run confirms it, and nobody is merged onto it meanwhile. */
  readonly suspect: boolean;
  /** When its gate began; null before. */
  readonly gatedSince: number | null;
};

export type TeamReport = Extract<ResultEvent, { type: 'team_auditor_reported' }>;

export type Audit = {
  /** Index of the milestone, or -1 for the run as a whole. */
  readonly scope: number;
  readonly round: number;
  readonly recoveries: number;
  /** The requirements document as it was counted last; null without one. */
  readonly requirements: CountedRequirements | null;
  /** A recovery review was due and gave no usable answer: nobody has reviewed the requirements (TEAM-24). */
  readonly unreviewed: boolean;
  /** What the last score came to, and the health that goes with it; null before the first. */
  readonly score: number | null;
  readonly health: AuditHealth | null;
  readonly phase: 'idle' | 'judging' | 'fixing' | 'landing' | 'over';
  readonly move: 'passed' | 'fix' | 'stop' | null;
  /** Findings that fail an audit of what is there whatever its score, and from which severity on. */
  readonly failing: number;
  readonly failOn: Severity | null;
  /** A person has allowed one more review cycle, and no score has used it yet. */
  readonly allowed: boolean;
  /** What a person is to be asked about used-up review cycles before the next round of fixes; null where nothing is. */
  readonly asks: string | null;
  /** An auditor gave no report, so whatever the score says is not known (TEAM-01). */
  readonly silent: boolean;
  readonly groups: number;
  /** By seat, the report that the last score rests on; null where there was none. */
  readonly reports: readonly (TeamReport | null)[];
  /** Fix jobs of the current round that are not yet at rest. */
  readonly openFixes: number;
  readonly fixes: readonly number[];
  readonly outcome: 'passed' | 'accepted' | 'failed' | 'off' | 'skipped' | null;
};

export type OpenQuestion = {
  /** The event that asked: an answer names it, so that one meant for an older question is not taken for this one. */
  readonly id: number;
  readonly reason: string;
  readonly options: readonly Choice[];
};

export type DecisionAnswer = {
  /** Why the question was asked. */
  readonly reason: string;
  readonly choice: Choice;
  readonly by: string;
  readonly why: string;
};

/** How a person took a ticket out of the run. */
export type Stop = {
  readonly how: 'cancelled' | 'skipped' | 'undone';
  /** Those who need it go on without it. */
  readonly released: boolean;
  readonly by: string;
  readonly why: string;
};

export type Job = {
  readonly index: number;
  readonly id: string;
  readonly kind: JobKind;
  readonly status: Status;
  readonly blocked: BlockReason | null;
  /** The stage it is in or will be in next; null while it waits for something else. */
  readonly stage: Stage | null;
  readonly seats: readonly Seat[];
  readonly claim: Claim | null;
  readonly attempt: number;
  /** Extra rounds granted by a person. */
  readonly grants: number;
  /** How often a person had the same thing tried again, which is no new round of the work. */
  readonly repeats: number;
  readonly failures: Readonly<Record<FailureKind, number>>;
  /** What the work was last sent back for; null until it was. */
  readonly sentBackFor: FailureKind | null;
  readonly questions: number;
  readonly waits: number;
  readonly infrastructureReturns: number;
  readonly commit: string | null;
  readonly tree: string | null;
  /** The commit of the last attempt that was sent back: handing it in again changes nothing. */
  readonly rejected: string | null;
  /** It was brought as a branch: nobody develops it. */
  readonly adopted: boolean;
  /** The ticket's own commit when `commit` is a merge that a critic is asked to look at again. */
  readonly mergedFrom: string | null;
  readonly evidence: JobEvidence;
  /** Of the last review, the lowest of its critics; null where none gave scores. */
  readonly score: number | null;
  /** Milliseconds that its slowest critic took. */
  readonly reviewMs: number;
  readonly candidate: Candidate | null;
  /** How often a red landing gate turned out to be a check that is flaky without it. */
  readonly acquittals: number;
  /** True while nobody else may develop on overlapping files. */
  readonly holds: boolean;
  /** Its place in the order of becoming ready; -1 when it is not waiting for its first developer slot. */
  readonly age: number;
  /** Dependencies that have not landed, plus one while its milestone is closed. */
  readonly waitingOn: number;
  readonly spent: Spend;
  /** Milliseconds that agents and checks worked on it; waiting for people or limits is not in it. */
  readonly busy: number;
  readonly question: OpenQuestion | null;
  readonly answer: DecisionAnswer | null;
  /** A person has stopped it; it ends as soon as nothing of it runs, and stays on record. */
  readonly stop: Stop | null;
  readonly audit: Audit | null;
  readonly review: Review | null;
  /** For a fix: the audit job it belongs to. */
  readonly owner: number;
  readonly reason: string;
};

/** A job while one event is folded into it: a copy that nobody else has seen yet. */
export type NextJob = { -readonly [Key in keyof Job]: Job[Key] };

/** Seats of which one is another. Most stages have one seat. */
export function withSeat(seats: readonly Seat[], index: number, seat: Seat): readonly Seat[] {
  return seats.length === 1 && index === 0 ? [seat] : seats.with(index, seat);
}

export const noFailures: Readonly<Record<FailureKind, number>> = {
  review: 0,
  audit: 0,
  validation: 0,
  incomplete: 0,
  landing: 0,
};

export const noEvidence: JobEvidence = {
  validated: null,
  validatedTree: null,
  checks: [],
  spared: [],
  reviewed: null,
  passedBy: [],
  audited: null,
  refuted: 0,
  accepted: null,
};

export const freshSeat: Seat = {
  state: 'waiting',
  run: -1,
  tries: 0,
  clarifications: 0,
  parks: 0,
  secondOpinions: 0,
  scoresAsked: false,
  since: 0,
  reserved: nothingSpent,
  outcome: null,
};

export function newJob(index: number, id: string, kind: JobKind): Job {
  return {
    index,
    id,
    kind,
    status: 'pending',
    blocked: null,
    stage: null,
    seats: [],
    claim: null,
    attempt: 0,
    grants: 0,
    repeats: 0,
    failures: noFailures,
    sentBackFor: null,
    questions: 0,
    waits: 0,
    infrastructureReturns: 0,
    commit: null,
    tree: null,
    rejected: null,
    adopted: false,
    mergedFrom: null,
    evidence: noEvidence,
    score: null,
    reviewMs: 0,
    candidate: null,
    acquittals: 0,
    holds: false,
    age: -1,
    waitingOn: 0,
    spent: nothingSpent,
    busy: 0,
    question: null,
    answer: null,
    stop: null,
    audit: null,
    review: null,
    owner: -1,
    reason: '',
  };
}

/** A job is settled when it will not move again by itself or by a person's answer. */
export function isSettled(job: Job): boolean {
  if (job.status === 'completed' || job.status === 'failed') return true;
  return (
    job.status === 'blocked' && job.blocked === 'dependency' && job.question === null && job.stage === null
  );
}

/** A person has stopped it, and it has not come to its end yet. */
export function isStopping(job: Job): boolean {
  return job.stop !== null && job.status !== 'failed' && job.status !== 'completed';
}

/** A fix that has passed and waits for the rest of its round (TEAM-18). */
export function isHeld(job: Job): boolean {
  return job.kind === 'fix' && job.status === 'landing' && job.stage === null;
}

/** Whether the critic judges the merge of passed work with what has landed meanwhile. */
export function isMergeReview(job: Job): boolean {
  return job.stage === 'review' && job.mergedFrom !== null;
}

/** Failed attempts of every kind that counts against the ticket; landing has a bound of its own. */
export function failedAttempts(job: Job): number {
  const { review, audit, validation, incomplete } = job.failures;
  return review + audit + validation + incomplete;
}
