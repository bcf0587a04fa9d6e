import { join } from 'node:path';
import { expect, test } from 'vitest';
import { admitted } from '../flow/index.ts';
import { readJournal } from '../../test/support/journal.ts';
import { each, evolve, initialState } from './index.ts';
import type { State } from './index.ts';

const folder = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'journals');

/** What a journal of a released version meant then is what it means now. The files are never written again. */
test('STATE-01 STATE-03 a journal of version 0.1 still folds to the end it had', () => {
  const journal = readJournal(join(folder, 'v0.1.jsonl'));
  const state = journal.reduce(evolve, initialState);
  expect(journal.reduce(admitted, initialState)).toEqual(state);
  expect(new Set(journal.map((event) => event.type)).size).toBe(57);
  expect(ends(state)).toEqual({
    T0: 'completed after attempt 1',
    T1: 'completed after attempt 0',
    T2: 'blocked after attempt 0',
    baseline: 'completed after attempt 0',
    'audit:m0': 'failed after attempt 0',
    'audit:m1': 'failed after attempt 0',
    'audit:run': 'completed after attempt 0',
    'remediation:1': 'completed after attempt 1',
    'remediation:2': 'completed after attempt 0',
    'remediation:3': 'completed after attempt 0',
    'remediation:4': 'failed after attempt 2',
    'fix:1': 'failed after attempt 0',
    'fix:2': 'completed after attempt 2',
    'fix:3': 'failed after attempt 2',
    'fix:4': 'failed after attempt 2',
  });
  const { phase, status, runs, ignored, failed, lander, running } = state;
  expect({ phase, status, runs, ignored, failed, lander, running, tokens: state.spent.tokens }).toEqual({
    phase: 'ended',
    status: 'partial',
    runs: 88,
    ignored: 25,
    failed: 4,
    lander: -1,
    running: 0,
    tokens: 30_182,
  });
});

function ends(state: State): Record<string, string> {
  return Object.fromEntries(
    [...each(state.jobs)].map((job) => [job.id, `${job.status} after attempt ${job.attempt}`]),
  );
}
