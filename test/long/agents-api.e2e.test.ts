import { afterAll, expect, test } from 'vitest';

import type { Event } from '../../src/model/events.ts';
import { DemoRun, demoScript } from '../model-server/demo-run.ts';
import { startModelServer } from '../model-server/server.ts';

/** A minute of work on two free cores; here others may be using them too. */
const PATIENCE = 600_000;

const KEY = 'sk-test-0123456789abcdef';
const server = await startModelServer({ script: demoScript });

afterAll(() => server.close());

const endpoints = {
  anthropic: { provider: 'anthropic', baseUrl: `${server.url}/v1` },
  'OpenAI Responses': { provider: 'openai', baseUrl: `${server.url}/v1` },
} as const;

for (const [name, endpoint] of Object.entries(endpoints)) {
  test(
    `BEYOND-01 the demo epic goes all its ways with every agent a model behind ${name}`,
    async () => {
      const settings = {
        use: 'api',
        model: 'm',
        apiKeyEnv: 'TEST_KEY',
        prices: { in: 3, out: 15 },
        ...endpoint,
      };
      const demo = new DemoRun({ agents: { default: settings }, env: { TEST_KEY: KEY } });
      try {
        const told = await demo.gauntlet('run', 'epic.yaml', '--no-input', '--json');
        const events = await demo.events();
        expect({ code: told.code, landed: landedIn(events) }).toEqual({
          code: 3,
          landed: ['SHOP-1', 'SHOP-2', 'SHOP-3', 'SHOP-4', 'SHOP-6'],
        });
        expect(of(events, 'SHOP-2', 'critic_fail')).toHaveLength(1);
        expect(of(events, 'SHOP-3', 'validation_failed')).toHaveLength(1);
        expect(of(events, 'SHOP-5', 'critic_fail')).toHaveLength(3);
        expect(events.filter(({ type }) => type === 'merge_conflict')).toHaveLength(1);
        expect(events.filter(({ type }) => type === 'agent_failed' || type === 'agent_unclear')).toEqual([]);
        const { tickets } = JSON.parse(told.stdout) as { tickets: { costUsd: number; tokens: number }[] };
        expect(tickets.every(({ costUsd, tokens }) => costUsd > 0 && tokens > 0)).toBe(true);
        expect(demo.written()).not.toContain(KEY);
      } finally {
        demo.remove();
      }
    },
    PATIENCE,
  );
}

function landedIn(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'task_complete' ? [event.ticket] : [])).toSorted();
}

function of(events: readonly Event[], ticket: string, type: Event['type']): readonly Event[] {
  return events.filter((event) => event.type === type && 'ticket' in event && event.ticket === ticket);
}
