import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { endLeftGits, ownerName } from './left-gits.ts';

let unfinished: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  unfinished = await mkdtemp(join(tmpdir(), 'gauntlet-left-'));
  spawnSync('git', ['init', '--quiet', '--bare', unfinished]);
});

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(unfinished, { recursive: true, force: true });
});

/** A git that waits for questions, until it is killed or its input ends. */
async function gitOf(owner: string): Promise<ChildProcess> {
  const child = spawn('git', ['cat-file', '--batch'], {
    cwd: unfinished,
    env: { PATH: process.env['PATH'], [ownerName]: join(unfinished, owner) },
  });
  started.push(child);
  child.stdin.write('nothing\n');
  await once(child.stdout, 'data');
  return child;
}

const isLinux = process.platform === 'linux';

test.runIf(isLinux)(
  'RECOVER-03 a git that its coordinator left running is dead before anybody goes on',
  async () => {
    const left = await gitOf('1-dead');
    const exit = once(left, 'exit');
    const other = await gitOf('2-alive');
    expect(await endLeftGits(unfinished, (owner) => owner === '2-alive')).toBe(1);
    expect(await exit).toEqual([null, 'SIGKILL']);
    expect(other.exitCode ?? other.signalCode).toBeNull();
  },
);

test('what a git has started itself is left alone: it may hold the user’s keys', async () => {
  const env = { PATH: process.env['PATH'], [ownerName]: join(unfinished, '1-dead') };
  const other = spawn('cat', [], { env });
  started.push(other);
  other.stdin.write('here\n');
  await once(other.stdout, 'data');
  expect(await endLeftGits(unfinished, () => false)).toBe(0);
  expect(other.exitCode ?? other.signalCode).toBeNull();
});

test('gits of another repository are nobody’s business', async () => {
  const other = await gitOf('1-dead');
  expect(await endLeftGits(`${unfinished}-elsewhere`, () => false)).toBe(0);
  expect(other.exitCode ?? other.signalCode).toBeNull();
});
