import { describe, expect, test } from 'vitest';

import type { ProgramEnd } from '../../ports/processes.ts';
import { evidenceLines } from '../../model/evidence.ts';
import { checkGate, validate } from '../validate.ts';
import { check, type Files, ticket, world } from '../../../test/support/gate-world.ts';

/** A fake runner: prints what it would for the titles in the test files, and stops where the product says so. */
type Printer = (titles: readonly string[], about: About) => string;
type About = { readonly isEnded: boolean; readonly skipped: number };

const node: Printer = (titles, { skipped }) =>
  [
    ...titles.map((title) => `✔ ${title} (0.1ms)`),
    `ℹ tests ${titles.length + skipped}`,
    `ℹ pass ${titles.length}`,
    'ℹ fail 0',
    `ℹ skipped ${skipped}`,
  ].join('\n');
const mocha: Printer = (titles, { isEnded }) =>
  [
    ...titles.map((title) => `    ✔ ${title}`),
    '',
    ...(isEnded ? [] : [`  ${titles.length} passing (2ms)`]),
  ].join('\n');
const unittest: Printer = (titles, { isEnded, skipped }) =>
  isEnded
    ? '..'
    : `Ran ${titles.length + skipped} tests in 0.001s\n\nOK${skipped > 0 ? ` (skipped=${skipped})` : ''}`;

const cases = (...titles: readonly string[]): string =>
  titles.map((title) => `test('${title}', () => { expect(sum(1, 2)).toBe(3); });`).join('\n');
const table = (...rows: readonly string[]): string =>
  `test.each(${JSON.stringify(rows)})('row %s', (row) => { expect(row).toBe(row); });`;

