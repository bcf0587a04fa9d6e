import type { Config } from '../model/config.ts';
import { defaultPolicy } from '../route/index.ts';
import type { Policy } from '../route/index.ts';
import type { Plan } from '../plan/index.ts';

export type Surroundings = {
  readonly cores: number;
  /** Whether somebody can answer while the run is on. */
  readonly people: boolean;
};

/** The numbers of a plan and its configuration, in the words of the coordinator. */
export function policyOf(plan: Plan, config: Config, surroundings: Surroundings): Policy {
  const { limits, gating } = plan;
  return {
    ...defaultPolicy,
    maxParallel: limits.maxParallel,
    maxAgents: limits.maxAgents,
    maxVerify: limits.maxVerify ?? Math.max(1, Math.floor(surroundings.cores / 2)),
    maxRevisions: limits.maxRevisions,
    hardCapRounds: limits.hardCapRounds,
    maxLandingRetries: limits.maxLandingRetries,
    agentTries: limits.agentTries,
    clarifications: limits.clarifications,
    onLimit: config.onLimit,
    budget: { usd: limits.budgetUsd, tokens: limits.budgetTokens },
    ticketBudget: { usd: limits.ticketBudgetUsd, tokens: null },
    ticketTimeout: limits.ticketTimeout,
    // With the team switched off one reviewer does its work (TEAM-11): never nobody.
    auditors: gating.team.enabled ? gating.team.auditors.length : 1,
    maxFixRounds: gating.team.maxFixRounds,
    perMilestone: config.audit.perMilestone,
    endOfRun: config.audit.endOfRun,
    recoveryRetries: gating.reviewRecoveryRetries,
    waitForPeople: surroundings.people,
  };
}
