// What goes wrong between an agent and its model, and what the coordinator is told of it.
import { existsSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

import { expect, test } from 'vitest';

import { parseCritic } from '../../src/formats/index.ts';
import type { AgentEnd } from '../../src/ports/agents.ts';
import {
  type Ability,
  type Bench,
  bytesBelow,
  itCan,
  judge,
  KEY,
  type RealAgent,
  type Told,
} from './kit-bench.ts';

type Kind = AgentEnd['stop']['kind'];

const troubles: readonly (readonly [ability: Ability, scenario: string, kind: Kind])[] = [
  ['401', '401', 'authentication'],
  ['429', '429:7200', 'limit'],
  ['500', '500', 'crash'],
  ['529', '529', 'crash'],
  ['refused', 'refuse', 'refused'],
  ['context full', 'full', 'context_full'],
];

export function saysWhatWentWrong(bench: Bench): void {
  namesTheTrouble(bench);
  isBounded(bench);
  keepsToItself(bench);
}

function namesTheTrouble(bench: Bench): void {
  const { agent } = bench;
  for (const [ability, scenario, kind] of troubles) {
    itCan(agent, ability, `RECOVER-02 ${ability} ends as ${kind}`, async () => {
      const end = await bench.ask({ scenario, ...(kind === 'crash' ? patient(agent) : {}) });
      expect(end.stop.kind).toBe(kind);
      expect('because' in end.stop ? end.stop.because : '').not.toBe('');
      expect(JSON.stringify(end)).not.toContain(KEY);
    });
  }

  itCan(
    agent,
    '429 until',
    'RECOVER-02 a limit says when it ends if the provider says how long',
    async () => {
      const before = Date.now();
      const { stop } = await bench.ask({ scenario: '429:7200' });
      const until = stop.kind === 'limit' ? (stop.until ?? 0) : 0;
      expect(until).toBeGreaterThanOrEqual(before + 7_200_000);
      expect(until).toBeLessThanOrEqual(Date.now() + 7_260_000);
    },
  );

  itCan(
    agent,
    'limit until',
    'RECOVER-02 a usage limit says when it ends if the provider names the time',
    async () => {
      const ends = Math.ceil(Date.now() / 60_000 + 60) * 60_000;
      const scenario = `limit:${ends}`;
      expect((await bench.ask({ scenario, ...patient(agent) })).stop).toMatchObject({
        kind: 'limit',
        until: ends,
      });
    },
  );
}

function patient({ patience }: RealAgent): Pick<Told, 'bend'> {
  return patience === undefined ? {} : { bend: { timeout: patience, stall: patience } };
}

function isBounded(bench: Bench): void {
  const { agent } = bench;
  itCan(
    agent,
    'hang',
    'RECOVER-02 a model that hangs in the middle of its answer is a stall, or the end of the time',
    async () => {
      expect((await bench.ask({ scenario: 'hangstream', bend: { stall: 6_000 } })).stop.kind).toBe('stall');
      expect((await bench.ask({ scenario: 'hangstream', bend: { timeout: 6_000 } })).stop.kind).toBe(
        'timeout',
      );
    },
  );

  itCan(agent, 'loop', 'RECOVER-02 an endless loop is cut by a cap', async () => {
    // A loop ends by the count of its turns; where turns are slow the deadline would come first and prove nothing.
    const end = await bench.ask({ scenario: 'loop', bend: { ...judge, timeout: 400_000, stall: 400_000 } });
    expect(agent.ends?.loop ?? ['cap']).toContain(end.stop.kind);
    expect(bench.asked().length).toBeLessThanOrEqual(250);
  });

  itCan(
    agent,
    'huge',
    'RECOVER-02 P8 of endless output a bounded part is kept, and a judge is not believed',
    async () => {
      const scenario = 'huge';
      const worker = await bench.ask({ scenario });
      expect(worker.text.length).toBeLessThan(21_000_000);
      expect(['finished', 'cap']).toContain(worker.stop.kind);
      const critic = await bench.ask({ scenario, bend: judge });
      expect(critic.text.length).toBeLessThan(21_000_000);
      expect(agent.ends?.huge ?? ['cap']).toContain(critic.stop.kind);
    },
  );
}

function keepsToItself(bench: Bench): void {
  const { agent } = bench;
  itCan(agent, 'bad json', 'SIGNAL-05 P8 a verdict that is cut off does not count', async () => {
    const end = await bench.ask({ scenario: 'badjson', bend: judge });
    expect(parseCritic(end.text, { ticket: 'T-1', token: 't0k3n' }).verdict).toBe('unknown');
  });

  const command = encodeURIComponent('env');

  test('BEYOND-09 the key is in no answer and no record of the run', async () => {
    const end = await bench.ask({ scenario: `shell:${command}` });
    expect(end.stop.kind).toBe('finished');
    expect(bench.asked().length).toBeGreaterThan(1);
    expect(JSON.stringify(end)).not.toContain(KEY);
    // What an agent that hands its key on keeps of the conversation is its own, in a home that nobody else can open.
    const { run } = bench.place();
    const home = join(run, 'home');
    const isOwn = (path: string): boolean => agent.cannot?.key !== undefined && path.startsWith(home + sep);
    const holders = Object.entries(bytesBelow(run)).filter(
      ([path, bytes]) => bytes.includes(KEY) && !isOwn(path),
    );
    expect(holders.map(([path]) => path)).toEqual([]);
    expect(existsSync(home) ? statSync(home).mode & 0o077 : 0).toBe(0);
  });

  itCan(agent, 'key', 'BEYOND-09 the commands it runs do not see its key', async () => {
    await bench.ask({ scenario: `shell:${command}` });
    const bodies = bench.asked().map(({ body }) => body);
    // By what it says, without what was said: a failure of this would print a whole conversation.
    expect(bodies.some((body) => body.includes(KEY))).toBe(false);
  });
}
