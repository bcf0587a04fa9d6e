import type { Config } from '../../model/config.ts';
import type { Role } from '../../model/team.ts';
import type { Budget, Spend } from '../../model/usage.ts';
import { agentFor, fixRoundsOf } from '../../plan/index.ts';
import { defaultPolicy } from '../../decide/index.ts';
import type { Policy } from '../../decide/index.ts';
import type { Plan } from '../../plan/index.ts';

export type PolicyInputs = {
  readonly cores: number;
  /** Whether somebody can answer while the run is on. */
  readonly people: boolean;
};

/** The numbers of a plan and its configuration, in the words of the coordinator. */
export function policyOf(plan: Plan, config: Config, surroundings: PolicyInputs): Policy {
  const { limits, gating } = plan;
  const maxVerify = limits.maxVerify ?? Math.max(1, Math.floor(surroundings.cores / 2));
  const maxGates = limits.maxGates ?? maxVerify;
  // A run that an older version began has no such settings.
  const landing: Partial<Config['landing']> = (config as Partial<Config>).landing ?? {};
  return {
    ...defaultPolicy,
    maxParallel: limits.maxParallel,
    maxAgents: limits.maxAgents,
    maxVerify,
    maxGates,
    window: landing.window ?? maxGates,
    confidence: landing.confidence ?? defaultPolicy.confidence,
    maxRevisions: limits.maxRevisions,
    hardCapRounds: limits.hardCapRounds,
    maxLandingRetries: limits.maxLandingRetries,
    agentTries: limits.agentTries,
    clarifications: limits.clarifications,
    onLimit: config.onLimit,
    estimates: estimatesOf(config),
    budget: budgetOf(limits),
    ticketBudget: { usd: limits.ticketBudgetUsd, tokens: null },
    ticketTimeout: limits.ticketTimeout,
    // With the team switched off one reviewer does its work (TEAM-11): never nobody.
    auditors: gating.team.enabled ? gating.team.auditors.length : 1,
    maxFixRounds: fixRoundsOf(gating),
    perMilestone: config.audit.perMilestone,
    endOfRun: config.audit.endOfRun,
    phases: plan.epic.phases.e2e !== null || plan.epic.phases.browser !== null,
    reconcile: plan.reconcile,
    recoveryRetries: gating.reviewRecoveryRetries,
    waitForPeople: surroundings.people,
  };
}

/** What may be spent: as configured, unless a person has changed it since. */
export function budgetOf(
  limits: Pick<Plan['limits'], 'budgetUsd' | 'budgetTokens'>,
  changed: Budget = { usd: null, tokens: null },
): Budget {
  return { usd: changed.usd ?? limits.budgetUsd, tokens: changed.tokens ?? limits.budgetTokens };
}

function estimatesOf({ agents }: Config): Policy['estimates'] {
  const estimateFor = (role: Role, usual: Spend): Spend => {
    const said = agentFor(role, agents)?.agent.estimate;
    return { usd: said?.usd ?? usual.usd, tokens: said?.tokens ?? usual.tokens };
  };
  const { developer, critic, auditor, reviewer, fixer, remediator } = defaultPolicy.estimates;
  return {
    developer: estimateFor('developer', developer),
    critic: estimateFor('critic', critic),
    auditor: estimateFor('auditor', auditor),
    reviewer: estimateFor('reviewer', reviewer),
    fixer: estimateFor('fixer', fixer),
    remediator: estimateFor('remediator', remediator),
  };
}
