import type { Role } from '../model/team.ts';
import { nothingSpent } from '../model/usage.ts';
import type { Budget, Spend } from '../model/usage.ts';
import type { State } from '../state/index.ts';

/**
 * What running agents have used beyond what was set aside for them, as their meters say just now. It is in no event
 * before they end, but money that is gone must not be given out again.
 */
export type Excess = { readonly all: Spend; readonly byJob: ReadonlyMap<string, Spend> };

const noExcess: Excess = { all: nothingSpent, byJob: new Map() };

/** The numbers by which the coordinator decides. A run keeps going under a changed policy: decisions are events. */
export type Policy = {
  readonly maxParallel: number;
  readonly maxAgents: number;
  readonly maxVerify: number;
  /** Landing gates at once, counting each check that runs side by side; 1: one landing at a time. */
  readonly maxGates: number;
  /** Seats in the chain of candidates. */
  readonly window: number;
  /** A seat is given only while all before it land with this likelihood. */
  readonly confidence: number;
  readonly maxRevisions: number;
  /** Rounds in all that a ticket can get, those granted by a person included. */
  readonly hardCapRounds: number;
  readonly maxLandingRetries: number;
  readonly agentTries: number;
  readonly clarifications: number;
  /** How often an agent may be parked on a usage limit before it counts as unavailable. */
  readonly maxParks: number;
  readonly parkMs: number;
  /** A limit that ends later than this is not waited for: a person hears of it. */
  readonly maxParkMs: number;
  readonly maxQuestions: number;
  /** How often a ticket may find out that it needs another one first. */
  readonly maxWaits: number;
  readonly maxInfrastructureReturns: number;
  readonly remediationAttempts: number;
  readonly onLimit: 'escalate' | 'fail';
  readonly estimates: Readonly<Record<Role, Spend>>;
  readonly budget: Budget;
  readonly ticketBudget: Budget;
  readonly excess: (state: State) => Excess;
  /**
   * Agents run on machines that do not see what others use: how far each may go past its estimate is said when it is
   * sent, and set aside for it.
   */
  readonly sharesOut: boolean;
  readonly ticketTimeout: number;
  /** How many auditors judge a milestone or the run; 0 where audits are switched off. */
  readonly auditors: number;
  readonly perMilestone: boolean;
  readonly endOfRun: boolean;
  /** Whether an application is started and tested at the end of the run, audited or not (TEAM-17). */
  readonly phases: boolean;
  /** Whether the run's audit holds the work against the original request (TEAM-19). */
  readonly reconcile: boolean;
  readonly recoveryRetries: number;
  readonly maxFixRounds: number;
  /** True while somebody can answer; false (`--no-input`) ends the run with the questions open. */
  readonly waitForPeople: boolean;
};

/** Set aside for one run until the agent's own meter says better; only matters where a budget is given. */
const estimates: Policy['estimates'] = {
  developer: { usd: 1, tokens: 200_000 },
  critic: { usd: 0.3, tokens: 60_000 },
  auditor: { usd: 0.3, tokens: 60_000 },
  reviewer: { usd: 0.3, tokens: 60_000 },
  fixer: { usd: 0.5, tokens: 100_000 },
  remediator: { usd: 1, tokens: 200_000 },
};

export const defaultPolicy: Policy = {
  maxParallel: 3,
  maxAgents: 5,
  maxVerify: 1,
  maxGates: 1,
  window: 1,
  confidence: 0.1,
  maxRevisions: 2,
  hardCapRounds: 5,
  maxLandingRetries: 2,
  agentTries: 2,
  clarifications: 2,
  maxParks: 12,
  parkMs: 15 * 60_000,
  // Weekly limits are the longest that providers have.
  maxParkMs: 8 * 24 * 3_600_000,
  maxQuestions: 3,
  maxWaits: 3,
  maxInfrastructureReturns: 3,
  remediationAttempts: 3,
  onLimit: 'escalate',
  estimates,
  budget: { usd: null, tokens: null },
  ticketBudget: { usd: null, tokens: null },
  excess: () => noExcess,
  sharesOut: false,
  ticketTimeout: 4 * 3_600_000,
  auditors: 2,
  perMilestone: true,
  endOfRun: true,
  phases: false,
  reconcile: false,
  recoveryRetries: 1,
  maxFixRounds: 1,
  waitForPeople: false,
};

/** Times a ready ticket may be overtaken by one that became ready after it (DISPATCH-04). */
export function overtakingBound(policy: Policy): number {
  return 2 * policy.maxParallel;
}

/** Failed attempts, of one kind or in all, that end a ticket's own efforts (FLOW-07, EPIC-07). */
export function failureLimit(policy: Policy, grants: number): number {
  return policy.maxRevisions + 1 + grants;
}

export function mayGrant(policy: Policy, grants: number): boolean {
  return failureLimit(policy, grants) < policy.hardCapRounds;
}
