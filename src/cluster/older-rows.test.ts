import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { olderArchive, writeSecondLayout } from '../../test/contracts/journal-older.ts';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { clusterPlace } from '../../test/support/cluster-place.ts';
import {
  archiveLines,
  openJournal,
  stageRun,
  verifyJournal,
  withRunIn,
  writeRunTo,
} from '../journal/index.ts';
import type { MovableRun, StagedRun } from '../journal/index.ts';
import { openClusterJournal } from './journal.ts';
import { withClusterRun, writeClusterRun } from './moving.ts';
import { readClusterJournal } from './reader.ts';

const place = clusterPlace();

let top: string;
let epic: string;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'gauntlet-older-'));
  epic = place().epic();
});

afterEach(() => rm(top, { recursive: true, force: true }));

const folderIn = (name: string): string => join(top, name, epic);
const fileIn = (name: string): string => join(folderIn(name), 'journal.db');

async function linesOf(run: MovableRun): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of archiveLines(run)) lines.push(line.trimEnd());
  return lines;
}

async function staged(lines: readonly string[], use: (run: StagedRun) => Promise<void>): Promise<void> {
  const run = await stageRun(Readable.from(lines));
  try {
    await use(run);
  } finally {
    run.close();
  }
}

async function goOnHere(name: string, last: number): Promise<void> {
  const journal = openJournal({ file: fileIn(name) });
  await journal.append(sampleEvents(journal.last() + 1, last));
  journal.close();
  expect(verifyJournal(fileIn(name))).toEqual({ ok: true, events: last });
}

async function goOnThere(last: number): Promise<void> {
  const journal = await openClusterJournal(place().postgres, epic, { holder: 'test', leaseMs: 30_000 });
  await journal.append([sampleEvent(journal.last() + 1)]);
  await journal.append(sampleEvents(journal.last() + 1, last));
  await journal.closed();
  const reader = await readClusterJournal(place().postgres, epic);
  expect([...reader.read()]).toEqual(sampleEvents(1, last));
  reader.close();
}

const backFrom = (name: string): Promise<void> =>
  withClusterRun(place().postgres, epic, 'test', async (run) =>
    staged(await linesOf(run), (read) => writeRunTo(folderIn(name), read)),
  );

test('STATE-01 a run that an older release began goes to Postgres and back, with rows of both rules at either place', async () => {
  await mkdir(folderIn('here'), { recursive: true });
  writeSecondLayout(fileIn('here'), 5);
  await goOnHere('here', 8);
  const lines = await withRunIn(folderIn('here'), linesOf);
  await staged(lines, (run) => writeClusterRun(place().postgres, run));
  await goOnThere(12);
  await backFrom('there');
  await goOnHere('there', 15);
});

test('STATE-01 what an older release exported is imported into Postgres and gone on with', async () => {
  await staged(olderArchive(epic, 5), (run) => writeClusterRun(place().postgres, run));
  await goOnThere(9);
  await backFrom('there');
  await goOnHere('there', 10);
});

test.each([
  ['an event', "json = replace(json, 'stopped', 'resumed')"],
  ['a hash', "hash = sha256('x')"],
])('STATE-01 in rows of both rules it is noticed when %s is edited', async (_, what) => {
  await mkdir(folderIn('here'), { recursive: true });
  writeSecondLayout(fileIn('here'), 4);
  await goOnHere('here', 6);
  const lines = await withRunIn(folderIn('here'), linesOf);
  const { postgres } = place();
  await staged(lines, (run) => writeClusterRun(postgres, run));
  await goOnThere(8);
  for (const seq of [1, 5, 7]) {
    const row = [epic, seq] as const;
    const kept = 'SELECT json, hash FROM gauntlet.events WHERE epic = $1 AND seq = $2';
    const [before] = (await postgres.query<{ json: string; hash: Uint8Array }>(kept, row)).rows;
    await postgres.query(`UPDATE gauntlet.events SET ${what} WHERE epic = $1 AND seq = $2`, row);
    await expect(readClusterJournal(postgres, epic)).rejects.toMatchObject({
      code: 'JOURNAL_DAMAGED',
      data: { seq },
    });
    await postgres.query('UPDATE gauntlet.events SET json = $3, hash = $4 WHERE epic = $1 AND seq = $2', [
      ...row,
      before?.json ?? '',
      before?.hash ?? new Uint8Array(),
    ]);
  }
});
