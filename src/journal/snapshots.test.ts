import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleEvents } from '../../test/contracts/journal-sample.ts';
import { openJournal } from './open-journal.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gauntlet-snapshot-'));
  file = join(folder, 'journal.db');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function withSnapshot(): Promise<void> {
  const journal = openJournal({ file });
  await journal.append(sampleEvents(1, 10));
  await journal.saveSnapshot(8, Buffer.from('the state'), 'v1');
  journal.close();
}

function loaded(): { readonly seq: number } | undefined {
  const journal = openJournal({ file });
  const snapshot = journal.loadSnapshot('v1');
  journal.close();
  return snapshot;
}

test('RECOVER-01 a snapshot is there after a restart, and the events after it are read on their own', async () => {
  await withSnapshot();
  const journal = openJournal({ file });
  expect(journal.loadSnapshot('v1')).toEqual({ seq: 8, bytes: Buffer.from('the state') });
  expect([...journal.read(8)]).toEqual(sampleEvents(9, 10));
  journal.close();
});

test('a spoilt snapshot is passed over, whichever byte of it is wrong', async () => {
  await withSnapshot();
  const good = readFileSync(`${file}.snapshot`);
  for (let at = 0; at < good.length; at++) {
    const bad = Buffer.from(good);
    bad[at] = (good[at] ?? 0) ^ 0x01;
    writeFileSync(`${file}.snapshot`, bad);
    expect([at, loaded()]).toEqual([at, undefined]);
  }
  writeFileSync(`${file}.snapshot`, good.subarray(0, 20));
  expect(loaded()).toBeUndefined();
  writeFileSync(`${file}.snapshot`, good);
  expect(loaded()?.seq).toBe(8);
});

test('a snapshot of another history is passed over', async () => {
  await withSnapshot();
  rmSync(file);
  const journal = openJournal({ file });
  await journal.append(sampleEvents(1, 10).map((event) => ({ ...event, at: 7 })));
  expect(journal.loadSnapshot('v1')).toBeUndefined();
  journal.close();
});

test('a snapshot that is ahead of its journal is passed over', async () => {
  await withSnapshot();
  copyFileSync(`${file}.snapshot`, join(folder, 'ahead'));
  rmSync(file);
  openJournal({ file }).close();
  copyFileSync(join(folder, 'ahead'), `${file}.snapshot`);
  expect(loaded()).toBeUndefined();
});
