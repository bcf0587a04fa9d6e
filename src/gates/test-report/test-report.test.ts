import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readTestReport } from './test-report.ts';

const folder = join(import.meta.dirname, '../../../test/fixtures/test-reports');
const recorded = (name: string): string => readFileSync(join(folder, `${name}.txt`), 'utf8');

/** Runner, passed, failed, skipped, and every failed test (null: not all of them are named). */
type Row = readonly [string, number, number, number, readonly string[] | null];

const jestNames = ['./sum.test.js › sum › adds', './sum.test.js › more › inner › adds › odd names'];
const mochaNames = ['sum › adds', 'sum › inner › adds twice', 'hooks › "before all" hook for "works"'];
const mochaFlat = ['sum adds', 'sum inner adds twice', 'hooks "before all" hook for "works"'];
const twice = ['test_sum.py::TestMore::test_twice[2]', 'test_sum.py::TestMore::test_twice[3]'];
const pytestNames = ['test_sum.py::test_adds', ...twice, 'test_sum.py::test_db'];

/** What each recorded output of a real runner says; null where it cannot be read. */
const rows: Readonly<Record<string, Row | null>> = {
  'ava-crash': null,
  'ava-empty': ['ava', 0, 0, 0, []],
  'ava-green': ['ava', 2, 0, 0, []],
  'ava-none': ['ava', 0, 0, 0, []],
  'ava-red': ['ava', 1, 2, 2, ['test › other › other fails', 'test › adds']],
  'ava-tap': ['tap', 1, 2, 2, ['test › adds', 'test › other › other fails']],
  'cargo-red': ['cargo', 4, 1, 1, ['tests::fails']],
  'go-chosen-none': ['go', 0, 0, 0, []],
  'go-json-none': ['go', 0, 0, 0, []],
  'go-json': ['go', 1, 1, 1, ['TestFails']],
  'go-none': ['go', 0, 0, 0, []],
  'go-verbose': ['go', 4, 1, 1, ['TestFails']],
  'jasmine-allskip': ['jasmine', 0, 0, 1, []],
  'jasmine-crash': null,
  'jasmine-green': ['jasmine', 2, 0, 0, []],
  'jasmine-none': ['jasmine', 0, 0, 0, []],
  'jasmine-red': ['jasmine', 1, 2, 1, ['sum adds', 'sum inner adds twice']],
  'jest-allskip': ['jest', 0, 0, 1, []],
  'jest-color': ['jest', 2, 2, 0, jestNames],
  'jest-console': ['jest', 1, 1, 0, ['./b.test.js › bad']],
  'jest-crash': ['jest', 0, 0, 0, ['./a.test.js › Test suite failed to run']],
  'jest-green': ['jest', 2, 0, 1, []],
  'jest-json': ['jest', 2, 2, 0, [...jestNames, 'sum adds', 'more inner adds › odd names']],
  'jest-none': ['jest', 0, 0, 0, []],
  'jest-pass-none': ['jest', 0, 0, 0, []],
  'jest-red': ['jest', 2, 2, 0, jestNames],
  'junit-none': ['junit', 0, 0, 0, []],
  'junit-playwright': ['junit', 2, 1, 1, ['t/a.spec.ts › sum › fails']],
  'junit-pytest': ['junit', 3, 1, 1, ['test_sum › test_fails']],
  'mocha-crash': null,
  'mocha-dot': ['mocha', 2, 3, 2, mochaNames],
  'mocha-empty': ['mocha', 0, 0, 0, []],
  'mocha-green': ['mocha', 3, 0, 0, []],
  'mocha-json': ['mocha', 2, 3, 2, mochaFlat],
  'mocha-none': ['mocha', 0, 0, 0, []],
  'mocha-red': ['mocha', 2, 3, 2, mochaNames],
  'mocha-tap': ['tap', 2, 3, 2, mochaFlat],
  'node-crash': ['node:test', 0, 1, 0, ['a.test.js › a.test.js']],
  'node-dot': null,
  'node-green': ['node:test', 3, 0, 0, []],
  'node-none': ['node:test', 0, 0, 0, []],
  'node-red': ['node:test', 2, 2, 2, ['sum.test.js › adds', 'sum.test.js › alone']],
  'node-subtests': ['node:test', 1, 1, 0, ['a.test.js › inner bad']],
  'node-tap-green': ['node:test', 3, 0, 0, []],
  'node-tap-none': ['node:test', 0, 0, 0, []],
  'node-tap-red': ['node:test', 2, 2, 2, ['sum › adds', 'alone']],
  'playwright-dot': ['playwright', 2, 1, 1, ['t/a.spec.ts › sum › fails']],
  'playwright-list': ['playwright', 2, 1, 1, ['t/a.spec.ts › sum › fails']],
  'pytest-allskip': ['pytest', 0, 0, 1, []],
  'pytest-crash': ['pytest', 0, 1, 0, ['test_a.py']],
  'pytest-green': ['pytest', 2, 0, 0, []],
  'pytest-none': ['pytest', 0, 0, 0, []],
  'pytest-qq-green': null,
  'pytest-quiet': ['pytest', 1, 4, 2, pytestNames],
  'pytest-red': ['pytest', 1, 4, 2, pytestNames],
  'tap-blank': ['tap', 0, 0, 1, []],
  'tap-green': ['tap', 2, 0, 0, []],
  'tap-none': ['tap', 0, 0, 0, []],
  'tap-red': ['tap', 1, 1, 2, ['test/sum.js › adds › one and two']],
  'tap-terse-red': ['tap', 1, 1, 2, null],
  'trx-none': ['trx', 0, 0, 0, []],
  'trx-red': ['trx', 2, 1, 1, ['Sum.Tests.SumTests › Fails']],
  'unittest-allskip': ['unittest', 0, 0, 1, []],
  'unittest-green': ['unittest', 2, 0, 0, []],
  'unittest-none': ['unittest', 0, 0, 0, []],
  'unittest-red': [
    'unittest',
    1,
    4,
    2,
    [
      'test_boom (test_sum.Sum.test_boom)',
      'test_adds (test_sum.Sum.test_adds)',
      'test_sub (test_sum.Sum.test_sub) (i=1)',
      'test_twice (test_sum.Sum.test_twice)',
    ],
  ],
  'vitest-allskip': ['vitest', 0, 0, 1, []],
  'vitest-crash': ['vitest', 0, 0, 0, ['a.test.js']],
  'vitest-green': ['vitest', 2, 0, 0, []],
  'vitest-json': ['vitest', 2, 2, 1, ['sum adds', 'more inner adds > odd']],
  'vitest-none': ['vitest', 0, 0, 0, []],
  'vitest-pass-none': ['vitest', 0, 0, 0, []],
  'vitest-red': ['vitest', 2, 2, 1, ['sum.test.js > sum > adds', 'sum.test.js > more > inner > adds > odd']],
};