/** The titles of a test file: what `cases`, `table` and lists of the product's make of it. */
function titlesOf(text: string, files: ReadonlyMap<string, string>): readonly string[] {
  const rows = /test\.each\((\[.*?\])\)/.exec(text)?.[1] ?? '[]';
  const list = text.includes('for (const rule of rules)') ? (files.get('src/rules.js') ?? '') : '';
  return [
    ...[...text.matchAll(/(?<![.\w])test\('([^']+)'/g)].map(([, title = '']) => title),
    ...(JSON.parse(rows) as string[]).map((row) => `row ${row}`),
    ...list.split('\n').filter(Boolean),
  ];
}

function run(
  files: ReadonlyMap<string, string>,
  print: Printer,
): Pick<ProgramEnd, 'how'> & { stdout: string } {
  const product = files.get('src/sum.js') ?? '';
  const titles: string[] = [];
  const about = { isEnded: false, skipped: 0 };
  for (const [path, text] of files) {
    if (!path.startsWith('test/') || about.isEnded || !path.endsWith('.js')) continue;
    const own = titlesOf(text, files);
    if (product.includes(`exit in ${path}`)) {
      if (print === node) titles.push(path);
      else about.isEnded = true;
    } else if (product.includes(`skip ${path}`)) about.skipped += own.length;
    else titles.push(...own);
  }
  return { how: { kind: 'exited', code: 0 }, stdout: print(titles, about) };
}

const base: Files = {
  'src/sum.js': 'right',
  'src/rules.js': 'rule one\nrule two\n',
  'test/a.test.js': cases('adds', 'adds zero'),
  'test/b.test.js': `${cases('greets')}\n${table('one', 'two')}`,
  'test/rules.test.js': 'for (const rule of rules) test(rule, () => expect(rule).toBe(rule));',
  'test/old.test.js': cases('old way', 'works'),
  'test/other.test.js': cases('works'),
};

async function rulesOf(
  change: Readonly<Record<string, string | null>>,
  { print, mayChange = [] }: { readonly print: Printer; readonly mayChange?: readonly string[] },
): Promise<readonly string[]> {
  const files = { ...base, ...change };
  const work = Object.fromEntries(Object.entries(files).filter(([, text]) => text !== null)) as Files;
  const commits = { base: { files: base }, work: { files: work, parent: 'base', subject: '[T-1] Work' } };
  const { context } = world(commits, (found) => run(found, print), {
    checks: [check('unit')],
    measurements: undefined,
  });
  const { findings } =
    mayChange.length === 0
      ? await checkGate(context, { base: 'base', head: 'work', allowed: [] })
      : await validate(context, {
          ticket: ticket({ mayChange, touches: ['**'] }),
          base: 'base',
          head: 'work',
          delivery: null,
          claimed: null,
        });
  return findings
    .filter(({ rule, severity }) => rule === 'tests-not-run' && severity === 'HIGH')
    .map(({ message }) => message);
}

const runners = { node, mocha, unittest };

describe.each(Object.entries(runners))('with the report of %s', (_name, print) => {
  const honest: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
    'a feature with its test': { 'src/new.js': 'new', 'test/new.test.js': cases('new') },
    'a renamed test': { 'test/a.test.js': cases('adds up', 'adds zero') },
    'a test that moved to another file': {
      'test/a.test.js': cases('adds'),
      'test/moved.test.js': cases('adds zero'),
    },
    'a renamed test file': { 'test/a.test.js': null, 'test/sum.test.js': cases('adds', 'adds zero') },
    'a split test': { 'test/a.test.js': cases('adds', 'adds zero', 'adds nothing') },
    'two joined tests': { 'test/a.test.js': cases('adds and adds zero') },
    'two tests that became a table': { 'test/a.test.js': table('adds', 'adds zero') },
    'a table with other rows': { 'test/b.test.js': `${cases('greets')}\n${table('one', 'three')}` },
    'a table with a row less': { 'test/b.test.js': `${cases('greets')}\n${table('one')}` },
    'a product change alone': { 'src/sum.js': 'as right, and faster' },
    'a test that has the title of another': { 'test/more.test.js': cases('works') },
    'documents alone': { 'README.md': 'more' },
  };
  test.each(Object.entries(honest))('REAL-02 honest work is not charged: %s', async (_title, change) => {
    expect(await rulesOf(change, { print })).toEqual([]);
  });

  test('REAL-02 a removed feature may take the tests along that the ticket names', async () => {
    const change = { 'src/old.js': null, 'test/old.test.js': null };
    expect(await rulesOf(change, { print, mayChange: ['test/old.test.js'] })).toEqual([]);
  });

  const ends = { 'src/sum.js': 'exit in test/a.test.js' };
  const cheating: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
    'product code that ends the process': ends,
    'the same in the last file': { 'src/sum.js': 'exit in test/other.test.js exit in test/old.test.js' },
    'the same beside new tests': { ...ends, 'test/0.test.js': cases('x', 'y', 'z') },
    'the same beside a renamed test': { ...ends, 'test/a.test.js': cases('adds up', 'adds zero now') },
    'the same beside a comment in the test': {
      ...ends,
      'test/a.test.js': `${cases('adds', 'adds zero')}\n// x`,
    },
    'the same beside more rows of a table': {
      ...ends,
      'test/b.test.js': `${cases('greets')}\n${table('one', 'two', 'three', 'four')}`,
    },
    'the same beside a table that lost a row': {
      ...ends,
      'test/b.test.js': `${cases('greets')}\n${table('one')}`,
    },
    'the same where the test file moved': {
      'src/sum.js': 'exit in test/sum.test.js exit in test/a.test.js',
      'test/a.test.js': null,
      'test/sum.test.js': cases('adds', 'adds zero'),
    },
    'product code that skips tests': { 'src/sum.js': 'skip test/a.test.js' },
    'product code that skips tests with computed titles': { 'src/sum.js': 'skip test/rules.test.js' },
    'the same beside new tests that run': {
      'src/sum.js': 'skip test/a.test.js',
      'test/n.test.js': cases('x', 'y'),
    },
    'the same beside new tests of the same titles': {
      'src/sum.js': 'skip test/a.test.js',
      'test/n.test.js': cases('adds', 'adds zero'),
    },
    'an end beside new tests of the same titles': {
      'src/sum.js': 'exit in test/a.test.js',
      'test/n.test.js': cases('adds', 'adds zero'),
    },
    'product code that ends every file': {
      'src/sum.js': Object.keys(base)
        .map((path) => `exit in ${path}`)
        .join(' '),
    },
  };
  const skips = (title: string): boolean => title.includes('skips') || title.includes('that run');
  const able = Object.entries(cheating).filter(([title]) => print !== mocha || !skips(title));
  test.each(able)('REAL-02 tests of base that do not run fail the check: %s', async (_title, change) => {
    expect(await rulesOf(change, { print })).not.toEqual([]);
  });

  test('REAL-02 an allowed change to one test does not excuse code that ends the others', async () => {
    const change = { ...ends, 'test/old.test.js': null };
    expect(await rulesOf(change, { print, mayChange: ['test/old.test.js'] })).not.toEqual([]);
  });
});

test('REAL-02 the finding names the tests, or says that the runner ended before its summary', async () => {
  const ends = { 'src/sum.js': 'exit in test/a.test.js' };
  expect(await rulesOf(ends, { print: node })).toEqual([
    'The check unit did not run every test that passes at base: did not run: adds, adds zero.',
  ]);
  expect(await rulesOf(ends, { print: mocha })).toEqual([
    'The check unit did not run every test that passes at base: mocha ended before its summary; at base 10 tests pass.',
  ]);
  expect(await rulesOf({ 'src/sum.js': 'skip test/a.test.js' }, { print: unittest })).toEqual([
    'The check unit did not run every test that passes at base: 8 tests ran, and 10 pass at base.',
  ]);
});

test('REAL-02 a rule less in a list of the product is for the critic where titles can be read', async () => {
  expect(await rulesOf({ 'src/rules.js': 'rule one\n' }, { print: node })).toEqual([]);
});

