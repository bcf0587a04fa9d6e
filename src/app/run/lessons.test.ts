import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { readFindingMemory } from '../../journal/index.ts';
import type { Event } from '../../model/events.ts';
import { runLessons } from './lessons.ts';

const state = mkdtempSync(join(tmpdir(), 'gauntlet-lessons-'));
afterEach(() => rmSync(state, { recursive: true, force: true }));

const about = { v: 1, used: { usd: 0, tokens: 0 } };
const failed = (ticket: string, run: number): Event =>
  ({ ...about, type: 'critic_fail', ticket, run, seq: run, at: run }) as unknown as Event;
const landed = (ticket: string, run: number): Event =>
  ({ ...about, type: 'task_complete', ticket, run, seq: run, at: run }) as unknown as Event;
const feedback = (run: number) => ({
  blockingIssues: [],
  dimensionScores: [],
  findings: [
    {
      source: { kind: 'critic', name: 'critic' },
      rule: 'code_quality',
      severity: 'HIGH',
      file: 'a.ts',
      line: run,
      message: `wrong in run ${run}`,
      evidence: '',
      fix: '',
      fingerprint: `f-${run}`,
      grounding: 'located',
    },
  ],
});

test('BEYOND-05 whoever is sent with the landing that teaches is told of it, and nothing is written before that is recorded', async () => {
  const records = { get: (run: number) => Promise.resolve(feedback(run) as never) };
  const lessons = await runLessons({ state, records, before: [], isOn: true });
  for (const [nth, ticket] of ['A', 'B', 'C'].entries()) lessons.onEvent(failed(ticket, nth + 1));
  lessons.onEvent(landed('A', 11));
  lessons.onEvent(landed('B', 12));
  await lessons.settled();
  expect(await lessons.toldAfter([])).toEqual([]);
  const third = landed('C', 13);
  expect(await lessons.toldAfter([third])).toMatchObject([{ kind: 'code_quality', times: 3 }]);
  expect(lessons.told()).toEqual([]);
  const before = readFindingMemory(state);
  lessons.onEvent(third);
  await lessons.settled();
  expect(readFindingMemory(state)).not.toEqual(before);
  expect(await lessons.toldAfter([third])).toMatchObject([{ kind: 'code_quality', times: 3 }]);
});

test('RECOVER-02 a run removes what one that was killed had half written of the memory', async () => {
  const memory = join(state, 'memory');
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(memory, 'findings.json.0123456789ab.part'), '{"half');
  await runLessons({ state, records: { get: () => Promise.resolve(undefined) }, before: [], isOn: true });
  expect(readdirSync(memory)).toEqual([]);
});
