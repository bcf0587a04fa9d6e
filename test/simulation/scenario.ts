import type { Draft, RunTicket, RunPlan } from '../../src/model/events.ts';
import { defaultPolicy } from '../../src/decide/index.ts';
import type { Policy } from '../../src/decide/index.ts';
import { randomFrom } from './random.ts';
import type { Random } from './random.ts';

/** What can go wrong, each with its own likelihood in one scenario. Most are off in most scenarios. */
export const faultNames = [
  'badWork',
  'missedCriteria',
  'incomplete',
  'question',
  'infraClaim',
  'sameCommit',
  'unclear',
  'outOfPlace',
  'crash',
  'hang',
  'late',
  'twice',
  'limited',
  'stale',
  'ungrounded',
  'criticFails',
  'auditorLies',
  'auditorBlocked',
  'conflict',
  'overlap',
  'badMerge',
  'infraBreaks',
  'infraHeals',
  'foreignTip',
  'auditFails',
  'fixesLower',
  'noAnswer',
  'doubleAnswer',
  'costly',
  'broke',
  'pauses',
  'stops',
  'reopens',
  'resizes',
  'edits',
  'adds',
  /** The infrastructure breaks in a way that most likely only a person can repair. */
  'unready',
  /** The auditor reports a command as passed that fails for reasons of its own. */
  'auditorInvents',
  /** The developer changes a protected file, which is put back when the work is brought in. */
  'changesProtected',
  /** The critic passes the work and gives no scores. */
  'unscored',
  /** A hook of the repository refuses the delivered or the merged tree. */
  'hookRefuses',
  /** A change does not need some check, which does not run on its tree. */
  'spares',
  /** A check that was spared is red on the final tip. */
  'tipRed',
  /** Two pieces of work are green alone and red together. */
  'pairRed',
  /** A landing gate is red on a green tree. */
  'flake',
  /** Some landing gates take very long, or their worker is lost and they run again. */
  'slowHead',
  'lostGate',
  /** A merge onto a candidate that has not landed conflicts, or touches the same files. */
  'conflictAhead',
  'overlapAhead',
  /** A person stops a ticket that has a seat. */
  'stopMidChain',
  /** A candidate needs several checks, which may run side by side. */
  'manyChecks',
] as const;

export type FaultName = (typeof faultNames)[number];

export type Scenario = {
  readonly seed: number;
  /** As it is now: people change it while it is played. */
  plan: RunPlan;
  readonly policy: Policy;
  readonly faults: Readonly<Record<FaultName, number>>;
  /** Appends after which the coordinator is killed, counted over the whole story. */
  readonly kills: readonly number[];
};

/** What judges a scenario that nobody has changed. */
export const inputs: Draft = {
  type: 'inputs_recorded',
  v: 1,
  base: { ref: 'main', commit: 'base', tree: 'tree-base' },
  inputs: 'inputs-0',
  epicFile: 'epic',
  configFile: null,
  agents: [],
  enforcement: 'verified',
  notes: [],
};

/** What shrinking may take away from a scenario. */
export type Limits = {
  readonly tickets?: number;
  readonly without?: ReadonlySet<FaultName>;
  readonly kills?: number;
};

export function scenarioFor(seed: number, limits: Limits = {}): Scenario {
  const random = randomFrom(seed);
  const tickets = Math.min(1 + random.below(6), limits.tickets ?? 6);
  const without = limits.without ?? new Set();
  const scene = {
    plan: planFor(random, tickets),
    policy: policyFor(random),
    faults: faultsFor(random, without),
  };
  const { plan, policy, faults } = random.chance(0.35) ? crowded(random, scene, without) : scene;
  const kills = Array.from({ length: random.below(4) }, () => random.below(120));
  return { seed, plan, policy, faults, kills: kills.slice(0, limits.kills ?? kills.length) };
}

type Scene = Pick<Scenario, 'plan' | 'policy' | 'faults'>;

