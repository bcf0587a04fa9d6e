import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { olderArchive, writeFirstLayout, writeSecondLayout } from '../../../test/contracts/journal-older.ts';
import { sampleEvents } from '../../../test/contracts/journal-sample.ts';
import { openJournal } from '../open-journal.ts';
import { verifyJournal } from '../verify-journal.ts';
import { archiveLines } from './archive.ts';
import { withRunIn, writeRunTo } from './run-in-folder.ts';
import { stageRun } from './staged-run.ts';

let top: string;

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'gauntlet-moving-'));
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

const folderOf = (name: string): string => join(top, name);
const fileOf = (name: string): string => join(top, name, 'journal.db');

async function exported(name: string): Promise<readonly string[]> {
  return withRunIn(folderOf(name), async (run) => {
    const lines: string[] = [];
    for await (const line of archiveLines(run)) lines.push(line.trimEnd());
    return lines;
  });
}

async function importedTo(name: string, lines: readonly string[]): Promise<void> {
  const run = await stageRun(Readable.from(lines));
  try {
    await writeRunTo(folderOf(name), run);
  } finally {
    run.close();
  }
}

/** Opening it makes the folder; what an older release wrote is put there afterwards. */
function older(name: string, write: (file: string) => void): void {
  openJournal({ file: fileOf(name) }).close();
  rmSync(fileOf(name));
  write(fileOf(name));
}

async function goOn(name: string, last: number): Promise<void> {
  const journal = openJournal({ file: fileOf(name) });
  await journal.append(sampleEvents(journal.last() + 1, last));
  expect([...journal.read()]).toEqual(sampleEvents(1, last));
  journal.close();
  expect(verifyJournal(fileOf(name))).toEqual({ ok: true, events: last });
}

test.each([
  ['layout 1', (file: string) => writeFirstLayout(file, 9)],
  ['layout 2', (file: string) => writeSecondLayout(file, 9)],
])('STATE-01 a run of %s is exported as it is, imported, and gone on with', async (_, write) => {
  older('here', write);
  await importedTo('there', await exported('here'));
  await goOn('there', 12);
});

test('STATE-01 a run with rows of both rules goes from place to place and on at each', async () => {
  older('a', (file) => writeSecondLayout(file, 9));
  await goOn('a', 300);
  for (const [from, to, last] of [
    ['a', 'b', 303],
    ['b', 'c', 306],
  ] as const) {
    await importedTo(to, await exported(from));
    await goOn(to, last);
  }
});

test('STATE-01 what an older release exported is imported and gone on with', async () => {
  await importedTo('there', olderArchive('E-1', 5));
  await goOn('there', 7);
});

test('what is exported today says so: a release that knows the older rule alone refuses it by its number', async () => {
  older('here', (file) => writeSecondLayout(file, 2));
  expect(JSON.parse((await exported('here'))[0] ?? '')).toMatchObject({ gauntlet: 'run', v: 2 });
  await expect(importedTo('there', ['{"gauntlet":"run","v":3,"epic":"E-1"}'])).rejects.toThrow(
    'another release',
  );
});

test('STATE-01 a row of an export that does not follow, by either rule, is refused', async () => {
  older('here', (file) => writeSecondLayout(file, 4));
  await goOn('here', 8);
  const lines = await exported('here');
  for (let at = 1; at < lines.length - 1; at++) {
    const changed = lines.toSpliced(at, 1, (lines[at] ?? '').replace('stopped', 'resumed'));
    await expect(importedTo('there', changed)).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
  }
});
