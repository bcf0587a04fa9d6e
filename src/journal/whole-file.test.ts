import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../test/support/in-folder.ts';
import { mailbox } from './mailbox.ts';
import { openJournal } from './open-journal.ts';
import { tidyFindingMemory } from './finding-memory.ts';
import { removeUnfinished, writeWhole } from './whole-file.ts';

let folder = '';
inFolder((path) => void (folder = path));

const filesIn = (place: string): readonly string[] =>
  readdirSync(place).filter((name) => !/lease|journal/.test(name));

test('RECOVER-02 what a killed writer left half written is gone once somebody opens what it belongs to', () => {
  const half = (place: string): string => {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'a.json.0123456789ab.part'), '{"half');
    return place;
  };
  openJournal({ file: join(half(join(folder, 'epic')), 'journal.db') }).close();
  mailbox(half(join(folder, 'mail')))
    .watch(() => undefined)
    .close();
  half(join(folder, 'memory'));
  tidyFindingMemory(folder);
  const places = ['epic', 'mail', 'memory'];
  expect(places.flatMap((place) => filesIn(join(folder, place)))).toEqual([]);
});

test('RECOVER-02 whoever is taken for dead while it writes writes again, and folders and other files stay', async () => {
  mkdirSync(join(folder, 'kept.part'));
  writeFileSync(join(folder, 'kept.json'), '1');
  const file = join(folder, 'file.json');
  let [removed, written] = [0, 0];
  // Until a removal has come between two steps of a writer three times; fewer in one write than anybody tries.
  while (removed < 3) {
    const content = String(written++).repeat(1000);
    const ended = new AbortController();
    const writing = writeWhole(file, content).finally(() => ended.abort());
    const isHalf = (): boolean => readdirSync(folder).some((name) => /[0-9a-f]{12}\.part$/.test(name));
    while (!ended.signal.aborted && !isHalf()) await new Promise(setImmediate);
    removed += Number(isHalf());
    removeUnfinished(folder);
    await writing;
    expect(readFileSync(file, 'utf8')).toBe(content);
  }
  expect(readdirSync(folder).sort()).toEqual(['file.json', 'kept.json', 'kept.part']);
});

test('what cannot be written at all says so and leaves nothing', async () => {
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'taken/x'), '');
  await expect(writeWhole(join(folder, 'taken'), 'a')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  await expect(writeWhole(join(folder, 'nowhere/a'), 'a')).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual(['taken']);
});
