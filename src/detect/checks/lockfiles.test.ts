import { expect, test } from 'vitest';

import { changed } from '../../../test/support/file-change.ts';
import { detectNeutralised } from './neutralised.ts';

const found = (path: string, before: string, after: string) =>
  detectNeutralised(changed(path, before, after)).map(({ rule, severity }) => `${rule} ${severity}`);

type Entry = { readonly version: string; readonly resolved?: string; readonly integrity?: string };
const lock = (packages: Readonly<Record<string, Entry>>): string =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': { version: '1.0.0' }, ...packages } }, null, 2);
const one = (name: string, entry: Partial<Entry> = {}): string =>
  lock({
    'node_modules/left': {
      version: '1.0.0',
      resolved: 'https://packages.example/left.tgz',
      integrity: 'sha512-l',
    },
    [`node_modules/${name}`]: {
      version: '2.0.0',
      resolved: `https://packages.example/${name}.tgz`,
      integrity: 'sha512-a',
      ...entry,
    },
  });

test('EPIC-19 T4 a package with the version it had and other content is noticed', () => {
  const swap = ['no-swapped-package HIGH'];
  expect(found('package-lock.json', one('mocha'), one('mocha', { integrity: 'sha512-b' }))).toEqual(swap);
  expect(found('package-lock.json', one('mocha'), one('mocha', { integrity: '' }))).toEqual(swap);
  const newer = one('mocha', { version: '2.0.1', integrity: 'sha512-b' });
  expect(found('package-lock.json', one('mocha'), newer)).toEqual([]);
  expect(found('package-lock.json', one('mocha', { integrity: 'sha1-x' }), one('mocha'))).toEqual([]);
  expect(found('package-lock.json', one('mocha'), one('mocha'))).toEqual([]);
});

test('EPIC-19 a package in several places is the same in all of them, and one inside of another has no hash', () => {
  const inside = { 'node_modules/up/node_modules/mocha': { version: '2.0.0' } };
  const both = (more: Readonly<Record<string, Entry>>): string =>
    lock({ ...(JSON.parse(one('mocha')) as { packages: Record<string, Entry> }).packages, ...more });
  expect(found('package-lock.json', one('mocha'), both(inside))).toEqual([]);
  expect(found('package-lock.json', both(inside), one('mocha'))).toEqual([]);
  const other = { 'node_modules/up/node_modules/mocha': { version: '2.0.0', integrity: 'sha512-b' } };
  expect(found('package-lock.json', one('mocha'), both(other))).toEqual(['no-swapped-package HIGH']);
});

test('EPIC-19 T4 a runner from a place of its own is refused, another package from there is told', () => {
  const moved = { version: '2.1.0', resolved: 'https://elsewhere.example/x.tgz' };
  expect(found('package-lock.json', one('mocha'), one('mocha', moved))).toEqual(['no-swapped-package HIGH']);
  expect(found('package-lock.json', one('right'), one('right', moved))).toEqual([
    'no-swapped-package MEDIUM',
  ]);
  const local = { version: '2.1.0', resolved: 'file:fake/mocha.tgz' };
  expect(found('sub/package-lock.json', one('mocha'), one('mocha', local))).toEqual([
    'no-swapped-package HIGH',
  ]);
});

test.each([
  [
    'yarn.lock',
    (hash: string, version: string) =>
      `# yarn lockfile v1\n\n\n"@a/b@^2.0.0", mocha@^2.0.0:\n  version "${version}"\n  resolved "https://packages.example/b.tgz#1"\n  integrity ${hash}\n`,
  ],
  [
    'pnpm-lock.yaml',
    (hash: string, version: string) =>
      `lockfileVersion: '9.0'\n\npackages:\n\n  mocha@${version}:\n    resolution: {integrity: ${hash}}\n    engines: {node: '>=18'}\n`,
  ],
])('EPIC-19 T4 the same is noticed in %s', (path, text) => {
  expect(found(path, text('sha512-a', '2.0.0'), text('sha512-b', '2.0.0'))).toEqual([
    'no-swapped-package HIGH',
  ]);
  expect(found(path, text('sha512-a', '2.0.0'), text('sha512-b', '2.0.1'))).toEqual([]);
  expect(found(path, text('sha512-a', '2.0.0'), text('sha512-a', '2.0.0'))).toEqual([]);
});

