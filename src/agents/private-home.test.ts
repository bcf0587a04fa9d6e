import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { callOf, makePlace, type Place, settingsOf } from '../../test/contracts/agents.ts';
import type { AgentCall } from '../ports/agents.ts';
import { type PrivateHome, privateHome } from './private-home.ts';

let place: Place & { remove(): Promise<void> };
let usersHome: string;
beforeEach(async () => {
  place = await makePlace();
  usersHome = place.config;
  await mkdir(join(usersHome, '.agent'));
  await writeFile(join(usersHome, '.agent/settings.json'), 'of the user');
  await writeFile(join(usersHome, '.agent/login.json'), 'a login');
});
afterEach(() => place.remove());

const furniture = {
  files: { '.agent/settings.json': 'ours', 'plain.txt': 'ours' },
  logins: ['.agent/login.json', '.other/login.json'],
};

function furnished(bend: Partial<AgentCall> = {}, earlier?: string): Promise<PrivateHome> {
  return privateHome(callOf(settingsOf('acp', []), place, bend), usersHome, furniture, earlier);
}

test('a home holds our settings and links to the logins that there are, which a judge only sees', async () => {
  const worker = await furnished();
  expect(await readFile(join(worker.path, '.agent/settings.json'), 'utf8')).toBe('ours');
  expect(await readlink(join(worker.path, '.agent/login.json'))).toBe(join(usersHome, '.agent/login.json'));
  expect(worker.started).toMatchObject({ exposed: [join(usersHome, '.agent/login.json')], visible: [] });
  const judge = await furnished({ role: 'critic' }, worker.path);
  expect(judge.path).toBe(worker.path);
  expect(judge.started).toMatchObject({ exposed: [], visible: [join(usersHome, '.agent/login.json')] });
});

test('P6 links that an agent left in its home are not followed when it comes back', async () => {
  const { path } = await furnished();
  await rm(join(path, '.agent/settings.json'));
  await symlink(join(usersHome, '.agent/settings.json'), join(path, '.agent/settings.json'));
  await furnished({}, path);
  expect((await lstat(join(path, '.agent/settings.json'))).isFile()).toBe(true);
  await rm(join(path, '.agent'), { recursive: true });
  await symlink(join(usersHome, '.agent'), join(path, '.agent'));
  await expect(furnished({}, path)).rejects.toThrow('leads out of');
  expect(await readFile(join(usersHome, '.agent/settings.json'), 'utf8')).toBe('of the user');
});
