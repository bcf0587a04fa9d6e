// Whole runs of the built command line with real agents: the demo epic, and a critic whose scores decide.
import { afterAll, beforeAll, expect } from 'vitest';

import type { AgentSettings } from '../../src/model/config.ts';
import type { Event } from '../../src/model/events.ts';
import { DemoRun, demoScript } from '../model-server/demo-run.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';
import { EpicRun } from '../support/epic-run.ts';
import { itCan, KEY, type RealAgent } from './kit-bench.ts';

export function worksTheDemo(agent: RealAgent): void {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer({ script: demoScript });
  });
  afterAll(() => server.close());

  itCan(
    agent,
    'demo',
    `BEYOND-01 the demo epic goes all its ways with ${agent.name} in every role`,
    async () => {
      const demo = new DemoRun({
        agents: { default: settingsIn(agent.settings(server.url)) },
        env: agent.env?.(server.url) ?? {},
      });
      try {
        const told = await demo.gauntlet('run', 'epic.yaml', '--no-input', '--json');
        // Exit code 3: one of its tickets is meant to end with a person.
        expect(told).toMatchObject({ code: 3 });
        const events = await demo.events();
        const trouble = events.filter(({ type }) => type === 'agent_failed' || type === 'agent_unclear');
        expect({ landed: landedIn(events), trouble }).toEqual({
          landed: ['SHOP-1', 'SHOP-2', 'SHOP-3', 'SHOP-4', 'SHOP-6'],
          trouble: [],
        });
        expect(of(events, 'SHOP-2', 'critic_fail')).toHaveLength(1);
        expect(of(events, 'SHOP-3', 'validation_failed')).toHaveLength(1);
        expect(of(events, 'SHOP-5', 'critic_fail')).toHaveLength(3);
        expect(events.filter(({ type }) => type === 'merge_conflict')).toHaveLength(1);
        const { tickets } = JSON.parse(told.stdout) as { tickets: { tokens: number }[] };
        if (agent.cannot?.usage === undefined) expect(tickets.every(({ tokens }) => tokens > 0)).toBe(true);
        expect(demo.written()).not.toContain(KEY);
      } finally {
        demo.remove();
      }
    },
  );
}

/** The critic is the real agent; the developers are scripts, so that nothing else is asked of it. */
export function decidesByScores(agent: RealAgent): void {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(() => server.close());

  itCan(
    agent,
    'verdict pass',
    'FOUND-02 in a run a pass with 85 for requirement adherence is sent back; one without scores does not land',
    async () => {
      const run = new EpicRun({
        config: {
          agents: {
            default: { use: 'command', run: ['sh', '.agent/agent.sh'] },
            critic: settingsIn(agent.settings(server.url)),
          },
          limits: { maxParallel: 2, maxVerify: 1, maxRevisions: 0, clarifications: 1, agentTries: 1 },
        },
        tickets: [
          { id: 'LOW', title: 'Part LOW [[scenario:critic-low]]' },
          { id: 'BARE', title: 'Part BARE [[scenario:critic-unscored]]' },
          { id: 'GOOD', title: 'Part GOOD [[scenario:critic-pass]]' },
        ],
      });
      try {
        const started = run.start(['run', 'epic.yaml', '--no-input'], agent.env?.(server.url) ?? {});
        expect(await started.ended).toMatchObject({ code: 3 });
        await run.look();
        expect(run.landed()).toEqual(['GOOD']);
        expect(run.of('LOW', 'critic_fail')).toHaveLength(1);
        expect(run.of('LOW', 'ticket_escalated')).toMatchObject([{ kind: 'review' }]);
        // Agents with a form of their own refuse it there; from the others it is no verdict.
        expect(run.of('BARE', 'agent_unclear').length).toBeGreaterThan(0);
        expect([...run.of('BARE', 'critic_pass'), ...run.of('BARE', 'critic_fail')]).toEqual([]);
      } finally {
        run.remove();
      }
    },
  );
}

/** As a person would write them: without what is not set. */
function settingsIn(settings: Partial<AgentSettings>): Readonly<Record<string, unknown>> {
  const given = Object.entries(settings).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given);
}

function landedIn(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'task_complete' ? [event.ticket] : [])).toSorted();
}

function of(events: readonly Event[], ticket: string, type: Event['type']): readonly Event[] {
  return events.filter((event) => event.type === type && 'ticket' in event && event.ticket === ticket);
}
