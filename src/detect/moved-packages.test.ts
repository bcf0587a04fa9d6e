import { expect, test } from 'vitest';

import { changed } from '../../test/support/file-change.ts';
import type { FileChange } from './change.ts';
import { checkRole } from './check-files.ts';
import { afterMoves, ranMovedTests } from './moved-packages.ts';

const manifest = '{ "name": "a", "scripts": { "test": "node --test" } }\n';
const suite = "test('adds', () => { assert.equal(add(1, 2), 3); });\n";
const moved = (to: string, files: Readonly<Record<string, string>> = {}): readonly FileChange[] => {
  const old = { 'package.json': manifest, 'index.js': 'exports.add = 1;\n', 'test/a.test.js': suite };
  return [
    ...Object.entries(old).map(([name, text]) => changed(`packages/a/${name}`, text, null)),
    ...Object.entries({ ...old, ...files }).map(([name, text]) => changed(`${to}/${name}`, null, text)),
  ];
};
const root = (workspaces: readonly string[], script = 'npm test --workspaces'): string =>
  `${JSON.stringify({ workspaces, scripts: { test: script } }, null, 2)}\n`;
const base = ['package.json', 'packages/a/package.json', 'packages/b/package.json'];
const settingsIn = (changes: readonly FileChange[]): readonly string[] =>
  afterMoves(changes, base)
    .filter((change) => checkRole(change) !== undefined)
    .map(({ path, after }) => `${after === null ? '-' : ''}${path}`);

test('REAL-08 a package that moved as it was changes nothing that decides about checks', () => {
  expect(afterMoves(moved('libs/a'), base)).toEqual([]);
  const list = changed('package.json', root(['packages/*']), root(['packages/*', 'libs/*']));
  expect(settingsIn([...moved('libs/a'), list])).toEqual([]);
  const exact = changed(
    'package.json',
    root(['packages/a'], 'npm test -w packages/a'),
    root(['libs/a'], 'npm test -w libs/a'),
  );
  expect(settingsIn([...moved('libs/a'), exact])).toEqual([]);
  const pnpm = (...globs: readonly string[]) =>
    `packages:\n${globs.map((glob) => `  - ${glob}\n`).join('')}catalog:\n  a: 1\n`;
  const workspace = changed('pnpm-workspace.yaml', pnpm('packages/*'), pnpm('packages/*', "'libs/*'"));
  expect(settingsIn([...moved('libs/a'), workspace])).toEqual([]);
  const near = changed(
    'packages/b/tsconfig.json',
    '{ "references": [{ "path": "../a" }] }',
    '{ "references": [{ "path": "../../libs/a" }] }',
  );
  expect(settingsIn([...moved('libs/a'), near])).toEqual([]);
});

test('REAL-08 a moved file is compared with its old version, and a file that did not come along is gone', () => {
  const bent = suite.replace('3', '-1');
  expect(afterMoves(moved('libs/a', { 'test/a.test.js': bent }), base)).toMatchObject([
    { path: 'libs/a/test/a.test.js', before: { text: suite }, after: { text: bent } },
  ]);
  const without = moved('libs/a').filter(({ path }) => path !== 'libs/a/test/a.test.js');
  expect(afterMoves(without, base)).toMatchObject([
    { path: 'libs/a/test/a.test.js', before: { text: suite }, after: null },
  ]);
  const silent = moved('libs/a', { 'package.json': manifest.replace('node --test', 'true') });
  expect(settingsIn(silent)).toEqual(['libs/a/package.json']);
});

test('REAL-08 workspaces that lose a package, moved or not, are a change of the settings', () => {
  for (const globs of [['packages/*'], ['libs/*'], ['packages/*', 'libs/*', '!libs/a'], [], ['packages/b']])
    expect([
      globs,
      settingsIn([...moved('attic/a'), changed('package.json', root(['packages/*']), root(globs, 'x'))]),
    ]).toEqual([globs, ['package.json']]);
  const lost = changed('package.json', root(['packages/a', 'packages/b']), root(['packages/b']));
  expect(settingsIn([...moved('attic/a'), lost])).toEqual(['package.json']);
});

test('REAL-08 a folder that only looks moved stays where it was', () => {
  const left = [...moved('libs/a'), changed('packages/a/new.js', null, 'x')];
  expect(afterMoves(left, base)).toBe(left);
  const odd = moved('libs/a || true #');
  expect(afterMoves(odd, base)).toBe(odd);
  const other = [...moved('libs/a'), ...moved('libs/b').slice(3)];
  expect(afterMoves(other, base)).toBe(other);
  const word = [
    changed('jest/package.json', manifest, null),
    changed('true/package.json', null, manifest),
    changed('package.json', root([], 'jest --ci'), root([], 'true --ci')),
  ];
  expect(settingsIn(word)).toEqual(['package.json']);
});

test('REAL-08 a move counts only where its tests were seen to run', () => {
  const changes = moved('attic/a');
  expect(ranMovedTests(changes, [{ passes: null }])).toBe(true);
  expect(ranMovedTests(changes, [null])).toBe(false);
  expect(ranMovedTests(changes, [null, { passes: ['adds'] }])).toBe(true);
  expect(ranMovedTests(changes, [null, { passes: ['greets'] }])).toBe(false);
  const script = [
    ...changes,
    changed('packages/a/test/check.sh', 'grep -q x README\n', null),
    changed('attic/a/test/check.sh', null, 'grep -q x README\n'),
  ];
  expect(ranMovedTests(script, [null, { passes: ['adds'] }])).toBe(false);
});
