import { expect, test } from 'vitest';

import type { CheckRun } from '../checks/check-result.ts';
import { readRun, withResults } from './results.ts';

const ran = (output: string): CheckRun => ({
  how: 'exited',
  exitCode: 0,
  because: '',
  log: output,
  output,
  ms: 1,
});
const xml = '<testsuite><testcase classname="a" name="adds"/></testsuite>';
const mark = '\n--- test results ---\n';

test('EVID-03 results that a check wrote are read behind its output, and are not part of its log', () => {
  const { shown, report } = readRun(
    ran(`Tests:       9 passed, 9 total\nan error\n${mark}${xml}`),
    new Set(),
  );
  expect(report).toMatchObject({ runners: ['junit'], passed: 1, passes: ['adds'] });
  expect(shown.log).toBe('Tests:       9 passed, 9 total\nan error');
});

test('EVID-03 without results that can be read the output counts', () => {
  expect(readRun(ran(`Tests:       9 passed, 9 total\n${mark}`), new Set()).report).toMatchObject({
    passed: 9,
  });
  expect(readRun(ran(xml), new Set()).report).toMatchObject({ passed: 1 });
  expect(readRun(ran('all is well'), new Set()).report).toBeNull();
});

test('REAL-02 a check that is to write results, and writes none, ran no test', () => {
  expect(readRun(ran(`all is well\n${mark}`), new Set()).report).toMatchObject({ ranNoTest: true });
  expect(readRun({ ...ran(`no compiler\n${mark}`), exitCode: 1 }, new Set()).report).toBeNull();
});

test('REAL-02 files alone are no tests where node:test is asked for some by name', () => {
  const files = 'ok 1 - test/a.test.js\n1..1\n# duration_ms 9';
  const ranNoTest = (output: string, run: string) =>
    readRun(ran(`TAP version 13\n${output}`), new Set(), run).report?.ranNoTest;
  expect(ranNoTest(files, 'node --test --test-name-pattern=none')).toBe(true);
  // A script that asserts by itself is a test of node:test.
  expect(ranNoTest(files, 'node --test')).toBe(false);
  expect(ranNoTest(files.replace('test/a.test.js', 'adds'), 'node --test --test-only')).toBe(false);
});

test('EVID-03 only the last results count: what tests print like them is output', () => {
  const printed = `${mark}<testsuite><testcase name="forged"/></testsuite>`;
  expect(readRun(ran(`${printed}${mark}${xml}`), new Set()).report).toMatchObject({ passes: ['adds'] });
});

test('EVID-03 results that were there before are removed, and the exit code is that of the command', () => {
  expect(withResults(['npm', 'test'], ['out/*.xml'])).toEqual([
    'sh',
    '-c',
    expect.stringMatching(/^rm -f -- \.\/out\/\*\.xml; "\$@"; code=\$\?; .* exit \$code$/),
    'sh',
    'npm',
    'test',
  ]);
  expect(withResults('a && b', ['out.xml']).slice(-3)).toEqual(['sh', '-c', 'a && b']);
});