test('EPIC-19 T4 a lockfile that can no longer be read is noticed, in whatever form it was written anew', () => {
  const swap = ['no-swapped-package HIGH'];
  expect(found('package-lock.json', one('mocha'), '{ broken')).toEqual(swap);
  expect(found('package-lock.json', one('mocha'), '{"lockfileVersion":3,"packages":{}}')).toEqual(swap);
  expect(found('package-lock.json', lock({}), lock({}))).toEqual([]);
  expect(found('package-lock.json', '{ broken', '{ broken ')).toEqual([]);
  const tree = (integrity: string, version = '2.0.0') => {
    const mocha = { version, resolved: 'https://packages.example/mocha.tgz', integrity };
    const left = { version: '1.0.0', resolved: 'https://packages.example/left.tgz', integrity: 'sha512-l' };
    return JSON.stringify({
      lockfileVersion: 1,
      dependencies: { left: { ...left, dependencies: { mocha } } },
    });
  };
  expect(found('package-lock.json', one('mocha'), tree('sha512-b'))).toEqual(swap);
  expect(found('package-lock.json', one('mocha'), tree('sha512-a'))).toEqual([]);
  expect(found('package-lock.json', one('mocha'), tree('', 'git+ssh://git@elsewhere.example/x.git'))).toEqual(
    swap,
  );
});

const berry = (hash: string, version = '3.0.0', from = `npm:${version}`): string =>
  `__metadata:\n  version: 8\n\n"vitest@npm:^3.0.0":\n  version: ${version}\n  resolution: "vitest@${from}"\n  checksum: ${hash}\n  linkType: hard\n\n"shop@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "shop@workspace:."\n`;

test('EPIC-19 T4 newer versions of Yarn: other content, and an address instead of the registry', () => {
  const said = (before: string, after: string) => found('yarn.lock', before, after);
  const swap = ['no-swapped-package HIGH'];
  expect(said(berry('10c0/aaa'), berry('10c0/bbb'))).toEqual(swap);
  expect(said(berry('a'.repeat(128)), berry('b'.repeat(128)))).toEqual(swap);
  expect(said(berry('8/aaa'), berry('10c0/bbb'))).toEqual([]);
  expect(said(berry('10c0/aaa'), berry('10c0/bbb', '3.1.0'))).toEqual([]);
  for (const from of [
    'https://elsewhere.example/x.tgz',
    'npm:3.1.0::__archiveUrl=https%3A%2F%2Felsewhere.example%2Fx.tgz',
    'patch:vitest@npm%3A3.1.0#./x.patch',
  ])
    expect([from, said(berry('10c0/aaa'), berry('10c0/bbb', '3.1.0', from))]).toEqual([from, swap]);
});

