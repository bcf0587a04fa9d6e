import { expect, test } from 'vitest';
import { type Role, roles } from '../model/team.ts';
import { agentFor } from './agents.ts';
import { completeLimits } from './complete-limits.ts';
import { goodConfig } from '../../test/support/plan-samples.ts';

const origins = (text: string) => {
  const { agents } = goodConfig(text);
  return Object.fromEntries(roles.map((role: Role) => [role, agentFor(role, agents)?.from]));
};

test('DISPATCH-01 roles without an agent fall back on a near role, then on the default', () => {
  expect(
    origins('agents: {default: {use: claude}, developer: {use: codex}, critic: {use: acp, run: [gemini]}}'),
  ).toEqual({
    developer: 'developer',
    critic: 'critic',
    auditor: 'default',
    reviewer: 'critic',
    fixer: 'developer',
    remediator: 'developer',
  });
  expect(origins('agents: {default: {use: claude}, fixer: {use: codex}}')).toMatchObject({
    fixer: 'fixer',
    remediator: 'default',
    reviewer: 'default',
  });
});

test('DISPATCH-01 the agent that is found is the one that was written', () => {
  const { agents } = goodConfig('agents: {developer: {use: codex, model: m}}');
  expect(agentFor('fixer', agents)).toEqual({ from: 'developer', agent: agents.developer });
  expect(agentFor('critic', agents)).toBeUndefined();
});

test('DISPATCH-04 limits have defaults, and two more judges than developers', () => {
  expect(completeLimits()).toEqual({
    maxParallel: 3,
    maxAgents: 5,
    maxVerify: null,
    maxGates: null,
    maxRevisions: 2,
    hardCapRounds: 5,
    maxLandingRetries: 2,
    agentTries: 2,
    clarifications: 2,
    budgetUsd: null,
    budgetTokens: null,
    ticketBudgetUsd: null,
    ticketTimeout: 14_400_000,
    agentTimeout: 900_000,
    stall: 300_000,
  });
  expect(completeLimits({ maxParallel: 8 })).toMatchObject({ maxParallel: 8, maxAgents: 10 });
});

test('DISPATCH-04 later limits win one by one', () => {
  const limits = completeLimits({ maxParallel: 8, stall: 1 }, { maxParallel: 4, maxAgents: 1 });
  expect(limits).toMatchObject({ maxParallel: 4, maxAgents: 1, stall: 1 });
});
