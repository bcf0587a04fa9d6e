import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { callOf, makePlace, type Place, settingsOf } from '../../../test/contracts/agents.ts';
import { keysOf, withoutKeys } from './keys-out.ts';

let place: Place & { remove(): Promise<void> };
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

const KEY = 'a-key-of-the-user-$&';
const end = { how: { kind: 'exited', code: 0 }, truncated: false, durationMs: 1 } as const;

test('BEYOND-09 keys are the allowed variables that are named like one and long enough to be told from other words', () => {
  const call = callOf(
    { ...settingsOf('command', []), env: ['MY_API_KEY', 'PIN_TOKEN', 'MODE', 'ABSENT_KEY'] },
    place,
  );
  const env = { MY_API_KEY: KEY, PIN_TOKEN: '1234', MODE: 'production', OTHER_KEY: 'not allowed at all' };
  expect(keysOf(call, env)).toEqual([['MY_API_KEY', KEY]]);
});

test('BEYOND-09 what a program printed of its key is in no file of the run and in no answer', async () => {
  const raw = Buffer.concat([Buffer.from(`ü ${KEY} `), Buffer.from([0xff, 0xfe]), Buffer.from(`${KEY}\n`)]);
  await writeFile(join(place.run, 'stdout'), raw);
  await writeFile(join(place.run, 'stderr'), 'nothing to hide');
  const told = await withoutKeys({ ...end, stdout: `1 ${KEY}${KEY}`, stderr: KEY }, place.run, [['K', KEY]]);
  expect(told).toMatchObject({ stdout: '1 [K][K]', stderr: '[K]' });
  const kept = await readFile(join(place.run, 'stdout'));
  expect(kept).toEqual(
    Buffer.concat([Buffer.from('ü [K] '), Buffer.from([0xff, 0xfe]), Buffer.from('[K]\n')]),
  );
  expect(await readFile(join(place.run, 'stderr'), 'utf8')).toBe('nothing to hide');
});

test('BEYOND-09 of a key that begins with another one nothing is left', async () => {
  const call = callOf({ ...settingsOf('command', []), env: ['SHORT_KEY', 'LONG_KEY'] }, place);
  const keys = keysOf(call, { SHORT_KEY: KEY, LONG_KEY: `${KEY}-and-more` });
  const told = await withoutKeys({ ...end, stdout: `${KEY}-and-more ${KEY}`, stderr: '' }, place.run, keys);
  expect(told.stdout).toBe('[LONG_KEY] [SHORT_KEY]');
});

test('without keys nothing is looked at, and a missing file is no trouble', async () => {
  const said = { ...end, stdout: KEY, stderr: '' };
  expect(await withoutKeys(said, place.run, [])).toBe(said);
  expect((await withoutKeys(said, place.run, [['K', KEY]])).stdout).toBe('[K]');
});
