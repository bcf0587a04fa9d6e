import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolder } from '../../test/support/in-folder.ts';
import { itHonoursTheRecordsContract } from '../../test/contracts/records.ts';
import { records } from './records.ts';

describe('records as files', () => {
  itHonoursTheRecordsContract(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gauntlet-records-'));
    return { open: () => records(folder), remove: () => rm(folder, { recursive: true, force: true }) };
  });
});

let folder: string;

inFolder((path) => void (folder = path));

test('the folder of a run is there once it has been asked for', () => {
  const path = records(folder).folder(12);
  expect(path).toBe(join(folder, 'runs', '12'));
  expect(statSync(path).isDirectory()).toBe(true);
});

test('nothing unfinished is left beside what was written', async () => {
  const kept = records(folder);
  await Promise.all([1, 2, 3, 4].map((nth) => kept.put(1, 'answer', 'x'.repeat(nth * 1000))));
  expect(readdirSync(kept.folder(1))).toEqual(['answer.json']);
});

test('a write that was cut off by a crash does not count: its name is not the final one', async () => {
  const kept = records(folder);
  writeFileSync(join(kept.folder(1), 'result.json.0123456789ab.part'), '{"type":"critic_pa');
  expect(await kept.finished(1)).toBeUndefined();
});

test('RECOVER-01 what a killed coordinator was writing is gone once the next one asks for the folder', async () => {
  await records(folder).put(1, 'answer', 'kept');
  const left = join(folder, 'runs', '1', 'result.json.0123456789ab.part');
  writeFileSync(left, '{"type":"critic_pa');
  expect(readdirSync(records(folder).folder(1))).toEqual(['answer.json']);
});

test('RECOVER-01 a spoilt record is damage and never taken for a result', async () => {
  const kept = records(folder);
  const place = join(kept.folder(1), 'result.json');
  writeFileSync(place, '{"type":"critic_pa');
  await expect(kept.finished(1)).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
  writeFileSync(place, '{"type":"critic_pass","v":1}');
  await expect(kept.finished(1)).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
});

test('what is kept by its hash is believed only while it has that hash, and keeping it again fixes it', async () => {
  const kept = records(folder);
  const hash = await kept.keep({ plan: 'all of it' });
  const place = join(folder, 'kept', `${hash}.json`);
  writeFileSync(place, '{"plan":"less of it"}');
  await expect(kept.kept(hash)).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
  truncateSync(place, 3);
  await expect(kept.kept(hash)).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED' });
  await kept.keep({ plan: 'all of it' });
  expect(await kept.kept(hash)).toEqual({ plan: 'all of it' });
});

test('a folder that cannot be written is an unfit environment', async () => {
  writeFileSync(join(folder, 'runs'), 'a file where a folder should be');
  await expect(records(folder).put(1, 'answer', 1)).rejects.toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
});
