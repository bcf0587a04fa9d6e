import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findProgram } from './find-program.ts';
import { pinOnce } from './pinned-file.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gauntlet-find-'));
  for (const name of ['bin', 'checkout', 'checkout/tools']) await mkdir(join(folder, name));
  const programs = ['bin/node', 'bin/python3', 'bin/npx', 'checkout/tools/own', 'checkout/helper'];
  for (const name of programs) {
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
  await writeFile(join(folder, 'bin/plain'), '');
  await writeFile(join(folder, 'checkout/tools/dev.mjs'), '');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function find(...run: readonly string[]) {
  const configFolder = join(folder, 'checkout');
  const found = await findProgram(run, {
    configFolder,
    pin: pinOnce(),
    env: { PATH: ['.', join(folder, 'bin')].join(delimiter) },
  });
  return found.ok ? { argv: found.program.argv, follows: found.program.followsFolder } : found.because;
}

const at = (path: string): string => join(folder, path);

test('a bare name is found in PATH, a path in the folder of the configuration', async () => {
  expect(await find('node', 'tools/dev.mjs')).toMatchObject({
    argv: [at('bin/node'), at('checkout/tools/dev.mjs')],
  });
  expect(await find('tools/own', '--fast', 'x')).toMatchObject({
    argv: [at('checkout/tools/own'), '--fast', 'x'],
  });
});

test('a relative entry of PATH is not looked into: it would be a folder of the judged tree', async () => {
  expect(await find('helper')).toBe('the program helper is not installed (not found in PATH)');
});

test('what is no program is not started', async () => {
  expect(await find('plain')).toContain('not installed');
  expect(await find('tools/none')).toBe(`tools/none is not a program in ${at('checkout')}`);
  expect(await find()).toBe('no program is named in `run`');
});

test('a script that is not there is refused, however it is named', async () => {
  const missing = (name: string): string => `${name} is not a file in ${at('checkout')}`;
  expect(await find('node', 'tools/none.mjs')).toBe(missing('tools/none.mjs'));
  expect(await find('node', 'tools/none')).toBe(missing('tools/none'));
  expect(await find('node', '--import=./none.mjs', 'tools/dev.mjs')).toBe(missing('./none.mjs'));
  expect(await find('tools/own', 'none.py')).toBe(missing('none.py'));
  expect(await find('node', '--import', './tools/dev.mjs', 'tools/none')).toBe(missing('tools/none'));
  expect(await find('python3', '-W', 'ignore', 'none')).toBe(missing('none'));
});

test('what an interpreter loads first is a file too: a bare name would come from the judged tree', async () => {
  const missing = (name: string): string => `${name} is not a file in ${at('checkout')}`;
  expect(await find('node', '-r', 'hook/register', 'tools/dev.mjs')).toBe(missing('hook/register'));
  expect(await find('node', '--import=hook', 'tools/dev.mjs')).toBe(missing('hook'));
  expect(await find('node', '--import', './tools/dev.mjs', 'tools/dev.mjs', 'more')).toMatchObject({
    argv: [at('bin/node'), '--import', at('checkout/tools/dev.mjs'), at('checkout/tools/dev.mjs'), 'more'],
  });
});

test('files among the options are found too, and code on the command line is no file', async () => {
  const argv = [at('bin/node'), `--import=${at('checkout/tools/dev.mjs')}`, '-e', '1 + 1'];
  expect(await find('node', '--import=./tools/dev.mjs', '-e', '1 + 1')).toMatchObject({ argv });
  expect(await find('tools/own', 'org/model-7')).toMatchObject({
    argv: [at('checkout/tools/own'), 'org/model-7'],
  });
});

test('what looks into its working directory first is known for it', async () => {
  expect(await find('npx', 'some-agent')).toMatchObject({
    follows: expect.stringContaining('npx takes its program') as string,
  });
  expect(await find('python3', '-m', 'critic')).toMatchObject({
    follows: expect.stringContaining('python3 -m') as string,
  });
  expect(await find('node', 'tools/dev.mjs')).toMatchObject({ follows: undefined });
});
