import type { AssignmentEvent, Draft, Event, RepairDoubt } from '../../src/model/events.ts';
import type { Job, State } from '../../src/state/index.ts';
import type { Random } from './random.ts';
import type { FaultName, Scenario } from './scenario.ts';

/** What is true of a commit, whatever anybody says about it. */
type Truth = {
  readonly tree: string;
  /** Its checks pass. */
  readonly green: boolean;
  /** It meets the acceptance criteria. */
  readonly complete: boolean;
  /** The epic tip that is in it. */
  readonly tip: string;
  /** The commit that was merged to make it. */
  readonly from: string | null;
};

/**
 * Which work a tree holds. Whether its checks pass is a property of that set: one piece of work may be bad by itself, and
 * two that are good may not go together. Without such pairs a candidate on a guess would never be wrong.
 */
export type WorkSets = {
  /** By commit. */
  readonly of: Map<string, ReadonlySet<string>>;
  readonly owner: Map<string, string>;
  readonly bad: Set<string>;
  readonly pairs: Set<string>;
  /** Trees that fail their checks for no other reason. */
  readonly badTrees: Map<string, boolean>;
  readonly trees: Map<string, string>;
};

function noWork(): WorkSets {
  return {
    of: new Map([['base', new Set<string>()]]),
    owner: new Map(),
    bad: new Set(),
    pairs: new Set(),
    badTrees: new Map(),
    trees: new Map([['', 'tree-base']]),
  };
}

export type Result = Extract<Draft, { used: unknown }>;

export type Head = Pick<Result, 'v' | 'ticket' | 'run' | 'used'>;

/** Called with the rule that was broken. */
export type Breach = (rule: string) => void;

/**
 * Everything outside the coordinator, with a memory of what really happened: which checks ran, who judged what, what
 * landed. The rules of the game are checked against this memory, never against what the coordinator believes.
 */
export type World = {
  readonly random: Random;
  readonly faults: Scenario['faults'];
  /** What is played; its plan is as it is now. */
  readonly scenario: Scenario;
  /** How often people have given each ticket another text. */
  readonly texts: Map<string, number>;
  /** Which text of its ticket each run was told. */
  readonly told: Map<number, number>;
  readonly commits: Map<string, Truth>;
  /** Trees on which the checks have really run and passed. */
  readonly provenTrees: Set<string>;
  /** Trees on which some check of the plan has not run. */
  readonly sparedTrees: Set<string>;
  readonly validated: Set<string>;
  readonly passedByCritic: Map<string, Set<number>>;
  readonly passedByAuditor: Set<string>;
  readonly confirmedAudit: Set<string>;
  /** Merges that touched files the ticket had changed itself. */
  readonly overlapping: Set<string>;
  readonly accepted: Set<string>;
  /** Candidates that passed a gate, by `gateKey`. */
  readonly gated: Set<string>;
  /** Landing gates in which a check was red once, and the tree of every gate that ran. */
  readonly redOnce: Set<number>;
  readonly gateTrees: Map<number, string>;
  /** Checks that ran beside others of the same gate. */
  readonly ranChecks: Map<number, readonly string[]>;
  /** Candidates whose decisive check ran so. */
  readonly checked: Set<string>;
  /** Whose work was in the trees on which a check was red and then green. */
  readonly flakes: ReadonlySet<string>[];
  /** Every commit that was the tip. */
  readonly tips: Set<string>;
  /** Where the tip stood when each run was handed out. */
  readonly tipWhenSent: Map<number, string>;
  readonly sets: WorkSets;
  readonly landed: Map<string, string>;
  /** What a run has left behind: a restarted coordinator finds it instead of running again. */
  readonly exits: Map<number, Result>;
  tip: string;
  infrastructureDown: boolean;
  made: number;
  /** How often people have steered. */
  steered: number;
};

export function worldFor(scenario: Scenario, random: Random): World {
  const world: World = {
    random,
    faults: scenario.faults,
    scenario,
    texts: new Map(),
    told: new Map(),
    commits: new Map(),
    provenTrees: new Set(),
    sparedTrees: new Set(),
    validated: new Set(),
    passedByCritic: new Map(),
    passedByAuditor: new Set(),
    confirmedAudit: new Set(),
    overlapping: new Set(),
    accepted: new Set(),
    gated: new Set(),
    redOnce: new Set(),
    gateTrees: new Map(),
    ranChecks: new Map(),
    checked: new Set(),
    flakes: [],
    tips: new Set(['base']),
    tipWhenSent: new Map(),
    sets: noWork(),
    landed: new Map(),
    exits: new Map(),
    tip: 'base',
    infrastructureDown: false,
    made: 0,
    steered: 0,
  };
  world.commits.set('base', { tree: 'tree-base', green: true, complete: true, tip: 'base', from: null });
  world.infrastructureDown = strikes(world, 'infraBreaks');
  return world;
}

