import type { Limits } from '../model/config.ts';

const defaults: Limits = {
  maxParallel: 3,
  maxAgents: 5,
  maxVerify: null,
  maxRevisions: 2,
  hardCapRounds: 5,
  maxLandingRetries: 2,
  agentTries: 2,
  clarifications: 2,
  budgetUsd: null,
  budgetTokens: null,
  ticketBudgetUsd: null,
  ticketTimeout: 4 * 3_600_000,
  agentTimeout: 15 * 60_000,
  stall: 5 * 60_000,
};

/** Later layers win, key by key; without a word about it there are two more judges than developers. */
export function completeLimits(...layers: readonly Readonly<Partial<Limits>>[]): Limits {
  const written: Partial<Limits> = Object.assign({}, ...layers);
  const maxParallel = written.maxParallel ?? defaults.maxParallel;
  return { ...defaults, maxAgents: maxParallel + 2, ...written };
}
