import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { expect, onTestFinished, test } from 'vitest';

import { personOf } from './person.ts';

const nowhere = { cwd: '/' };
const noGit = { PATH: '/nowhere' };

test('a name that is empty is none, and nothing that the journal would refuse is a name', () => {
  const named = (env: Record<string, string>) => personOf({ ...nowhere, env: { ...noGit, ...env } });
  expect(named({ GAUNTLET_USER: 'ada', USER: 'root' })).toBe('ada');
  expect(named({ GAUNTLET_USER: '', USER: ' ', LOGNAME: 'grace' })).toBe('grace');
  expect(named({ USER: '' })).toBe('somebody');
  expect(named({})).toBe('somebody');
  expect(named({ USER: 'a\n\u001b[31mb' })).toBe('a b');
  expect(named({ USER: 'x'.repeat(5000) }).length).toBeLessThanOrEqual(200);
});

test('git’s identity comes before the login name, from the repository and from the environment', () => {
  const cwd = mkdtempSync(`${tmpdir()}/gauntlet-person-`);
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', cwd]);
  execFileSync('git', ['config', 'user.name', 'Ann \u001b[31mOther'], { cwd });
  const env = { PATH: process.env['PATH'], USER: 'root', GIT_CONFIG_NOSYSTEM: '1' };
  expect(personOf({ cwd, env })).toBe('Ann Other');
  expect(personOf({ cwd, env: { ...env, GIT_AUTHOR_NAME: 'Cora' } })).toBe('Cora');
  expect(personOf({ cwd: `${cwd}/gone`, env })).toBe('root');
});
