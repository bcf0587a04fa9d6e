// What an agent answers with: verdicts as data, what it used, who it is, and a conversation that goes on.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { parseCritic } from '../../src/formats/index.ts';
import { reviewDimensions } from '../../src/model/dimensions.ts';
import type { Usage } from '../../src/model/usage.ts';
import type { AgentEnd } from '../../src/ports/agents.ts';
import { type Bench, itCan, judge } from './kit-bench.ts';

export function answersWell(bench: Bench): void {
  givesVerdicts(bench);
  saysWhatItUsed(bench);
  goesOn(bench);
}

function verdictIn({ text }: AgentEnd): string {
  return parseCritic(text, { ticket: 'T-1', token: 't0k3n', changedFiles: ['work.txt'] }).verdict;
}

function givesVerdicts(bench: Bench): void {
  const { agent } = bench;
  const verdicts = [
    ['verdict pass', 'critic-pass', 'pass'],
    ['verdict fail', 'critic-fail', 'fail'],
    ['verdict corrected', 'corrected', 'pass'],
    ['verdict in words', 'verdict', 'pass'],
  ] as const;
  for (const [ability, scenario, verdict] of verdicts) {
    itCan(agent, ability, `SIGNAL-04 a critic's answer comes out as ${verdict} (${scenario})`, async () => {
      const end = await bench.ask({ scenario, bend: judge });
      expect({ ...end.stop, verdict: verdictIn(end) }).toEqual({ kind: 'finished', verdict });
    });
  }

  itCan(agent, 'verdict pass', 'FOUND-02 the scores of a critic come through, and decide', async () => {
    const scored = async (scenario: string) => {
      const { text } = await bench.ask({ scenario, bend: judge });
      const { verdict, reasons } = parseCritic(text, {
        ticket: 'T-1',
        token: 't0k3n',
        dimensions: reviewDimensions,
      });
      return { verdict, first: reasons[0] };
    };
    expect(await scored('critic-low')).toEqual({
      verdict: 'fail',
      first: 'requirement_adherence is 85, below 90',
    });
    expect(await scored('critic-pass')).toEqual({
      verdict: 'unknown',
      first: 'requirement_adherence was not scored',
    });
  });

  test('SIGNAL-05 an echo of the prompt is no verdict', async () => {
    expect(verdictIn(await bench.ask({ scenario: 'echo', bend: judge }))).toBe('unknown');
  });
}

function saysWhatItUsed(bench: Bench): void {
  const { agent } = bench;
  itCan(agent, 'usage', 'EPIC-12 what it used is said, to the token', async () => {
    const end = await bench.ask({ scenario: 'dev' });
    expect(end.stop).toEqual({ kind: 'finished' });
    const calls = bench.asked().length;
    expect(end.usage).toMatchObject({ tokensIn: 1000 * calls, tokensOut: 50 * calls });
  });

  itCan(agent, 'usage by call', 'EPIC-12 what it used is told after every model call', async () => {
    const told: Usage[] = [];
    const mayGoOn = (used: Usage): boolean => told.push(used) > 0;
    await bench.ask({ scenario: 'dev', bend: { mayGoOn } });
    expect(told.map(({ tokensIn }) => tokensIn)).toEqual(told.map((_, index) => 1000 * (index + 1)));
    expect(told.length).toBeGreaterThanOrEqual(bench.asked().length - 1);
  });

  itCan(
    agent,
    'usd',
    'EPIC-12 dollars come from the agent, or from the prices of the configuration',
    async () => {
      const end = await bench.ask({ scenario: 'answer', settings: { prices: { in: 3, out: 15 } } });
      expect(end.usage?.usd).toBeGreaterThan(0);
    },
  );

  itCan(
    agent,
    'budget',
    'EPIC-12 when the money is gone it is stopped after at most one more model call',
    async () => {
      const mayGoOn = ({ tokensIn }: Usage): boolean => tokensIn < 3_000;
      const end = await bench.ask({ scenario: 'loop', bend: { mayGoOn } });
      expect(end.stop.kind).toBe('budget');
      expect(end.usage?.tokensIn).toBeGreaterThanOrEqual(3_000);
      expect(bench.asked().length).toBeLessThanOrEqual(4);
    },
  );

  itCan(
    agent,
    'provenance',
    'TEAM-16 who answered is known by name, version, model and session',
    async () => {
      const end = await bench.ask({ scenario: 'answer' });
      expect(end.by).toMatchObject({ version: agent.version });
      expect(end.by?.agent).not.toBe('');
      expect(end.by?.model).not.toBeNull();
      expect(end.by?.session).not.toBeNull();
    },
  );
}

function goesOn(bench: Bench): void {
  itCan(
    bench.agent,
    'resume',
    'SIGNAL-04 a clarification goes on with its conversation, a fresh call does not',
    async () => {
      const prompt = (word: string): string => `[[scenario:recall]] remember: ${word}\nTask ID: T-1\n`;
      const ask = (word: string, name: string, session: string | null): Promise<AgentEnd> => {
        const folder = join(bench.place().run, name);
        mkdirSync(folder);
        return bench.ask({ scenario: '', bend: { prompt: prompt(word), folder, session } });
      };
      const first = await ask('plum', 'first', null);
      expect(first.text).toContain('remembered: nothing; now: plum');
      const second = await ask('pear', 'second', first.session);
      expect(second.text).toContain('remembered: plum; now: pear');
      const third = await ask('fig', 'third', second.session);
      expect(third.text).toContain('remembered: plum; now: fig');
      expect((await ask('pear', 'fresh', null)).text).toContain('remembered: nothing; now: pear');
      // What cannot be gone on with is begun afresh, or said to be trouble; never the wrong conversation.
      const lost = await ask('kiwi', 'lost', join(bench.place().run, 'gone'));
      expect(lost.text).not.toContain('plum');
    },
  );
}