test('every recorded output has a row', () => {
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(rows).map((name) => `${name}.txt`));
});

test.for(Object.entries(rows))('REAL-02 the output of %s is read as its runner means it', ([name, row]) => {
  const [runner, passed, failed, skipped, failures] = row ?? ['', 0, 0, 0, null];
  const read = { runners: [runner], passed, failed, skipped, failures, ranNoTest: passed + failed === 0 };
  const { passes: _, ...report } = readTestReport(recorded(name)) ?? {};
  expect(report).toEqual(row === null ? {} : read);
});

test('REAL-02 passed tests are named where the output names all of them, without file and group', () => {
  const passes = Object.keys(rows).flatMap((name) => {
    const report = readTestReport(recorded(name));
    return report?.passes == null || report.passed === 0 ? [] : [[name, report.passes]];
  });
  expect(Object.fromEntries(passes)).toMatchSnapshot();
  const node = '▶ sum\n  ✔ adds (0.1ms)\n✔ sum (1ms)\nℹ tests 1\nℹ pass 1\nℹ fail 0';
  expect(readTestReport(node)?.passes).toEqual(['adds']);
  const chatty = '  ✔ adds\n  ✔ written by the product\n\n  1 passing (2ms)';
  expect(readTestReport(chatty)).toMatchObject({ passed: 1, passes: null });
  const mixed = '✔ printed (1ms)\n ✓ a.test.ts > sum > adds 2ms\n\n      Tests  1 passed (1)';
  expect(readTestReport(mixed)?.passes).toEqual(['adds']);
  const pytest = 'tests/test_a.py::A::test_b PASSED   [100%]\n==== 1 passed in 0.10s ====';
  expect(readTestReport(pytest)?.passes).toEqual(['test_b']);
  const expected =
    'test_a.py::test_b PASSED\ntest_a.py::test_c XFAIL (later)  [100%]\n== 1 passed, 1 xfailed in 0.10s ==';
  expect(readTestReport(expected)?.passes).toEqual(['test_b']);
});

