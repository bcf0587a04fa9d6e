import { lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { callOf, makePlace, type Place, settingsOf } from '../../../test/contracts/agents.ts';
import type { AgentCall } from '../../ports/agents.ts';
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

test('a home holds our settings and the logins that there are: links for a worker, which may renew them', async () => {
  const worker = await furnished();
  expect(await readFile(join(worker.path, '.agent/settings.json'), 'utf8')).toBe('ours');
  expect(await readlink(join(worker.path, '.agent/login.json'))).toBe(join(usersHome, '.agent/login.json'));
  expect(worker.started.exposed).toEqual([join(usersHome, '.agent/login.json')]);
  await worker.leave();
  expect(await readFile(join(usersHome, '.agent/login.json'), 'utf8')).toBe('a login');
});

test('P6 a judge gets a copy of a login, even where a worker was before, and nothing of it stays', async () => {
  const { path } = await furnished();
  const judge = await furnished({ role: 'critic' }, path);
  expect(judge.started.exposed).toEqual([]);
  const lent = join(path, '.agent/login.json');
  expect((await lstat(lent)).isSymbolicLink()).toBe(false);
  expect(await readFile(lent, 'utf8')).toBe('a login');
  await writeFile(lent, 'of an attacker');
  await judge.leave();
  expect(await readdir(join(path, '.agent'))).toEqual(['settings.json']);
  expect(await readFile(join(usersHome, '.agent/login.json'), 'utf8')).toBe('a login');
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
