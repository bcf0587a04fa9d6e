import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sampleEvents } from '../../test/contracts/journal-sample.ts';
import { openJournal } from './open-journal.ts';
import { verifyJournal } from './read-journal.ts';

test.each([0, 1, 2, 4])('STATE-01 a journal that says it has format %i is refused', async (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-layout-'));
  const file = join(folder, 'journal.db');
  try {
    const journal = openJournal({ file });
    await journal.append(sampleEvents(1, 6));
    journal.close();
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    expect(verifyJournal(file)).toMatchObject({ ok: false, at: 0 });
    expect(() => openJournal({ file })).toThrow(expect.objectContaining({ code: 'JOURNAL_DAMAGED' }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
