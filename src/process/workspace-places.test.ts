import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { placesUnder } from './workspace-places.ts';

let state: string;

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'gauntlet-places-'));
});

afterEach(() => rm(state, { recursive: true, force: true }));

test('RECOVER-01 places of our own workspaces, and of none, are found; those of another epic at work are not', async () => {
  const [ours, theirs] = [
    join(state, 'work', 'mine', 'checks', '1'),
    join(state, 'work', 'other', 'checks', '1'),
  ];
  for (const path of [ours, theirs, ...['1', '2', '3', '4'].map((slot) => join(state, 'places', slot))])
    await mkdir(path, { recursive: true });
  const table = { [ours]: 1, [theirs]: 2, [join(state, 'work', 'other', 'gone')]: 3 };
  await writeFile(join(state, 'places.json'), JSON.stringify(table));
  const found = placesUnder(state, join(state, 'work', 'mine'));
  expect([...found].sort()).toEqual(['1', '3', '4'].map((slot) => join(state, 'places', slot)));
});

test('where nothing was ever readied there are no places', () => {
  expect(placesUnder(state, join(state, 'work', 'mine'))).toEqual([]);
});