/** Work and the text it was held against: what was said of it by another text says nothing. */
export function byText(
  world: World,
  { ticket, run }: Pick<AssignmentEvent, 'ticket' | 'run'>,
  commit: string,
): string {
  return `${commit} by text ${world.told.get(run) ?? textOf(world, ticket)}`;
}

/** What a landing gate is about: a tree, the one it is compared with, the ticket and its text. */
export function gateKey(
  world: World,
  assignment: Pick<AssignmentEvent, 'ticket' | 'run' | 'commit'>,
): string {
  const { tree, tip } = truthOf(world, assignment.commit);
  return `${truthOf(world, tip).tree} ${byText(world, assignment, tree)} ${assignment.ticket}`;
}

/** The plan that is played is the one that was last heard of, if it fitted what there was. */
export function hearOfPlan(world: World, event: Event, after: State): void {
  if (event.type !== 'ticket_edited' && event.type !== 'ticket_added') return;
  if (after.inputs !== event.inputs) return;
  world.scenario.plan = event.plan;
  world.texts.set(event.ticket, textOf(world, event.ticket) + 1);
}

/** A person takes the risk of one commit, as an answer to one text. */
export function accept(world: World, { id, commit }: Pick<Job, 'id' | 'commit'>): void {
  if (commit !== null) world.accepted.add(`${commit} by text ${textOf(world, id)}`);
}

/** Whoever is sent is told the text of that moment; one that is sent again was told it before. */
export function tellText(world: World, { run, ticket }: AssignmentEvent): void {
  if (world.told.has(run)) return;
  world.told.set(run, textOf(world, ticket));
  world.tipWhenSent.set(run, world.tip);
}

export function textOf(world: World, ticket: string): number {
  return world.texts.get(ticket) ?? 0;
}

export function strikes(world: World, fault: FaultName): boolean {
  return world.random.chance(world.faults[fault]);
}

export function newCommit(world: World, truth: Partial<Truth> = {}): string {
  const id = `c${++world.made}`;
  const fresh = { tree: `tree-${id}`, green: true, complete: true, tip: world.tip, from: null };
  world.commits.set(id, { ...fresh, ...truth });
  return id;
}

export function truthOf(world: World, commit: string | null): Truth {
  const truth = world.commits.get(commit ?? 'base');
  if (truth === undefined) throw new Error(`nobody made ${commit}`);
  return truth;
}

/** Checks can only be computed while the infrastructure is up; things break and fix by themselves now and then. */
export function infrastructureWorks(world: World): boolean {
  if (world.infrastructureDown && strikes(world, 'infraHeals')) world.infrastructureDown = false;
  else if (!world.infrastructureDown && world.random.chance(world.faults.infraBreaks / 4))
    world.infrastructureDown = true;
  return !world.infrastructureDown;
}

/** The checks have run on a tree: all of them, or all but those that the change did not need. */
export function prove(world: World, tree: string, spared: readonly string[] = []): void {
  world.provenTrees.add(tree);
  if (spared.length > 0) world.sparedTrees.add(tree);
  else world.sparedTrees.delete(tree);
}

/** The lander's compare-and-swap, with the look for the trailer first (P3). */
export function advance(world: World, assignment: AssignmentEvent): 'landed' | 'moved' | 'refused' {
  const commit = assignment.commit ?? '';
  if (world.landed.get(assignment.ticket) === commit) return 'landed';
  const isForeign = strikes(world, 'foreignTip');
  if (isForeign) world.tip = newCommit(world);
  if (truthOf(world, commit).tip === world.tip) return 'landed';
  return isForeign ? 'moved' : 'refused';
}

/** Whether this break looks like one that only a person can repair (REAL-03). */
export function inDoubt(world: World): { readonly doubt?: RepairDoubt } {
  if (!strikes(world, 'unready')) return {};
  const reason = world.random.pick(['setup_failed', 'tool_missing', 'all_red'] as const);
  return { doubt: { reason, because: reason } };
}

export function sparing(world: World): { readonly spared?: readonly string[] } {
  return strikes(world, 'spares') ? { spared: ['docs'] } : {};
}