test('REAL-02 what is remembered of base clears a change and never charges it', async () => {
  const commits = {
    base: { files: base },
    good: { files: { ...base, 'src/new.js': '' }, parent: 'base', subject: '[T-1] Work' },
  };
  const kept = new Map<string, unknown>();
  const measurements = {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => void kept.set(key, value),
  };
  const { context, ran } = world(commits, (files) => run(files, node), { measurements });
  const review = () => checkGate(context, { base: 'base', head: 'good', allowed: [] });
  expect((await review()).outcome).toBe('pass');
  expect(ran).toHaveLength(2);
  expect((await review()).outcome).toBe('pass');
  expect(ran).toHaveLength(3);
  // More than base has by now: a service was up when it was measured, for example.
  for (const [key] of kept)
    kept.set(key, {
      report: {
        runners: ['node:test'],
        passed: 99,
        failed: 0,
        skipped: 0,
        failures: [],
        passes: null,
        ranNoTest: false,
      },
    });
  expect((await review()).outcome).toBe('pass');
});

test('REAL-02 the finding is the same for the same change, whatever the runner prints beside it', async () => {
  let time = 0;
  const fingerprintOf = async (rules: string, on = 'base'): Promise<string | undefined> => {
    const commits = {
      [on]: { files: base },
      work: { files: { ...base, 'src/rules.js': rules }, parent: on, subject: '[T-1] Work' },
    };
    const printed: Printer = (titles, about) =>
      unittest(titles, about).replace('0.001s', `0.00${(time += 1)}s`);
    const { context } = world(commits, (files) => run(files, printed), { measurements: undefined });
    const { findings } = await checkGate(context, { base: on, head: 'work', allowed: [] });
    return findings.find(({ rule }) => rule === 'tests-not-run')?.fingerprint;
  };
  const one = await fingerprintOf('rule one\n');
  expect(one).toBeDefined();
  expect(await fingerprintOf('rule one\n')).toBe(one);
  expect(await fingerprintOf('rule two\n')).not.toBe(one);
  expect(await fingerprintOf('rule one\n', 'later')).not.toBe(one);
});

test.each([
  ['every row', [], /did not run: test_twice\[1\], test_twice\[2\]/],
  ['one row', ['test_twice[2]', 'test_twice[3]'], /^nothing$/],
  ['the table, for a plain case', ['test_twice', 'test_other'], /^nothing$/],
])('EVID-03 rows of a table: kept from running is %s', async (_, rows, message) => {
  const text = "@pytest.mark.parametrize('n', [1, 2])\ndef test_twice(n):\n    assert n + n == 2 * n\n";
  const commits = {
    base: { files: { 'src/sum.py': 'right', 'test/test_sum.py': text } },
    work: {
      files: { 'src/sum.py': 'bent', 'test/test_sum.py': text },
      parent: 'base',
      subject: '[T-1] Work',
    },
  };
  const print = (names: readonly string[]): string =>
    [
      ...['test_a', ...names].map((name) => `test/test_sum.py::${name} PASSED`),
      `== ${names.length + 1} passed in 0.10s ==`,
    ].join('\n');
  const { context } = world(
    commits,
    (files) => {
      const isBase = files.get('src/sum.py') === 'right';
      return {
        how: { kind: 'exited', code: 0 },
        stdout: print(isBase ? ['test_twice[1]', 'test_twice[2]'] : [...rows, 'test_new', 'test_newer']),
      };
    },
    { checks: [check('unit')], measurements: undefined },
  );
  const { findings } = await checkGate(context, { base: 'base', head: 'work', allowed: [] });
  const found = findings.find(({ rule, severity }) => rule === 'tests-not-run' && severity === 'HIGH');
  expect(found?.message ?? 'nothing').toMatch(message);
});

test('EVID-03 the verdict counts the tests of each check by name beside those of base', async () => {
  const files = {
    ...base,
    'test/a.test.js': cases('adds', 'adds more'),
    'src/sum.js': 'exit in test/b.test.js',
  };
  const commits = { base: { files: base }, work: { files, parent: 'base', subject: '[T-1] Work' } };
  const runs = (print: Printer) => {
    const { context } = world(commits, (found) => run(found, print), {
      checks: [check('unit')],
      measurements: undefined,
    });
    return checkGate(context, { base: 'base', head: 'work', allowed: [] });
  };
  const { evidence = [] } = await runs(node);
  expect(evidenceLines(evidence)).toEqual([
    'unit: 8 tests ran: 6 as at base, 2 new; 4 of base missing (adds zero, greets, row one, row two); inputs detected by name, not observed',
  ]);
  const { evidence: silent = [] } = await runs(() => 'all is well');
  expect(evidenceLines(silent)).toEqual([
    'unit: proved by exit code alone; inputs detected by name, not observed',
  ]);
});
