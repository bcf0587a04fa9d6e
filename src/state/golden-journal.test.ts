import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { admitted } from '../run/index.ts';
import { endOf, readJournal } from '../../test/support/journal.ts';
import { evolve, initialState } from './index.ts';

const folder = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'journals');
const versions = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.replace('.jsonl', ''));

test('STATE-01 there is a journal of every version since 0.1, with many kinds of events', () => {
  expect(versions).toContain('v0.1');
  for (const version of versions) {
    const types = readJournal(join(folder, `${version}.jsonl`)).map((event) => event.type);
    expect(new Set(types).size, version).toBeGreaterThan(50);
  }
});

test.each(versions)('STATE-01 STATE-03 a journal of %s still folds to the end it had', (version) => {
  const journal = readJournal(join(folder, `${version}.jsonl`));
  const state = journal.reduce(evolve, initialState);
  expect(endOf(state)).toEqual(JSON.parse(readFileSync(join(folder, `${version}.end.json`), 'utf8')));
  expect(journal.reduce(admitted, initialState)).toEqual(state);
});
