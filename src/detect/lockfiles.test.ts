import { expect, test } from 'vitest';

import { changed } from './change.fixture.ts';
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
  expect(found('package-lock.json', one('left-pad'), one('left-pad', { integrity: '' }))).toEqual(swap);
  const newer = one('mocha', { version: '2.0.1', integrity: 'sha512-b' });
  expect(found('package-lock.json', one('mocha'), newer)).toEqual([]);
  expect(found('package-lock.json', one('mocha', { integrity: 'sha1-x' }), one('mocha'))).toEqual([]);
  expect(found('package-lock.json', one('mocha'), one('mocha'))).toEqual([]);
  expect(found('package-lock.json', one('mocha'), '{ broken')).toEqual([]);
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
