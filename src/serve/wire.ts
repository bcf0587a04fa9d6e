import type { Choice, Stage, Status } from '../model/events.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Severity } from '../model/severity.ts';
import type { Budget, Spend } from '../model/usage.ts';
import type { LinkValue } from '../report/index.ts';
import type { SteeringAct } from './steering-acts.ts';

/** What the server answers and the pages read. Every text in it has gone through the one sanitiser. */
export const schemaVersion = 1;

export type StepState = 'done' | 'running' | 'failed' | 'waiting' | 'skipped';

/** One part of the bar of a ticket: a station of the gate and how it stands for the commit at hand. */
export type GateStep = { readonly stage: Stage; readonly state: StepState };

export type AtWork = { readonly role: string; readonly agent: string; readonly since: number };

/** Where a job stands. `why` says why it does not move; empty while it does. */
export type JobRow = {
  readonly id: string;
  readonly kind: 'ticket' | 'baseline' | 'audit' | 'fix' | 'remediation' | 'review';
  readonly title: string;
  readonly status: Status;
  readonly bucket: 'done' | 'running' | 'waiting' | 'blocked' | 'deciding' | 'failed';
  readonly stage: Stage | null;
  readonly attempt: number;
  readonly rounds: number;
  readonly steps: readonly GateStep[];
  readonly atWork: readonly AtWork[];
  readonly usd: number;
  readonly tokens: number;
  readonly busy: number;
  readonly milestone: string;
  readonly needs: readonly string[];
  readonly why: string;
};

export type OfferedAnswer = {
  readonly choice: Choice;
  readonly consequence: string;
  readonly command: string;
  readonly needsReason: boolean;
};

export type TriedRound = {
  readonly attempt: number;
  readonly kind: string;
  readonly because: string;
  readonly findings: readonly WireFinding[];
};

export type WireDecision = {
  readonly ticket: string;
  readonly title: string;
  /** The event that asked. */
  readonly question: number;
  readonly askedAt: number;
  readonly reason: string;
  readonly because: string;
  /** Tickets that wait for the answer: the first of them, and how many there are. */
  readonly blocks: readonly string[];
  readonly blocked: number;
  /** What its checks rest on, a line each. */
  readonly evidence: readonly string[];
  readonly answers: readonly OfferedAnswer[];
};

export type RunView = {
  readonly epic: string;
  readonly title: string;
  /** A coordinator is at work. */
  readonly held: boolean;
  readonly outcome: Outcome;
  readonly phase: string;
  readonly startedAt: number | null;
  readonly at: number;
  readonly branch: string | null;
  readonly base: string;
  /** The name of the branch that it started from. */
  readonly baseRef: string;
  /** The commit that its result is at. */
  readonly tip: string;
  /** What may be asked of the whole run now. */
  readonly acts: readonly SteeringAct[];
  /** Other machines work on it too. */
  readonly isShared: boolean;
  readonly counts: Readonly<Record<JobRow['bucket'], number>>;
  readonly spent: Spend;
  readonly reserved: Spend;
  readonly budget: Budget;
  readonly blocked: number;
  readonly infrastructure: string;
  readonly notes: readonly string[];
  /** A person has paused it; null where nobody has. */
  readonly paused: { readonly by: string; readonly why: string } | null;
  readonly developers: number;
  /** Candidates on their way to land, in the order of their seats. */
  readonly landing: readonly LinkValue[];
};

/** All that the first look needs. `seq` is the last event in it: the stream goes on after that. */
export type StateView = {
  readonly schemaVersion: typeof schemaVersion;
  readonly seq: number;
  readonly repository: string;
  readonly epics: readonly string[];
  readonly readOnly: boolean;
  readonly person: string;
  readonly run: RunView;
  readonly decisions: readonly WireDecision[];
  readonly rows: readonly JobRow[];
};

/** What changed since the last one: whole rows, so applying one twice or late does no harm. */
export type Patch = Pick<StateView, 'seq' | 'run' | 'decisions' | 'rows'>;

export type WireEvent = {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly ticket: string;
  readonly words: string;
};

export type HistoryView = { readonly last: number; readonly events: readonly WireEvent[] };

export type WireFinding = {
  readonly by: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly evidence: string;
  readonly fix: string;
  readonly fingerprint: string;
  /** Why it does not count; empty where it does. */
  readonly setAside: string;
};

export type WireCheck = {
  readonly check: string;
  readonly environment: string;
  readonly status: 'PASS' | 'FAIL' | 'BROKEN';
  readonly exitCode: number | null;
  readonly flaky: boolean;
  readonly details: string;
  /** How long it took; null where that was not kept. */
  readonly ms: number | null;
};

export type WireRun = {
  readonly run: number;
  readonly stage: Stage;
  readonly role: string;
  readonly seat: number;
  readonly try: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly outcome: 'pass' | 'fail' | 'broken' | 'said' | 'running';
  readonly words: string;
  readonly by: string;
  readonly usd: number;
  readonly tokens: number;
  readonly findings: readonly WireFinding[];
  /** How many findings are left out. */
  readonly moreFindings: number;
  readonly checks: readonly WireCheck[];
  /** What a critic said besides its findings, a line each. */
  readonly said: readonly string[];
};

export type WireAttempt = {
  readonly attempt: number;
  readonly commit: string | null;
  readonly runs: readonly WireRun[];
  /** Why it was sent back; null for one that was not. */
  readonly sentBack: { readonly kind: string; readonly because: string; readonly at: number } | null;
};

export type WireCriterion = {
  readonly id: string;
  readonly text: string;
  /** Its command, where it can be proved without a model. */
  readonly verify: string;
  readonly verdict: 'verified' | 'failed' | 'not judged';
  readonly evidence: string;
  readonly checkedBy: string;
};

export type TicketView = {
  readonly row: JobRow;
  /** The end of what the run said that failed last. */
  readonly lastLines: readonly string[];
  /** Every reason why it does not move, and the command that could change it. */
  readonly whys: readonly { readonly text: string; readonly next: string }[];
  /** What may be asked about it now. */
  readonly acts: readonly SteeringAct[];
  /** As it stands in an epic file; empty where it cannot be changed. */
  readonly text: string;
  /** Hash of what judges, from which the text is: an edit says it, so that it undoes nobody else's. */
  readonly inputs: string;
  readonly description: string;
  readonly touches: readonly string[];
  readonly dependents: readonly string[];
  readonly base: string | null;
  readonly landed: string | null;
  readonly acceptance: readonly WireCriterion[];
  readonly attempts: readonly WireAttempt[];
  readonly answered: readonly {
    readonly at: number;
    readonly choice: string;
    readonly by: string;
    readonly why: string;
  }[];
  readonly tried: readonly TriedRound[];
};

export type DiffView = {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Not all of it: it is longer than anybody reads. */
  readonly cut: boolean;
};

export type AnswerView = {
  readonly ticket: string;
  readonly choice: Choice;
  readonly by: string;
  /** What to do where nobody is at work to act on it; empty where somebody is. */
  readonly next: string;
};

export type SteerView = { readonly said: string };

export type ErrorView = {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string };
};
