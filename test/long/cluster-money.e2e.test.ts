// One budget, two workers: models behind an API whose every call costs the same, counted where they are asked.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { used } from '../model-server/exchange.ts';
import { startModelServer } from '../model-server/server.ts';
import { clusterPlace } from '../support/cluster-place.ts';
import { ClusterRun } from '../support/cluster-run.ts';
import { patience } from '../support/epic-run.ts';

const CALL = 0.25;
const place = clusterPlace();
let close: () => Promise<void> = async () => undefined;

afterEach(() => close());

/** Developers who ask their model nine times, which is far more than they are taken to cost. */
function scriptFor(tickets: readonly string[]): string {
  const looks = Array.from({ length: 6 }, () => ({ run: ['true'] }));
  return JSON.stringify(
    tickets.map((ticket) => ({
      when: { role: 'developer', ticket },
      do: [{ write: `parts/${ticket}.txt`, text: 'done\n' }, ...looks],
      pass: { matrix: 'pass', summary: 'it is there' },
    })),
  );
}

test(
  'TEAM-16 BEYOND-08 agents of two workers together spend at most one call each beyond the budget of the run',
  { timeout: patience },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gauntlet-money-'));
    const tickets = ['T1', 'T2', 'T3', 'T4'];
    const script = join(folder, 'script.yaml');
    writeFileSync(script, scriptFor(tickets));
    const server = await startModelServer({ script });
    const budget = 4;
    const agent = { use: 'api', provider: 'anthropic', model: 'm', apiKeyEnv: 'TEST_KEY' };
    const prices = { in: (CALL * 1_000_000) / used.tokensIn, out: 0 };
    const estimate = { usd: 2 * CALL };
    const cluster = new ClusterRun(
      {
        config: {
          agents: { default: { ...agent, prices, estimate, baseUrl: `${server.url}/v1` } },
          limits: { maxParallel: 4, maxAgents: 4, budgetUsd: budget, agentTimeout: '4m', stall: '4m' },
        },
        tickets: tickets.map((id) => ({ id, touches: [`parts/${id}.txt`] })),
      },
      await place().server.database(),
    );
    close = async () => {
      cluster.remove();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    };
    // The coordinator does without: keys are where agents are started, and nowhere else.
    const env = { TEST_KEY: 'sk-test-0123456789abcdef' };
    const workers = [
      await cluster.workerWith(env, '--capacity', '2'),
      await cluster.workerWith(env, '--capacity', '2'),
    ];
    const { code, stderr } = await cluster.coordinate('run').ended;
    expect(code, stderr).toBe(4);
    for (const worker of workers) expect(worker.said()).toContain('took run');
    const spent = server.requests.length * CALL;
    // The tickets want nine dollars: alone with its meter each worker would have given out what is left over once more.
    expect(spent).toBeLessThanOrEqual(budget + tickets.length * CALL);
    expect(spent).toBeGreaterThan(budget - 2 * CALL - CALL);
  },
);
