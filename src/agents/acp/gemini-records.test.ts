import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { renameRecords } from './profiles.ts';

let base: string;
beforeEach(async () => void (base = await mkdtemp(join(tmpdir(), 'gauntlet-records-'))));
afterEach(() => rm(base, { recursive: true, force: true }));

const NAME = 'session-2026-01-02T03-04-abcdef01.jsonl';

async function chatsIn(home: string): Promise<string> {
  const chats = join(home, '.gemini/tmp/workspace/chats');
  await mkdir(chats, { recursive: true });
  return chats;
}

test('SIGNAL-04 every record gets a name of its own that still ends as before, as often as that is done', async () => {
  const chats = await chatsIn(base);
  for (const round of [1, 2, 3]) {
    await writeFile(join(chats, NAME), String(round));
    await renameRecords(base);
    const names = await readdir(chats);
    expect(names).toHaveLength(round);
    expect(
      names.every((name) => name.startsWith('session-earlier-') && name.endsWith('-abcdef01.jsonl')),
    ).toBe(true);
  }
});

test('P6 links that lead out of the home are not followed', async () => {
  const elsewhere = await chatsIn(join(base, 'user'));
  await writeFile(join(elsewhere, NAME), 'of the user');
  for (const depth of ['.gemini', '.gemini/tmp', '.gemini/tmp/workspace', '.gemini/tmp/workspace/chats']) {
    const home = join(base, depth.replaceAll('/', '-'));
    await mkdir(join(home, depth, '..'), { recursive: true });
    await symlink(join(base, 'user', depth), join(home, depth));
    await renameRecords(home);
  }
  await renameRecords(join(base, 'nowhere'));
  expect(await readdir(elsewhere)).toEqual([NAME]);
});
