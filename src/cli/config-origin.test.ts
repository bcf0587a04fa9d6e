import { expect, test } from 'vitest';

import { begunWith, type ConfigSides, configOrigin, notesOf } from './config-origin.ts';

const commit = '3f2a1c9'.padEnd(40, '0');
const file = 'gauntlet.yaml';
const noteOf = (sides: Omit<ConfigSides, 'file'>): readonly string[] =>
  notesOf(configOrigin({ file, ...sides }));
const main = (text: string | undefined): ConfigSides['base'] => ({ ref: 'main', commit, text });

test('REAL-06 nothing is said where the configuration that is used is the one in the work tree', () => {
  expect(noteOf({ base: main('a'), here: 'a', used: 'base' })).toEqual([]);
  expect(noteOf({ base: main(undefined), here: undefined, used: 'here' })).toEqual([]);
  expect(noteOf({ base: null, here: 'a', used: 'here' })).toEqual([]);
  expect(configOrigin({ file, base: main('a'), here: 'a', used: 'base' })).toEqual({
    file,
    commit,
    differs: false,
    note: null,
  });
});

test('REAL-06 one line says which commit was used and how to use the other', () => {
  expect(noteOf({ base: main('a'), here: 'b', used: 'base' })).toEqual([
    'gauntlet.yaml: using the version at main (3f2a1c9); the one in your work tree differs: commit it there, or add --config gauntlet.yaml',
  ]);
  expect(noteOf({ base: main('a'), here: undefined, used: 'base' })[0]).toContain('your work tree has none');
  expect(noteOf({ base: main('a'), here: 'b', used: 'here' })).toEqual([
    'gauntlet.yaml: using the version in your work tree; the one at main (3f2a1c9) differs',
  ]);
  expect(noteOf({ base: main(undefined), here: 'b', used: 'here' })).toEqual([
    'gauntlet.yaml: using the version in your work tree; main (3f2a1c9) has none',
  ]);
});

test('REAL-06 REAL-04 a run keeps its configuration, and says of which commit and how to begin with the other', () => {
  const begun = { file: 'gauntlet.yaml', base: { ref: 'main', commit }, epic: 'shop' };
  expect(begunWith({ ...begun, differs: false }).note).toBeNull();
  expect(begunWith({ ...begun, differs: true }).note).toBe(
    'gauntlet.yaml: using the version this run began with, from main (3f2a1c9); the one in your work tree differs; to use that one: gauntlet undo shop, then gauntlet run <epic file> --config gauntlet.yaml',
  );
});

test('REAL-06 P9 a change is never told to name its own configuration', () => {
  for (const sides of [
    { base: main('a'), here: 'b', used: 'base', isBrought: true },
    { base: main(undefined), here: 'b', used: 'none' },
    { base: main(undefined), here: undefined, used: 'none' },
  ] as const) {
    const [note = ''] = noteOf(sides);
    expect(note).toContain('the new version takes effect once it is on main');
    expect(note).not.toContain('--config');
  }
});
