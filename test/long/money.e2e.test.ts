// Budgets of whole runs: models behind an API whose every call costs the same, counted where they are asked.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';

import { used } from '../model-server/exchange.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import { EpicRun, patience } from '../support/epic-run.ts';

const KEY = 'sk-test-0123456789abcdef';
/** Dollars of one call, whatever is asked. */
const CALL = 0.25;
const prices = { in: (CALL * 1_000_000) / used.tokensIn, out: 0 };
const folder = mkdtempSync(join(tmpdir(), 'gauntlet-money-'));
const servers: ModelServer[] = [];
let run: EpicRun | undefined;

afterEach(() => run?.remove());
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each developer asks its model seven times, each judge once. */
function scriptFor(tickets: readonly string[]): unknown {
  const looks = Array.from({ length: 4 }, () => ({ run: ['true'] }));
  return tickets.flatMap((ticket) => [
    {
      when: { role: 'developer', ticket },
      do: [{ write: `parts/${ticket}.txt`, text: 'done\n' }, ...looks],
      pass: { matrix: 'pass', summary: 'it is there' },
    },
    { when: { role: 'critic', ticket }, pass: { summary: 'fine' } },
    { when: { role: 'auditor', ticket }, pass: { summary: 'fine' } },
  ]);
}

type Money = {
  readonly tickets: number;
  readonly limits: Readonly<Record<string, unknown>>;
  readonly agent?: Readonly<Record<string, unknown>>;
};

async function epic({ tickets, limits, agent = {} }: Money): Promise<{ server: ModelServer; run: EpicRun }> {
  const names = Array.from({ length: tickets }, (_, nth) => `T${nth + 1}`);
  const script = join(folder, `script-${servers.length}.yaml`);
  // JSON is YAML.
  writeFileSync(script, JSON.stringify(scriptFor(names)));
  const server = await startModelServer({ script });
  servers.push(server);
  const settings = { use: 'api', provider: 'anthropic', model: 'm', apiKeyEnv: 'TEST_KEY', prices, ...agent };
  run = new EpicRun({
    config: {
      agents: { default: { ...settings, baseUrl: `${server.url}/v1` } },
      limits: { maxParallel: 8, maxAgents: 8, maxVerify: 2, agentTimeout: '4m', stall: '4m', ...limits },
    },
    tickets: names.map((id) => ({ id, touches: [`parts/${id}.txt`] })),
  });
  return { server, run };
}

type Cost = {
  readonly rows: readonly { readonly name: string; readonly usd: number; readonly runs: number }[];
  readonly total: Readonly<Record<'usd' | 'tokens' | 'tokensIn' | 'tokensOut' | 'estimatedUsd', number>>;
  readonly budget: { readonly usd: number | null; readonly tokens: number | null };
  readonly left: { readonly usd: number | null; readonly tokens: number | null };
};

async function costOf(epicRun: EpicRun, by = 'role'): Promise<Cost> {
  const { code, stdout } = await epicRun.ask('cost', '--json', '--by', by);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Cost;
}

const env = { TEST_KEY: KEY };

test(
  'TEAM-16 eight agents on a small budget spend at most one call each beyond it; the run ends with 4, and more money completes it',
  async () => {
    const budget = 9;
    const { server, run: here } = await epic({ tickets: 8, limits: { budgetUsd: budget } });
    const ended = await here.start(['run', 'epic.yaml', '--no-input'], env).ended;
    await here.look();
    expect(ended.code, ended.stderr).toBe(4);
    expect(ended.stdout).toContain('gauntlet resume e1 --budget');
    const calls = server.requests.length;
    // All of it was spent, for eight developers want 14 dollars, and hardly more.
    expect(calls * CALL).toBeGreaterThan(budget - 1);
    expect(calls * CALL).toBeLessThanOrEqual(budget + 8 * CALL);
    const stopped = here.events().filter((event) => event.type === 'agent_failed');
    expect(stopped.length).toBeGreaterThan(0);
    expect(stopped.every((event) => event.trouble === 'budget' && event.used.usd > 0)).toBe(true);
    const cost = await costOf(here);
    expect(cost.total).toMatchObject({ tokensIn: calls * used.tokensIn, estimatedUsd: 0 });
    expect(cost.total.usd).toBeCloseTo(calls * CALL);
    expect(cost.left.usd).toBeCloseTo(budget - calls * CALL);

    const more = await here.start(['resume', '--no-input', '--budget', '100'], env).ended;
    await here.look();
    expect(more.code, more.stderr).toBe(0);
    expect(here.landed().toSorted()).toEqual(['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8']);
    expect(here.events().filter(({ type }) => type === 'budget_changed')).toMatchObject([
      { usd: 100, by: 'ada' },
    ]);
    const sent = here.events().filter((event) => 'reserved' in event && event.stage === 'develop');
    // Being stopped for money is neither an attempt nor a try.
    expect(sent.every((event) => 'attempt' in event && event.attempt === 0 && event.try === 0)).toBe(true);
    const after = await costOf(here, 'ticket');
    expect(after.budget.usd).toBe(100);
    expect(after.total.usd).toBeCloseTo(server.requests.length * CALL);
    expect(after.rows).toHaveLength(8);
  },
  2 * patience,
);

