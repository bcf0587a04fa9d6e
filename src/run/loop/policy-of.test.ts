import { expect, test } from 'vitest';
import { planOf, readConfig, readEpic, runPlanOf } from '../../plan/index.ts';
import { initialState } from '../../state/index.ts';
import { defaultPolicy, overtakingBound } from '../../decide/index.ts';
import { budgetOf, policyOf } from './policy-of.ts';
import { admitted, settle } from './settle-decisions.ts';

const epicText = `
version: 1
epic: two
title: Two tickets
tickets:
  - { id: A, title: First, touches: ["src/**"], acceptance: [{ id: AC1, text: it exits 0, verify: "true" }] }
  - { id: B, title: Second, needs: [A], touches: ["src/b.ts"], acceptance: [{ id: AC1, text: it exits 0, verify: "true" }] }
`;

function planned(configText: string) {
  const config = readConfig({ file: 'gauntlet.yaml', text: configText });
  if (!config.ok) throw new Error(JSON.stringify(config.complaints));
  const epic = readEpic({
    file: 'epic.yaml',
    text: epicText,
    readFile: () => undefined,
    config: config.value,
  });
  if (!epic.ok) throw new Error(JSON.stringify(epic.complaints));
  return { plan: planOf(epic.value, config.value), config: config.value };
}

test('what gauntlet.yaml says is what the coordinator decides by', () => {
  const { plan, config } = planned(
    'version: 1\nlimits: { maxParallel: 7, maxRevisions: 1, budgetUsd: 20, ticketBudgetUsd: 5 }\nonLimit: fail\ndepth: thorough\n',
  );
  const policy = policyOf(plan, config, { cores: 8, people: true });
  expect(policy).toMatchObject({
    maxParallel: 7,
    maxAgents: 9,
    maxVerify: 4,
    maxGates: 4,
    window: 4,
    confidence: 0.1,
    maxRevisions: 1,
    onLimit: 'fail',
    budget: { usd: 20, tokens: null },
    ticketBudget: { usd: 5, tokens: null },
    auditors: 5,
    maxFixRounds: 2,
    recoveryRetries: 2,
    waitForPeople: true,
  });
});

test('TEAM-16 an estimate of the configuration is set aside for its role and those that fall back on it', () => {
  const { plan, config } = planned(
    'version: 1\nagents: { default: { use: command, run: [a] }, developer: { use: command, run: [a], estimate: { usd: 7 } } }\n',
  );
  const { estimates } = policyOf(plan, config, { cores: 2, people: false });
  expect(estimates).toMatchObject({
    developer: { usd: 7, tokens: 200_000 },
    fixer: { usd: 7, tokens: 100_000 },
    critic: { usd: 0.3 },
  });
  expect(budgetOf(plan.limits, { usd: 3, tokens: null })).toEqual({ usd: 3, tokens: null });
});

test('on one core there is still one place for checks, and with the team off one reviewer judges', () => {
  const { plan, config } = planned('version: 1\ndepth: quick\n');
  const policy = policyOf(plan, config, { cores: 1, people: false });
  expect(policy).toMatchObject({ maxVerify: 1, maxGates: 1, window: 1 });
  expect(policy).toMatchObject({ auditors: 1, maxFixRounds: 0, waitForPeople: false });
});

test('DISPATCH-01 an epic file becomes a run that starts by measuring its base', () => {
  const { plan, config } = planned('version: 1\n');
  const policy = policyOf(plan, config, { cores: 2, people: false });
  const runPlan = runPlanOf(plan);
  expect(runPlan).toEqual({
    epic: 'two',
    tickets: [
      { id: 'A', needs: [], milestone: -1, rank: 0, touchClass: 0, review: true, critics: 1 },
      { id: 'B', needs: [0], milestone: -1, rank: 1, touchClass: 1, review: true, critics: 1 },
    ],
    milestones: [],
    overlaps: [
      [0, 1],
      [0, 1],
    ],
  });
  let seq = 0;
  const stamp = <T extends object>(draft: T) => ({ ...draft, seq: ++seq, at: 0 });
  const begun = admitted(
    initialState,
    stamp({ type: 'run_started', v: 1, plan: runPlan, overtaking: overtakingBound(policy) } as const),
  );
  const { start } = settle(begun, policy, { stamp, append: () => undefined });
  expect(start.map(({ type }) => type)).toEqual(['baseline_started']);
  expect(policy.maxInfrastructureReturns).toBe(defaultPolicy.maxInfrastructureReturns);
});
