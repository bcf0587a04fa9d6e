import { expect, test } from 'vitest';

import type { ProgramEnd } from '../ports/processes.ts';
import { validate } from './validate.ts';
import { check, type Files, ticket, world } from '../../test/support/gate-world.ts';

const manifest = (name: string): string => JSON.stringify({ name, scripts: { test: 'node --test' } });
const root = (...workspaces: readonly string[]): string =>
  JSON.stringify({ workspaces, scripts: { test: 'npm test --workspaces' } });
const suite = (title: string, result: number): string =>
  `test('${title}', () => { assert.equal(add(1, 2), ${result}); });\n`;
const lockOf = (...folders: readonly string[]): string => folders.join('\n');

const packageAt = (folder: string, name: string): Files => ({
  [`${folder}/package.json`]: manifest(name),
  [`${folder}/index.js`]: 'return a + b;\n',
  [`${folder}/test/${name}.test.js`]: suite(name, 3),
});
const base: Files = {
  'package.json': root('packages/*'),
  'package-lock.json': lockOf('packages/a', 'packages/b'),
  ...packageAt('packages/a', 'a'),
  ...packageAt('packages/b', 'b'),
};

type End = Pick<ProgramEnd, 'how'> & { readonly stdout: string };

/** npm: installs only where manifests and lockfile agree, and runs the tests of every workspace. */
function npm(files: ReadonlyMap<string, string>, isSilent: boolean): End {
  const end = (code: number, stdout: string): End => ({ how: { kind: 'exited', code }, stdout });
  const { workspaces = [], scripts } = JSON.parse(files.get('package.json') ?? '{}') as {
    readonly workspaces?: readonly string[];
    readonly scripts?: { readonly test?: string };
  };
  if (scripts?.test === 'true') return end(0, '');
  const isOne = (folder: string): boolean =>
    workspaces.some((glob) => glob === folder || glob === `${folder.split('/')[0]}/*`);
  const folders = [...files.keys()]
    .filter((path) => /^[^/]+\/[^/]+\/package\.json$/.test(path))
    .map((path) => path.replace('/package.json', ''))
    .filter(isOne);
  const locked = (files.get('package-lock.json') ?? '').split('\n');
  if (folders.some((folder) => !locked.includes(folder))) return end(1, 'npm error Missing: from lock file');
  const titles: string[] = [];
  for (const folder of folders)
    for (const [path, text] of files) {
      if (!path.startsWith(`${folder}/`) || !path.endsWith('.test.js')) continue;
      const result = files.get(`${folder}/index.js`)?.includes('a - b') === true ? '-1' : '3';
      if (!text.includes(`, ${result})`)) return end(1, 'not equal');
      titles.push(...[...text.matchAll(/test\('([^']+)'/g)].map(([, title = '']) => title));
    }
  const report = [...titles.map((title) => `✔ ${title} (1ms)`), `ℹ pass ${titles.length}`, 'ℹ fail 0'];
  return end(0, isSilent ? '' : report.join('\n'));
}

async function refusedIn(
  change: Readonly<Record<string, string | null>>,
  isSilent = false,
): Promise<readonly string[]> {
  const all = Object.entries({ ...base, ...change });
  const files = Object.fromEntries(all.filter(([, text]) => text !== null)) as Files;
  const { context } = world(
    { base: { files: base }, head: { files, parent: 'base', subject: '[T-1] Move' } },
    (found) => npm(found, isSilent),
    { checks: [check('unit')], measurements: undefined },
  );
  const who = ticket({ touches: ['packages/**', 'libs/**', 'attic/**', 'package-lock.json', '*.json'] });
  const work = { ticket: who, base: 'base', head: 'head', delivery: null, claimed: null };
  const { findings } = await validate(context, work);
  return findings.filter(({ severity }) => severity === 'HIGH').map(({ rule }) => rule);
}

const gone = Object.fromEntries(Object.keys(packageAt('packages/a', 'a')).map((path) => [path, null]));
const move = (to: string): Readonly<Record<string, string | null>> => ({
  ...gone,
  ...(packageAt(to, 'a') as Record<string, string>),
  'package-lock.json': lockOf('packages/b', to),
  'package.json': root('packages/*', `${to.split('/')[0]}/*`),
});

test('REAL-08 a package that moved to another folder of the workspaces is accepted', async () => {
  expect(await refusedIn(move('libs/a'))).toEqual([]);
});

test('REAL-08 a move does not hide a bent test, a removed test, a silent script or a package that nobody runs', async () => {
  const wrong = { ...move('libs/a'), 'libs/a/index.js': 'return a - b;\n' };
  expect(await refusedIn({ ...wrong, 'libs/a/test/a.test.js': suite('a', -1) })).toContain(
    'fails-base-checks',
  );
  const untested = { ...wrong, 'libs/a/test/a.test.js': null };
  expect(await refusedIn(untested)).toContain('fails-base-checks');
  const silent = {
    'package.json': JSON.stringify({ workspaces: ['packages/*', 'libs/*'], scripts: { test: 'true' } }),
  };
  expect(await refusedIn({ ...wrong, ...silent })).toContain('no-neutralised-check');
  const away = {
    ...move('attic/a'),
    'package.json': root('packages/*'),
    'package-lock.json': lockOf('packages/b'),
  };
  expect(await refusedIn(away)).toContain('tests-not-run');
  expect(await refusedIn({ ...away, 'attic/a/test/a.test.js': suite('renamed', 3) })).toContain(
    'tests-not-run',
  );
});

test('REAL-08 where nobody can read which tests ran, a package is put back where it was', async () => {
  const away = {
    ...move('attic/a'),
    'package.json': root('packages/*'),
    'package-lock.json': lockOf('packages/b'),
  };
  expect(await refusedIn(away, true)).not.toEqual([]);
});