/** Tickets that are ready at about the same time, so that many wait to land. */
function crowded(random: Random, { plan, policy, faults }: Scene, without: ReadonlySet<FaultName>): Scene {
  const share = random.pick([0, 0, 0.4, 1]);
  const tickets = plan.tickets.map((ticket) => ({
    ...ticket,
    needs: [],
    touchClass: -1,
    review: random.chance(0.5) && ticket.review,
    // What each of them is at is known when the world is made.
    ...(random.chance(share) ? { adopts: { branch: ticket.id, commit: 'base', tree: 'tree-base' } } : {}),
  }));
  const chosen = chainFaults.filter((name) => random.chance(0.35) && !without.has(name));
  const rates = chosen.map((name) => [name, random.pick([0.05, 0.2, 0.5])] as const);
  const maxGates = random.pick([2, 3, 4]);
  const window = maxGates + random.below(3);
  return {
    plan: { ...plan, tickets },
    policy: { ...policy, maxParallel: 6, maxAgents: 6, maxVerify: 4, maxGates, window },
    faults: { ...faults, ...Object.fromEntries(rates) },
  };
}

const chainFaults: readonly FaultName[] = [
  'pairRed',
  'flake',
  'slowHead',
  'lostGate',
  'conflictAhead',
  'overlapAhead',
  'stopMidChain',
  'manyChecks',
  'badMerge',
];

function planFor(random: Random, count: number): RunPlan {
  const milestones = random.chance(0.4) ? 1 + random.below(2) : 0;
  const classes = random.below(3);
  const ranks = shuffled(random, count);
  const tickets = Array.from({ length: count }, (_, index): RunTicket => {
    const milestone =
      milestones === 0 ? -1 : Math.min(milestones - 1, Math.floor((index * milestones) / count));
    const needs = Array.from({ length: index }, (_unused, other) => other).filter(() => random.chance(0.25));
    return {
      id: `T${index}`,
      needs,
      milestone,
      rank: ranks[index] ?? index,
      touchClass: classes === 0 ? -1 : random.below(classes + 1) - 1,
      review: !random.chance(0.1),
      critics: random.chance(0.2) ? 3 : 1,
    };
  });
  return {
    epic: 'sim',
    tickets,
    milestones: Array.from({ length: milestones }, (_, index) => ({
      id: `m${index}`,
      after: index === 0 ? [] : [0],
    })),
    overlaps: overlapsFor(random, classes),
  };
}

function overlapsFor(random: Random, classes: number): number[][] {
  const together = classes === 2 && random.chance(0.5);
  return Array.from({ length: classes }, (_, index) => (together ? [0, 1] : [index]));
}

export function shuffled(random: Random, count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index--) {
    const other = random.below(index + 1);
    [order[index], order[other]] = [order[other] ?? 0, order[index] ?? 0];
  }
  return order;
}

function policyFor(random: Random): Policy {
  const maxParallel = 1 + random.below(3);
  const maxGates = random.pick([1, 2, 3, 4]);
  const cost = { usd: 1, tokens: 1000 };
  const tight = random.chance(0.3);
  return {
    ...defaultPolicy,
    maxParallel,
    maxAgents: 1 + random.below(3),
    maxVerify: 1 + random.below(2),
    maxGates,
    window: maxGates + (maxGates > 1 ? random.below(3) : 0),
    confidence: random.pick([0, 0.1, 0.5]),
    maxParks: 2,
    onLimit: random.chance(0.15) ? 'fail' : 'escalate',
    estimates: {
      developer: cost,
      critic: cost,
      auditor: cost,
      reviewer: cost,
      fixer: cost,
      remediator: cost,
    },
    budget: tight ? { usd: 5 + random.below(40), tokens: null } : { usd: null, tokens: null },
    ticketBudget: random.chance(0.15)
      ? { usd: 4 + random.below(12), tokens: null }
      : { usd: null, tokens: null },
    ticketTimeout: random.chance(0.1) ? 20_000 : defaultPolicy.ticketTimeout,
    auditors: random.below(4),
    reconcile: random.chance(0.5),
    perMilestone: random.chance(0.8),
    endOfRun: random.chance(0.8),
    maxFixRounds: random.below(3),
    waitForPeople: random.chance(0.5),
  };
}

/** Most scenarios have a few faults, some have many and some none: single causes stay visible. */
function faultsFor(random: Random, without: ReadonlySet<FaultName>): Record<FaultName, number> {
  const density = random.pick([0, 0.1, 0.25, 0.6]);
  const faults = {} as Record<FaultName, number>;
  for (const name of faultNames) {
    const on = random.chance(density);
    const rate = random.pick([0.05, 0.2, 0.5]);
    faults[name] = on && !without.has(name) ? rate : 0;
  }
  return faults;
}
