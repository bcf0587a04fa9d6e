import { expect, test } from 'vitest';

import { memoryInstalled } from '../../../test/support/memory-tree.ts';
import { installedAt } from './installed-at.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const checkout = memoryInstalled(
  new Map([
    ['package.json', '{"dependencies":{"greet":"2"}}'],
    ['src/a.ts', 'as it is on disk'],
    ['node_modules/greet/index.d.ts', 'export {};'],
  ]),
  '',
);

test('TEAM-15 the code is that of the commit, the libraries are those of the checkout', () => {
  const files = new Map([
    ['package.json', bytes('{"dependencies":{"greet":"2"}}')],
    ['src/a.ts', bytes('as it was committed')],
  ]);
  const installed = installedAt(checkout, files);
  expect(installed?.read('/src/a.ts')).toBe('as it was committed');
  expect(installed?.read('/node_modules/greet/index.d.ts')).toBe('export {};');
  expect(installed?.isFolder('/src')).toBe(true);
  expect(installed?.foldersIn('/')).toEqual(['src']);
  expect(installed?.isFile('/src/none.ts')).toBe(false);
});

test('TEAM-15 what is installed for another manifest, or for none, is no evidence about a commit', () => {
  expect(installedAt(checkout, new Map([['package.json', bytes('{}')]]))).toBe(undefined);
  expect(installedAt(checkout, new Map([['src/a.ts', bytes('')]]))).toBe(undefined);
});

test('TEAM-15 002#9 Python packages count where the manifests of Python are those of the checkout', () => {
  const both = memoryInstalled(
    new Map([
      ['requirements.txt', 'x==1'],
      ['package.json', '{}'],
      ['node_modules/greet/index.d.ts', 'export {};'],
      ['site-packages/x/__init__.py', ''],
    ]),
    '',
  );
  const ofPython = installedAt(both, new Map([['requirements.txt', bytes('x==1')]]));
  expect(ofPython?.python()).toEqual(['/site-packages']);
  expect(ofPython?.filesIn('/site-packages/x')).toEqual(['__init__.py']);
  expect(ofPython?.read('/node_modules/greet/index.d.ts')).toBe(undefined);
  expect(installedAt(both, new Map([['package.json', bytes('{}')]]))?.python()).toEqual([]);
  expect(installedAt(both, new Map([['requirements.txt', bytes('x==2')]]))).toBe(undefined);
});
