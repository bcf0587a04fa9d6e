import { expect, test } from 'vitest';

import type { AssignmentEvent } from '../../model/events.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentPart, StageContext } from '../stage-context.ts';
import { openTap } from './call-meter.ts';

const reading = (tokens: number): Usage => ({ tokensIn: tokens, tokensOut: 0, usd: null });

/** A place whose disk answers when it is told to. */
function slowSite(): {
  context: StageContext;
  written: Usage[];
  answer: (() => void)[];
  fail: { now: boolean };
} {
  const written: Usage[] = [];
  const answer: (() => void)[] = [];
  const fail = { now: false };
  const records = {
    get: () => Promise.resolve(undefined),
    put: (_: number, __: string, usage: Usage) => {
      written.push(usage);
      if (fail.now) return Promise.reject(new Error('no space left'));
      return new Promise<void>((resolve) => answer.push(resolve));
    },
  };
  const meter = { tell: () => undefined, reachesFor: () => true };
  return { context: { records, meter } as unknown as StageContext, written, answer, fail };
}

const assignment = { run: 1 } as AssignmentEvent;
const settings = {} as AgentPart['settings'];
const finished = { stop: { kind: 'finished' }, text: '', usage: null, session: null, by: null } as const;

test('TEAM-16 a flood of readings is one write under way and the latest to come', async () => {
  const { context, written, answer } = slowSite();
  const tap = await openTap(context, assignment, settings);
  for (let tokens = 1; tokens <= 10_000; tokens += 1) tap.mayGoOn(reading(tokens));
  expect(written.map(({ tokensIn }) => tokensIn)).toEqual([1]);
  const closed = tap.close(finished);
  answer[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(written.map(({ tokensIn }) => tokensIn)).toEqual([1, 10_000]);
  answer[1]?.();
  expect(await closed).toMatchObject({ stop: { kind: 'finished' }, usage: { tokensIn: 10_000 } });
});

test('a reading that cannot be kept is told at the end of the call, and brings nobody down before', async () => {
  const { context, fail } = slowSite();
  fail.now = true;
  const tap = await openTap(context, assignment, settings);
  expect(tap.mayGoOn(reading(5))).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(tap.close(finished)).rejects.toThrow('no space left');
});
