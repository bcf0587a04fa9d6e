import { GauntletError } from '../model/error.ts';
import type { RunStatus, RepairDoubt, RunPlan } from '../model/events.ts';
import { nothingSpent, type Budget, type Spend } from '../model/usage.ts';
import type { TrackRecord } from './track-record.ts';
import type { Job, Seat } from './job.ts';
import type { Lane } from './lanes.ts';
import { emptyRankSet } from './rank-set.ts';
import type { RankSet } from './rank-set.ts';
import { emptyReady } from './ready.ts';
import type { Ready } from './ready.ts';
import { at, emptyVector } from './vector.ts';
import type { Vector } from './vector.ts';

/** A milestone, or the run as a whole: the tickets an audit is about. */
export type MilestoneProgress = {
  /** Tickets that may still move. */
  readonly unsettled: number;
  readonly landed: number;
  /** Its tickets may start. */
  readonly open: boolean;
};

export type Infrastructure = {
  readonly blocked: boolean;
  readonly because: string;
  /** Why a person has to agree before an agent repairs it (REAL-03); null: nobody has to. */
  readonly doubt: RepairDoubt | null;
  /** Index of the remediation job at work; -1 for none. */
  readonly remediation: number;
  /** A person has said that what is red at base may stay red. */
  readonly overridden: boolean;
  /** Who said so; left out until somebody has. */
  readonly overriddenBy?: string;
  /** Runs that confirmed since it was last sound that checks are red at base. */
  readonly confirmed: readonly number[];
  /** Such runs whose red checks a person accepted by an override. */
  readonly accepted: readonly number[];
};

/** How the checks came out at base when they were last measured. */
export type AtBase = {
  /** How many there are; null: not known. */
  readonly checks: number | null;
  readonly red: readonly string[];
  readonly inconclusive: readonly string[];
  readonly noTest: readonly string[];
  /** Missing in snapshots of older versions. */
  readonly unfinished?: readonly string[];
};

/**
 * A seat in the chain of candidates. Each candidate is merged onto the nearest one before it that may land, the first
 * onto the tip. Seats are never reordered: nobody is put in front of a seated job.
 */
export type Link = {
  readonly job: number;
  /** First parent of its candidate. */
  readonly onto: string;
  /** The job whose candidate `onto` is, while that is a guess; -1 once it has landed. */
  readonly on: number;
  /** The tree of `onto`; '' where it is not known. */
  readonly ontoTree: string;
  /** The results that count only once `on` has landed; null: nothing is put off. */
  readonly aside: readonly Seat[] | null;
};

/** A landing gate that let a tree through: merged onto that one, for this job, by these inputs. */
export type Proven = {
  readonly ontoTree: string;
  readonly tree: string;
  readonly job: string;
  readonly inputs: string;
  readonly run: number;
  readonly spared: readonly string[];
};

/** A check that was red and then green on a tree that holds the work of these jobs, beside what had landed. */
export type Flake = { readonly check: string; readonly holds: readonly string[] };

export type Chain = {
  readonly links: readonly Link[];
  /** Jobs whose candidate holds one that does not land like that: the next decision voids them. */
  readonly orphans: readonly number[];
  /** Whose leaving made them orphans, and why. */
  readonly left: { readonly id: string; readonly because: string };
  /** Red landing gates that counted, and all that did, a first guess included; older ones weigh less. */
  readonly red: number;
  readonly seen: number;
  /** The newest last. */
  readonly proven: readonly Proven[];
  /** Runs that validated work on a tree, which may land as it is; the newest last. */
  readonly validated: readonly { readonly tree: string; readonly inputs: string; readonly run: number }[];
  readonly flakes: readonly Flake[];
  /** Landing gates that were called off, and the milliseconds they had taken. */
  readonly voided: { readonly gates: number; readonly ms: number };
  /** Landing gates of this run. */
  readonly gates: {
    readonly started: number;
    /** Those whose result counted, and how many of these were red. */
    readonly judged: number;
    readonly red: number;
    /** The most candidates that were gated at once. */
    readonly most: number;
    /** Milliseconds that the last green ones took, with all their runs; the newest last. */
    readonly took: readonly number[];
  };
};

/**
 * Everything the coordinator knows: the fold of its events. The sets are indexes over the jobs, kept by `putJob`
 * alone, so that no decision ever has to look through all of them.
 */
