import { expect, test } from 'vitest';

import { baseline } from '../checks/baseline.ts';
import { validate } from '../validate.ts';
import { type Behaviour, type Files, ticket, world } from '../../../test/support/gate-world.ts';

const base: Files = {
  'src/add.js': 'wrong',
  'runner.list': 'adds subtracts',
  'test/a.test.js': 'adds subtracts',
};

/** A runner that runs the named tests: `adds` passes only with code that is right. */
const runner =
  (print: (passed: readonly string[], failed: readonly string[]) => string): Behaviour =>
  (files) => {
    const names = (files.get('runner.list') ?? '').split(' ');
    const failed = names.filter((name) => name === 'adds' && files.get('src/add.js') !== 'right');
    const passed = names.filter((name) => !failed.includes(name));
    return { how: { kind: 'exited', code: failed.length === 0 ? 0 : 1 }, stdout: print(passed, failed) };
  };

const tap = (passed: readonly string[], failed: readonly string[]): string =>
  [
    'TAP version 13',
    ...passed.map((name) => `ok 1 - ${name}`),
    ...failed.map((name) => `not ok 1 - ${name}`),
    `1..${passed.length + failed.length}`,
    `# tests ${passed.length + failed.length}`,
    `# pass ${passed.length}`,
    `# fail ${failed.length}`,
    '',
  ].join('\n');

const counted = (passed: readonly string[], failed: readonly string[]): string =>
  `Tests:       ${failed.length} failed, ${passed.length} passed, ${failed.length + passed.length} total\n`;

async function repaired(head: Files, print: typeof tap) {
  const kept = new Map<string, unknown>();
  const measurements = {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => void kept.set(key, value),
  };
  const commits = { base: { files: base }, head: { files: { ...base, ...head }, parent: 'base' } };
  const { context } = world(commits, runner(print), { measurements });
  await baseline(context, 'base');
  const work = { base: 'base', head: 'head', delivery: null, claimed: null };
  const { findings } = await validate(context, { ...work, ticket: ticket({ id: 'remediation:1' }) });
  return findings.filter(({ severity }) => severity === 'HIGH').map(({ rule }) => rule);
}

test.each([
  ['by name', tap],
  ['by number', counted],
])('EVID-05 a repair that turns a check green by running less does not count (%s)', async (_how, print) => {
  expect(await repaired({ 'runner.list': 'subtracts' }, print)).toContain('narrowed-check');
  expect(await repaired({ 'src/add.js': 'right' }, print)).toEqual([]);
});
