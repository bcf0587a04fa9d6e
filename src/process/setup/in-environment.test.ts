import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { makePlace } from '../../../test/contracts/processes-place.ts';
import { inEnvironment } from './setup-commands.ts';
import { openProcesses } from '../index.ts';

test('ENV-01 text goes to sh, a list is taken as it is, and the prefix stands before either', () => {
  expect(inEnvironment({ prefix: [] }, 'npm test && echo "$X"', '/w')).toEqual([
    'sh',
    '-c',
    'npm test && echo "$X"',
  ]);
  expect(inEnvironment({ prefix: [] }, ['npm', 'test'], '/w')).toEqual(['npm', 'test']);
  expect(inEnvironment({ prefix: ['ssh', 'host'] }, ['npm', 'test'], '/w')).toEqual([
    'ssh',
    'host',
    'npm',
    'test',
  ]);
  expect(inEnvironment({ prefix: [] }, [], '/w')).toEqual(['false']);
});

test('ENV-01 a check runs in an environment with another filesystem root', async ({ skip }) => {
  const place = await makePlace();
  const processes = await openProcesses({ stateFolder: place.state, home: place.home });
  if (processes.enforcement !== 'enforced') skip(processes.because);
  const other = join(place.workspace, 'other-root');
  for (const name of ['usr', 'etc', 'work', 'proc']) mkdirSync(join(other, name), { recursive: true });
  writeFileSync(join(other, 'etc/release'), 'another system\n');
  const links = ['bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(`/${name}`));
  const walls = ['bwrap', '--unshare-all', '--bind', other, '/', '--ro-bind', '/usr', '/usr'];
  const libraries = links.flatMap((name) => ['--ro-bind', `/${name}`, `/${name}`]);
  const prefix = [...walls, ...libraries, '--bind', '{workspace}', '/work', '--chdir', '/work', '--'];
  const check = 'cat /etc/release; pwd; echo made > made; test ! -e /root && test ! -e /home';
  const program = place.program(inEnvironment({ prefix }, check, place.workspace));
  const inOurs = await processes.run(program);
  // Root without capabilities may not build walls inside of ours: the environment brings its own.
  expect(inOurs.how).not.toEqual({ kind: 'exited', code: 0 });
  const confinement = { ...program.confinement, walls: 'own' } as const;
  const end = await processes.run({ ...program, confinement });
  expect([end.how, end.stdout, end.stderr]).toEqual([
    { kind: 'exited', code: 0 },
    'another system\n/work\n',
    '',
  ]);
  expect(existsSync(join(place.workspace, 'made'))).toBe(true);
  await place.remove();
});