export type State = {
  readonly phase: 'idle' | 'running' | 'ended';
  readonly status: RunStatus | null;
  readonly plan: RunPlan;
  /** Where the epic branch stands as far as the journal knows: what landed last, or the base; '' until it is known. */
  readonly tip: string;
  /** Its tree; '' until it is known. */
  readonly tipTree: string;
  /** The commit the epic was cut from or last synced with. */
  readonly base: string;
  /** Hash of what judges the run, as of now; '' until it is known. */
  readonly inputs: string;
  readonly seq: number;
  readonly at: number;
  /** How many runs have been handed out; the next one gets this number. */
  readonly runs: number;
  readonly jobs: Vector<Job>;
  readonly planned: ReadonlyMap<string, number>;
  readonly opened: ReadonlyMap<string, number>;
  readonly jobByRank: readonly number[];
  readonly dependents: Vector<readonly number[]>;
  /** Jobs about which something has to be decided. */
  readonly attention: RankSet;
  /** Tickets that can never start because something they need has failed. */
  readonly doomed: RankSet;
  readonly waiting: Readonly<Record<Lane, RankSet>>;
  readonly busy: Readonly<Record<Lane, number>>;
  /** The candidates on their way to land. */
  readonly chain: Chain;
  readonly ready: Ready;
  /** Jobs with a question that a person has not answered. */
  readonly asking: RankSet;
  /** Jobs that wait for the infrastructure to be restored. */
  readonly stranded: RankSet;
  /** Jobs that wait for their claim of broken infrastructure to be checked. */
  readonly claimants: RankSet;
  /** Jobs whose merge a critic judged again because others had landed in their files, until they land or go back. */
  readonly remerged: RankSet;
  readonly running: number;
  readonly spent: Spend;
  /** How much of `spent` no agent has said or metered. */
  readonly estimated: Spend;
  readonly reserved: Spend;
  /** What a person has put in place of the configured budget; null: nothing. */
  readonly budget: Budget;
  readonly infrastructure: Infrastructure;
  readonly atBase: AtBase;
  /** Checks of the plan that have not run on the tip as it is (EVID-07). */
  readonly unproved: readonly string[];
  /** One per milestone, and the run as a whole at the end. */
  readonly scopes: readonly MilestoneProgress[];
  readonly failed: number;
  readonly remediations: number;
  readonly fixes: number;
  /** A person has put the run away: what is running may end, nothing starts and nothing is asked until somebody resumes it. */
  readonly halted: { readonly by: string; readonly why: string } | null;
  /** A person has paused the run: what is running may end, nothing starts until a person says so. */
  readonly paused: { readonly by: string; readonly why: string; readonly since: number } | null;
  /** How many developers may work at once, where a person has said so; null: as configured. */
  readonly parallel: number | null;
  /** Tickets that a person has stopped and that have not ended yet. */
  readonly stopping: RankSet;
  /** How often a ready ticket may be overtaken by one that became ready after it. */
  readonly overtaking: number;
  /** Results nobody was waiting for: late, doubled or of an older try. */
  readonly ignored: number;
  /** How often each critic passed work, and how often an audit then failed it. */
  readonly critics: readonly TrackRecord[];
};

/** The state while one event is folded into it: a copy that nobody else has seen yet. */
export type Next = { -readonly [Key in keyof State]: State[Key] };

/** Before anything has landed: 12 % of 4 gates were red. */
const emptyChain: Chain = {
  links: [],
  orphans: [],
  left: { id: '', because: '' },
  red: 0.48,
  seen: 4,
  proven: [],
  validated: [],
  flakes: [],
  voided: { gates: 0, ms: 0 },
  gates: { started: 0, judged: 0, red: 0, most: 0, took: [] },
};

const noPlan: RunPlan = { epic: '', tickets: [], milestones: [], overlaps: [] };

export const initialState: State = {
  phase: 'idle',
  status: null,
  plan: noPlan,
  tip: '',
  tipTree: '',
  base: '',
  inputs: '',
  seq: 0,
  at: 0,
  runs: 0,
  jobs: emptyVector,
  planned: new Map(),
  opened: new Map(),
  jobByRank: [],
  dependents: emptyVector,
  attention: emptyRankSet,
  doomed: emptyRankSet,
  waiting: { developers: emptyRankSet, judges: emptyRankSet, checks: emptyRankSet, lander: emptyRankSet },
  busy: { developers: 0, judges: 0, checks: 0, lander: 0 },
  chain: emptyChain,
  ready: emptyReady(0),
  asking: emptyRankSet,
  stranded: emptyRankSet,
  claimants: emptyRankSet,
  remerged: emptyRankSet,
  running: 0,
  spent: nothingSpent,
  estimated: nothingSpent,
  reserved: nothingSpent,
  budget: { usd: null, tokens: null },
  infrastructure: {
    blocked: false,
    because: '',
    doubt: null,
    remediation: -1,
    overridden: false,
    confirmed: [],
    accepted: [],
  },
  atBase: { checks: null, red: [], inconclusive: [], noTest: [] },
  unproved: [],
  scopes: [],
  failed: 0,
  remediations: 0,
  fixes: 0,
  halted: null,
  paused: null,
  parallel: null,
  stopping: emptyRankSet,
  overtaking: 1,
  ignored: 0,
  critics: [],
};

export function jobAt(state: Pick<State, 'jobs'>, index: number): Job {
  const job = at(state.jobs, index);
  if (job === undefined) throw new GauntletError('BUG', `there is no job ${index}`);
  return job;
}

/** The job that measures the base: it comes right after the tickets; a review has none. Asked in every decision, so not looked up by name. */
export function baselineOf(state: Pick<State, 'jobs' | 'plan'>): Job | undefined {
  const job = at(state.jobs, state.plan.tickets.length);
  return job?.kind === 'baseline' ? job : undefined;
}

/** Whether a job runs checks on the tip with which the run would pass; a colon cannot occur in a ticket's id. */
export function isTipCheck(job: string): boolean {
  return job.startsWith('tip:');
}

/** The jobs that did so, oldest first. */
export function tipChecksIn({ opened }: Pick<State, 'opened'>): readonly string[] {
  return [...opened.keys()].filter(isTipCheck);
}

export function jobNamed(state: Pick<State, 'jobs' | 'planned' | 'opened'>, id: string): Job | undefined {
  const index = state.planned.get(id) ?? state.opened.get(id);
  return index === undefined ? undefined : jobAt(state, index);
}
