import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { makePlace } from '../../test/contracts/processes-place.ts';
import { inEnvironment, openProcesses } from './index.ts';

test('ENV-01 text goes to sh, a list is taken as it is, and the prefix stands before either', () => {
  expect(inEnvironment({ prefix: [] }, 'npm test && echo "$X"')).toEqual([
    'sh',
    '-c',
    'npm test && echo "$X"',
  ]);
  expect(inEnvironment({ prefix: [] }, ['npm', 'test'])).toEqual(['npm', 'test']);
  expect(inEnvironment({ prefix: ['ssh', 'host'] }, ['npm', 'test'])).toEqual(['ssh', 'host', 'npm', 'test']);
  expect(inEnvironment({ prefix: [] }, [])).toEqual(['false']);
});

test('ENV-01 a check runs in an environment with another filesystem root', async ({ skip }) => {
  const place = await makePlace();
  const { enforcement, because } = await openProcesses({ stateFolder: place.state, home: place.home });
  if (enforcement !== 'enforced') skip(because);
  // The environment brings walls of its own; root without capabilities may not build any inside of ours.
  const processes = await openProcesses({ stateFolder: place.state, home: place.home, force: 'verified' });
  const other = join(place.workspace, 'other-root');
  for (const name of ['usr', 'etc', 'work', 'proc']) mkdirSync(join(other, name), { recursive: true });
  writeFileSync(join(other, 'etc/release'), 'another system\n');
  const links = ['bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(`/${name}`));
  const walls = ['bwrap', '--unshare-all', '--bind', other, '/', '--ro-bind', '/usr', '/usr'];
  const libraries = links.flatMap((name) => ['--ro-bind', `/${name}`, `/${name}`]);
  const prefix = [...walls, ...libraries, '--bind', place.workspace, '/work', '--chdir', '/work', '--'];
  const check = 'cat /etc/release; pwd; echo made > made; test ! -e /root && test ! -e /home';
  const end = await processes.run(place.program(inEnvironment({ prefix }, check)));
  expect([end.how, end.stdout, end.stderr]).toEqual([
    { kind: 'exited', code: 0 },
    'another system\n/work\n',
    '',
  ]);
  expect(existsSync(join(place.workspace, 'made'))).toBe(true);
  await place.remove();
});