test('EPIC-19 T4 pnpm: an address is noticed wherever it stands, and blocks without empty lines are told apart', () => {
  const pnpm = (...blocks: readonly string[]) => `lockfileVersion: '9.0'\n\npackages:\n${blocks.join('')}`;
  const left = '  left@1.0.0:\n    resolution: {integrity: sha512-l}\n';
  const mocha = (more: string) => `  mocha@2.0.0:\n    ${more}\n`;
  const said = (before: string, after: string) =>
    found('pnpm-lock.yaml', pnpm(left, before), pnpm(left, after));
  const swap = ['no-swapped-package HIGH'];
  for (const more of [
    'resolution: {integrity: sha512-b, tarball: https://elsewhere.example/x.tgz}',
    'resolution:\n      integrity: sha512-b\n      tarball:\n        "https://elsewhere.example/x.tgz"',
  ])
    expect([more, said('', mocha(more))]).toEqual([more, swap]);
  expect(said('', mocha('resolution: {integrity: sha512-b}'))).toEqual([]);
  const was = mocha('resolution: {integrity: sha512-a}');
  expect(said(was, mocha('resolution: {integrity: sha512-b}'))).toEqual(swap);
  expect(said(was, '  mocha@2.0.0: {resolution: {integrity: sha512-b}}\n')).toEqual(swap);
  expect(said(was, mocha('\n# a note\n    resolution: {integrity: sha512-b}'))).toEqual(swap);
  expect(said(was, mocha('engines: {integrity: sha512-a}\n    resolution: {integrity: sha512-b}'))).toEqual(
    swap,
  );
});

test('the first runner of a workspace that had only links is nobody\u2019s business, unless it is a file of the branch', () => {
  const links = { 'node_modules/pkg-a': { version: '', resolved: 'packages/a', link: true } };
  const first = (resolved: string) =>
    lock({ ...links, 'node_modules/vitest': { version: '3.0.0', resolved, integrity: 'sha512-v' } });
  const said = (resolved: string) => found('package-lock.json', lock(links), first(resolved));
  expect(said('https://packages.example/vitest.tgz')).toEqual([]);
  expect(said('file:fake/vitest.tgz')).toEqual(['no-swapped-package HIGH']);
});

test('a runner from a registry of another name is told, and refused without a hash or from any other path', () => {
  const yarn = (name: string, from: string, hash: string) =>
    `${name}@^3.0.0:\n  version "3.0.0"\n  resolved "${from}#abc"\n${hash === '' ? '' : `  integrity ${hash}\n`}\n`;
  const left = yarn('left', 'https://registry.one.example/left/-/left-3.0.0.tgz', 'sha512-l');
  const said = (from: string, hash = 'sha512-v') =>
    found('yarn.lock', left, `${left}${yarn('vitest', from, hash)}`);
  const honest = 'https://registry.two.example/vitest/-/vitest-3.0.0.tgz';
  expect(said(honest)).toEqual(['no-swapped-package MEDIUM']);
  expect(said(honest, '')).toEqual(['no-swapped-package HIGH']);
  for (const from of [
    'https://registry.two.example/fake/-/vitest-3.0.0.tgz',
    'https://registry.two.example/vitest/-/vitest-3.0.1.tgz',
    'http://registry.two.example/vitest/-/vitest-3.0.0.tgz',
    'https://registry.one.example@two.example/vitest/-/vitest-3.0.0.tgz',
    'https://two.example/vitest/-/vitest-3.0.0.tgz',
  ])
    expect([from, said(from)]).toEqual([from, ['no-swapped-package HIGH']]);
});

test.each([
  ['one endless name', 'a@'.repeat(1_000_000)],
  ['one endless version', `x@${'y'.repeat(2_000_000)}`],
  ['one endless version with an end', `x@${'y'.repeat(2_000_000)}:`],
  ['many short lines', 'a@1:\n'.repeat(100_000)],
  ['one block of many lines', `a@1:\n${'  integrity \n'.repeat(100_000)}`],
  ['spaces', `a@1:${' '.repeat(2_000_000)}x`],
  ['words that begin something', `a@1:\n  ${'tarball: '.repeat(200_000)}`],
  ['a tree without an end', `${'{"dependencies":{"a":'.repeat(50_000)}{}${'}}'.repeat(50_000)}`],
])('EPIC-19 T7 a lockfile of %s is read to its end', (_what, text) => {
  const old = 'left@1.0.0:\n  version "1.0.0"\n  integrity sha512-l\n';
  expect(found('package-lock.json', `${text}\n`, text)).toEqual([]);
  expect(found('yarn.lock', old, `${old}${text}`).filter((each) => each.endsWith('HIGH'))).toEqual([]);
});
