import type { AuditTeamReport } from '../model/audit.ts';
import type { Feedback } from '../model/feedback.ts';
import type { Finding } from '../model/finding.ts';
import type { ReviewSaid } from '../model/review.ts';
import type { WireCheck } from './wire.ts';
import type { AuditorAnswer } from '../formats/index.ts';
import type { Ticket } from '../model/epic.ts';
import type { Choice, Event } from '../model/events.ts';
import type { Calibrated, WhyOptions } from '../report/index.ts';
import type { State } from '../state/index.ts';
import type { SteeringAct } from './steering-acts.ts';
import type { ResultsView } from './wire-tables.ts';

/** An answer as somebody gave it in the browser. */
export type DashboardAnswer = {
  readonly ticket: string;
  readonly question: number;
  readonly choice: Choice;
  readonly reason: string;
};

/** What a person asks of a run besides answering its questions, as they asked it in the browser. */
export type GivenSteering = {
  readonly act: SteeringAct;
  /** Empty for what is about the whole run. */
  readonly ticket: string;
  /** Why; for a note, its words. */
  readonly reason: string;
  /** For `parallel`. */
  readonly developers: number;
  /** For `edit` and `add`: the whole ticket, as it stands in an epic file. */
  readonly text: string;
  /** For `edit`: hash of the inputs whose text was edited; empty: those of now. */
  readonly from: string;
  /** For `skip`: what needs the ticket goes on without it. */
  readonly releaseDependents: boolean;
  /** For `merge`: the commit that was looked at. */
  readonly tip: string;
};

/** A machine that takes work, as the cluster knows it; times in milliseconds before now. */
export type SeenWorker = {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly enforcement: string;
  readonly kinds: readonly string[];
  readonly labels: readonly string[];
  readonly capacity: number;
  readonly busy: number;
  readonly leaving: boolean;
  readonly absent: boolean;
  readonly startedMs: number;
  readonly silentMs: number;
  readonly runs: readonly { readonly epic: string; readonly run: number; readonly takenMs: number }[];
};

/** Who could work on an epic: this machine alone, a cluster that nobody has named, or the workers of one. */
export type SeenCrew =
  | { readonly where: 'here' | 'unnamed' }
  | {
      readonly where: 'cluster';
      readonly workers: readonly SeenWorker[];
      readonly queues: readonly {
        readonly queue: string;
        readonly waiting: number;
        readonly taken: number;
        readonly served: boolean;
      }[];
    };

/** Pieces that runs leave behind and pages show; older versions kept less of each. */
export type LeftRecords = {
  readonly review: ReviewSaid;
  readonly feedback: Partial<Feedback>;
  readonly validation: {
    readonly findings?: Feedback['findings'];
    readonly cells?: readonly (Omit<WireCheck, 'ms'> & { readonly ms?: number })[];
  };
  readonly setAside: readonly Finding[];
  readonly score: Partial<AuditTeamReport>;
  readonly audit: Partial<AuditorAnswer>;
};

/** What the pages show of one epic, wherever it is kept. Reading it changes nothing and holds nobody up. */
export type EpicSource = {
  readonly id: string;
  /** All events after a number that are there now. */
  events(after: number): Iterable<Event>;
  /** The same one by one: whoever takes only the first few pays only for those. */
  page(after: number): Iterable<Event>;
  /** Tells of events after a number as they come, until it is closed. */
  follow(
    after: number,
    follower: { event(event: Event): void; problem(error: unknown): void },
  ): { close(): void };
  /** A coordinator is at work. */
  held(): boolean;
  /** Other machines work on it too. */
  readonly isShared: boolean;
  /** What judges the run, as it was kept under a hash; undefined where it is not there. */
  inputs(hash: string): unknown;
  /** A piece that a run left behind; undefined where there is none. */
  record<Name extends keyof LeftRecords>(run: number, name: Name): LeftRecords[Name] | undefined;
  /** What an agent was asked and what was said, without secrets. */
  prompt(run: number): string | undefined;
  output(run: number): string | undefined;
  branch(tip: string): string | null;
  diff(from: string, to: string, cap: number): Promise<string>;
  /** Who works on it; refused where the cluster does not answer. */
  crew(): Promise<SeenCrew>;
  /** Fingerprints that people have said are no findings. */
  dismissed(): ReadonlySet<string>;
  /** What a calibration says of a critic, in words; undefined where it has none here. */
  calibrated: Calibrated;
  /** Records an answer the way `gauntlet decide` does; refuses what that refuses. Answers who it is recorded for. */
  decide(answer: DashboardAnswer): Promise<string>;
  /** Records what is asked the way `gauntlet pause`, `skip` and the like do; says what was recorded. */
  steer(wish: GivenSteering): Promise<string>;
  /** A ticket as it stands in an epic file, for somebody to change. */
  ticketText(ticket: Ticket): string;
  /** How many may work at once, and what may be spent, by the inputs that are kept under a hash. */
  bounds(state: State, inputs: string): Pick<WhyOptions, 'places' | 'budget'>;
};

export type DashboardSource = {
  /** Every epic that has a journal, the one written last first. */
  epics(): readonly string[];
  /** Refused with USAGE_INVALID when there is none of that name. */
  open(epic: string): EpicSource;
  /** Who answers are recorded for. */
  readonly person: string;
  /** The name of the repository. */
  readonly repository: string;
  /** What came of the runs, the last audit and the last review here. */
  results(): ResultsView;
};