test(
  'TEAM-16 a budget of tokens binds the same way, while nobody knows what they cost',
  async () => {
    const tokens = used.tokensIn + used.tokensOut;
    const { server, run: here } = await epic({
      tickets: 2,
      limits: { budgetTokens: 10 * tokens },
      agent: { prices: undefined, estimate: { tokens: 4 * tokens } },
    });
    const ended = await here.start(['run', 'epic.yaml', '--no-input'], env).ended;
    await here.look();
    expect(ended.code, ended.stderr).toBe(4);
    expect(server.requests.length).toBeGreaterThanOrEqual(7);
    expect(server.requests.length).toBeLessThanOrEqual(12);
    const { stdout } = await here.ask('cost', '--by', 'stage');
    expect(stdout).toMatch(/^develop +\d+ +\d+ +\d+ +\d+ +- *$/m);
    expect(stdout).toContain('of unknown cost');
    expect(stdout).toContain(`budget ${10 * tokens} tokens`);
    const more = await here.start(['resume', '--no-input', '--budget-tokens', String(100 * tokens)], env)
      .ended;
    await here.look();
    expect(more.code, more.stderr).toBe(0);
    expect(here.landed().toSorted()).toEqual(['T1', 'T2']);
  },
  2 * patience,
);

test(
  'TEAM-16 the budget of one ticket is a person’s question, and a retry brings the same again',
  async () => {
    const { server, run: here } = await epic({ tickets: 1, limits: { ticketBudgetUsd: 2 } });
    const go = async (command: string, ...more: readonly string[]): Promise<number | null> => {
      const ended = await here.start([command, ...more, '--no-input'], env).ended;
      await here.look();
      return ended.code;
    };
    // Seven calls of the developer leave a quarter, which does not reach for a critic.
    expect(await go('run', 'epic.yaml')).toBe(3);
    expect(server.requests).toHaveLength(7);
    expect(here.of('T1', 'ticket_escalated')).toMatchObject([{ reason: 'ticket_budget' }]);
    expect((await here.gauntlet('decide', 'T1', '--retry', '--reason', 'go on')).code).toBe(0);
    expect(await go('resume')).toBe(0);
    expect(here.landed()).toEqual(['T1']);
    // It went on where it stood: a critic and an auditor more, and no developer.
    expect(server.requests).toHaveLength(9);
  },
  2 * patience,
);

test(
  'TEAM-16 a developer that the budget of its ticket stops is charged what it used, and the next one goes on from its work',
  async () => {
    const { server, run: here } = await epic({ tickets: 1, limits: { ticketBudgetUsd: 1.25 } });
    const ended = await here.start(['run', 'epic.yaml', '--no-input'], env).ended;
    await here.look();
    expect(ended.code, ended.stderr).toBe(3);
    expect(server.requests).toHaveLength(5);
    expect(here.of('T1', 'agent_failed')).toMatchObject([{ trouble: 'budget', used: { usd: 1.25 } }]);
    expect(here.of('T1', 'ticket_escalated')).toMatchObject([{ reason: 'ticket_budget' }]);
    const [stopped] = here.runs('T1', 'develop');
    const { commit } = here.record(stopped?.run ?? -1, 'delivered') as { readonly commit: string };
    expect((await here.gauntlet('decide', 'T1', '--retry', '--reason', 'go on')).code).toBe(0);
    const again = await here.start(['resume', '--no-input'], env).ended;
    await here.look();
    expect(again.code, again.stderr).toBe(3);
    // The same allowance again, in all five calls more.
    expect(server.requests).toHaveLength(10);
    const [, second] = here.runs('T1', 'develop');
    expect(here.record(second?.run ?? -1, 'workspace')).toMatchObject({ head: commit });
    expect(here.record(second?.run ?? -1, 'workspace')).not.toMatchObject({ base: commit });
  },
  2 * patience,
);

test(
  'TEAM-16 an agent that does not say what it used is charged its estimate, and the report says so',
  async () => {
    run = new EpicRun({
      config: {
        agents: {
          default: { use: 'command', run: ['sh', '.agent/agent.sh'], estimate: { usd: 0.5 } },
          critic: { use: 'command', run: ['sh', '.agent/agent.sh'] },
        },
        limits: { maxParallel: 1, maxVerify: 1, agentTimeout: '2m', stall: '2m', budgetUsd: 5 },
      },
      tickets: [{ id: 'A' }],
    });
    const { code, stdout } = await run.run();
    expect(code).toBe(0);
    expect(stdout).toContain('cost not reported by the agents ($1.30 charged to the budget by estimate)');
    const [developed] = run.of('A', 'developer_ready_for_review');
    expect(developed).toMatchObject({
      used: { usd: 0.5, tokens: 0 },
      meter: { usd: 'estimated', tokens: 'unknown' },
    });
    const table = (await run.ask('cost')).stdout;
    expect(table).toMatch(/^role +runs +tokens in +tokens out +tokens +dollars +estimated$/m);
    expect(table).toMatch(/^developer +1 +- +- +0 +\$0\.50 +\$0\.50$/m);
    expect(table).toMatch(/^critic +1 +- +- +0 +\$0\.30 +\$0\.30$/m);
    expect(table).toMatch(/^total +3 +- +- +0 +\$1\.30 +\$1\.30$/m);
    expect(table).toContain('because the agent did not report its usage');
    expect(table).toContain('budget $5.00: $3.70 left');
    expect((await run.ask('cost', '--by', 'weather')).code).toBe(2);
  },
  patience,
);
