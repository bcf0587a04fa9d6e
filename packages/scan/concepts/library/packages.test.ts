import fc from 'fast-check';
import { expect, test } from 'vitest';

import { majorOf, newestMajor, packageAt, packageOf } from './packages.ts';

test('a specifier names a package, or a file, or a part of the runtime', () => {
  expect(packageOf('@scope/name/part')).toBe('@scope/name');
  expect(packageOf('name/part')).toBe('name');
  for (const each of ['./a', '../a', '/a', 'node:fs', '@/a', '~/a', '#a', '', '$lib/a'])
    expect(packageOf(each)).toBeUndefined();
});

test('a file of declarations belongs to the innermost package, and to what it declares', () => {
  expect(packageAt('/node_modules/.store/a@1/node_modules/@b/c/index.d.ts')).toBe('@b/c');
  expect(packageAt('/node_modules/@types/express/index.d.ts')).toBe('express');
  expect(packageAt('/node_modules/@types/babel__core/index.d.ts')).toBe('@babel/core');
  expect(packageAt('/node_modules/@types/node/fs.d.ts')).toBe('@types/node');
  expect(packageAt('/src/a.ts')).toBeUndefined();
});

test('the newest major version of a range, where it names one', () => {
  expect(newestMajor('^4.17.1')).toBe(4);
  expect(newestMajor('3 || 4.x')).toBe(4);
  expect(newestMajor('npm:other@2.1.0')).toBe(2);
  expect(newestMajor('^17.0.2 || ^18.0.0')).toBe(18);
  for (const each of ['*', 'latest', '>=4', '', 'workspace:*', 'file:../x'])
    expect(newestMajor(each)).toBeUndefined();
});

test('a range that names one version has the major version of it', () => {
  const part = fc.nat({ max: 999 });
  fc.assert(
    fc.property(part, part, part, fc.constantFrom('', '^', '~', '=', 'v'), (major, minor, patch, sign) => {
      const version = `${major}.${minor}.${patch}`;
      expect(newestMajor(`${sign}${version}`)).toBe(major);
      expect(majorOf(version)).toBe(major);
    }),
  );
});

test('no text makes a range or a specifier throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      newestMajor(text);
      packageOf(text);
      packageAt(text);
    }),
  );
});