test('EVID-03 a failure that is expected has not passed', () => {
  const vitest = ' ✓ a.test.ts > adds 2ms\n\n      Tests  1 passed | 1 expected fail (2)';
  expect(readTestReport(vitest)).toMatchObject({ passed: 1, skipped: 1, passes: ['adds'] });
  const unittest =
    'test_b (a.A.test_b) ... expected failure\ntest_c (a.A.test_c) ... ok\n\nRan 2 tests in 0.001s\n\nOK (expected failures=1)';
  expect(readTestReport(unittest)).toMatchObject({ passed: 1, skipped: 1, passes: ['test_c'] });
});

test('REAL-02 reports of several packages are added up, also where their lines are mixed', () => {
  const turbo = (name: string, output: string): readonly string[] =>
    output.split('\n').map((line) => `${name}:test: ${line}`);
  const [web, api] = [turbo('@shop/web', recorded('mocha-red')), turbo('@shop/api', recorded('jest-red'))];
  const mixed = web.flatMap((line, at) => [line, api[at] ?? '']).concat(api.slice(web.length));
  expect(readTestReport(mixed.join('\n'))).toMatchObject({
    runners: ['mocha', 'jest'],
    passed: 4,
    failed: 5,
    failures: [
      ...mochaNames.map((name) => `@shop/web:test: ${name}`),
      ...jestNames.map((name) => `@shop/api:test: ${name}`),
    ],
  });
  const pnpm = recorded('vitest-none').replaceAll(/^/gm, 'packages/web test: ');
  expect(readTestReport(pnpm)).toMatchObject({ runners: ['vitest'], ranNoTest: true });
  const serial = `${recorded('jest-pass-none')}\n${recorded('jest-red')}\n${recorded('jest-green')}`;
  expect(readTestReport(serial)).toMatchObject({
    passed: 4,
    failed: 2,
    failures: jestNames,
    ranNoTest: false,
  });
});

test('REAL-02 failures that tests print do not count where the command names its own runner, passes do', () => {
  const printed = `${recorded('tap-red')}\n${recorded('mocha-green')}`;
  expect(readTestReport(printed)).toMatchObject({ runners: ['mocha', 'tap'], passed: 4, failed: 1 });
  const own = readTestReport(printed, new Set(['mocha']));
  expect(own).toMatchObject({ runners: ['mocha', 'tap'], passed: 4, failed: 0, failures: [] });
  expect(readTestReport(recorded('tap-red'), new Set(['mocha']))).toMatchObject({
    runners: ['tap'],
    failed: 1,
  });
  expect(readTestReport(printed, new Set(['mocha', 'tap']))).toMatchObject({ failed: 1 });
});

test('REAL-02 a name that failed twice is two failures, and a long Jest run that repeats its failures is not', () => {
  const failures = 'FAIL ./a.test.js\n  ● adds\n\n  ● adds\n';
  const summary = 'Tests:       2 failed, 1 passed, 3 total';
  const repeated = `${failures}\nSummary of all failing tests\n${failures}\n${summary}`;
  expect(readTestReport(repeated)?.failures).toEqual(['./a.test.js › adds', './a.test.js › adds (2)']);
});

test('an output that is not a report of tests is not read as one', () => {
  for (const text of [
    '',
    'webpack compiled with 1 warning',
    '✖ 2 problems (2 errors, 0 warnings)',
    'src/a.ts(3,1): error TS2304: Cannot find name',
    'Tests: all good',
    '  0 pending',
    'ok, done\nnot ok at all',
    'OK (skipped=1)',
    '{"num": 3}',
    '{\n  "stats": 3\n}',
  ])
    expect(readTestReport(text), text).toBeNull();
});

test('EVID-03 names in XML are read as they are meant, and quoted elements are text', () => {
  const xml = `<testsuite><testcase classname="a" name="x &lt; y &amp;&#10;z"/><!-- <testcase name="no"/> -->
<testcase name='one "two"'><system-out><![CDATA[<failure/></testcase><testcase name="forged"/>]]></system-out></testcase></testsuite>`;
  expect(readTestReport(xml)).toMatchObject({ runners: ['junit'], passed: 2, failed: 0 });
  expect(readTestReport(xml)?.passes).toEqual(['x < y & z', 'one "two"']);
  expect(readTestReport(`<testsuite>${'<![CDATA['.repeat(50_000)}`)).toBeNull();
});

test('EVID-03 verbose output of `go test` in which every test fails names them all', () => {
  const output =
    '=== RUN   TestA\n    a_test.go:8: got 0\n--- FAIL: TestA (0.00s)\nFAIL\nFAIL\ta\t0.002s\nFAIL';
  expect(readTestReport(output)).toMatchObject({ failed: 1, failures: ['TestA'], passes: [] });
  expect(readTestReport(output.replace('=== RUN   TestA\n', ''))).toBeNull();
});
