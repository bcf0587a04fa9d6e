import { expect, test } from 'vitest';

import { takeOutOf } from '../../run/scans/take-out.ts';
import { type Behaviour, type Files, ticket, world } from '../../../test/support/gate-world.ts';
import { validate } from '../validate.ts';

const takeOut = takeOutOf({ grammars: async () => new Map() });
const names = ['one', 'two', 'three', 'four', 'five'];
const fileOf = (name: string, sign: string): string => `exports.${name} = (a, b) => a ${sign} b;\n`;
const filesWith = (sign: string): Files =>
  Object.fromEntries([
    ...names.map((name) => [`src/${name}.js`, fileOf(name, sign)]),
    ['test/all.test.js', `test('one', () => expect(one(1, 2)).toBe(${sign}3));\n`],
  ]);

type Options = {
  readonly noticed: readonly string[];
  readonly ms?: number;
  readonly read?: readonly string[];
};

/** Tests that fail where one of these functions is not as it was written. */
const behaviourOf =
  ({ noticed, ms = 20, read }: Options): Behaviour =>
  (files, program) => ({
    how: {
      kind: 'exited',
      code: noticed.some((name) => !/=> a |Math\.PI < 3/.test(files.get(`src/${name}.js`) ?? '')) ? 1 : 0,
    },
    durationMs: ms,
    ...(program.observe === true && read !== undefined
      ? { inputs: { read: [...read], seen: [], missing: [], listed: [], modules: [] } }
      : {}),
  });

async function judged(options: Options, require: readonly 'noticed'[] = []) {
  const commits = { base: { files: filesWith('-') }, head: { files: filesWith('+'), parent: 'base' } };
  const kept = new Map<string, unknown>();
  const measurements = {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => void kept.set(key, value),
  };
  const { context, ran } = world(commits, behaviourOf(options), { takeOut, require, measurements });
  const observes = async (): Promise<boolean> => options.read !== undefined;
  const observing = { ...context, processes: { ...context.processes, observes } };
  const work = { ticket: ticket({}), base: 'base', head: 'head', delivery: null, claimed: null };
  const { outcome, findings, evidence } = await validate(observing, work);
  return { outcome, findings, noticed: evidence?.[0]?.noticed, runs: ran.length };
}

test('EVID-02 a function that a check notices does not hide one that nobody notices', async () => {
  const { outcome, findings, noticed } = await judged({ noticed: ['one', 'three', 'five'] });
  expect(outcome).toBe('pass');
  expect(findings).toMatchObject([{ rule: 'unnoticed-change', severity: 'MEDIUM', file: 'src/four.js' }]);
  expect(findings[0]?.evidence).toBe('taken out: src/four.js:1 four, src/two.js:1 two');
  expect(noticed).toEqual({
    functions: 5,
    unnoticed: [],
    hidden: ['src/four.js:1 four', 'src/two.js:1 two'],
  });
});

test('EVID-02 where evidence is required, functions that nobody notices send the work back', async () => {
  expect((await judged({ noticed: ['one'] }, ['noticed'])).outcome).toBe('fail');
  expect((await judged({ noticed: names }, ['noticed'])).outcome).toBe('pass');
});

test('EVID-02 functions that no changed test names are tried together, in one run where no check notices them', async () => {
  const { findings, runs } = await judged({ noticed: ['one'] });
  expect(findings[0]?.evidence).toMatch(/five.*four.*three.*two/);
  // The green run, wrong answers of all and their control, the four together twice, the named one, and the changed tests without what they name.
  expect(runs).toBeLessThanOrEqual(9);
});

test('EVID-02 functions that could not be tried for time are counted and not called unnoticed', async () => {
  const { findings, noticed, runs } = await judged({ noticed: ['one'], ms: 60_000 });
  expect(findings).toEqual([]);
  expect(noticed).toMatchObject({ functions: 5, unnoticed: [], untried: 5 });
  expect(runs).toBeLessThanOrEqual(6);
});

test('EVID-02 functions in files that no check read need no run', async () => {
  const read = ['src/one.js', 'test/all.test.js'];
  const { findings, noticed } = await judged({ noticed: ['one'], ms: 60_000, read });
  expect(findings[0]?.evidence).toMatch(/five.*four.*three.*two/);
  expect(noticed?.untried).toBeUndefined();
});
