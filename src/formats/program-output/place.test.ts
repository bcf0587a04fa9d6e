import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { failurePlace } from './place.ts';
import { lastLines, outputReason } from './reason.ts';

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/outputs.json'), 'utf8'),
) as readonly { readonly name: string; readonly output: readonly string[] }[];
const places: readonly (readonly [string, string])[] = [
  ['node-test', 'a.test.js:1'],
  ['node-test-tap', 'u.test.mjs:2'],
  ['npm-script-fails', 't.js:1'],
  ['vitest-fail', 'a.test.ts:2'],
  ['jest-fail', 'a.test.js:1'],
  ['mocha-fail', 'test/a.js:1'],
  ['ava-fail', 'test.js:2'],
  ['jasmine-fail', 'spec/a.spec.js:1'],
  ['pytest-fail', 'test_a.py:3'],
  ['unittest', 'test_a.py:4'],
  ['python-trace', 'a.py:2'],
];
const at = { roots: ['/repo'] };

test.each(places)('REAL-04 the place of a failure of %s is that of its test', (name, place) => {
  const output = recorded.find((each) => each.name === name)?.output ?? [];
  expect(failurePlace(output.join('\n'), at)).toBe(place);
});

test('REAL-04 files of the runtime, of packages and outside of the checkout are not places of a failure', () => {
  const frames = [
    '    at node:internal/main/run_main_module:33:47',
    '    at run (/repo/node_modules/kit/run.js:3:1)',
    '    at go (/usr/lib/node/go.js:3:1)',
    '    at org.junit.Assert.fail(Assert.java:89)',
    '    at up (../other/up.js:1:1)',
  ];
  expect(failurePlace(['Error: no', ...frames].join('\n'), at)).toBe('');
  expect(failurePlace(['Error: no', ...frames, '    at /repo/src/a.js:7:1'].join('\n'), at)).toBe(
    'src/a.js:7',
  );
});

test('REAL-04 a place relative to the folder of a check is named from the root, and none is named twice', () => {
  expect(failurePlace('Error: no\n  a.test.js:4', { ...at, dir: 'packages/api' })).toBe(
    'packages/api/a.test.js:4',
  );
  expect(failurePlace('a.c:1:20: error: undeclared\nb.c:2:2: error: x', at)).toBe('');
});

test('REAL-04 the reason of a Go test has its message', () => {
  const output = '--- FAIL: TestAdd (0.00s)\n    math_test.go:7: got -1, want 3\nFAIL';
  expect(outputReason(output)).toBe('FAIL: TestAdd (0.00s) math_test.go:7: got -1, want 3');
});

test('REAL-04 the last lines begin above the reason where more was printed behind it', () => {
  const rest = Array.from({ length: 20 }, (_, index) => `table row ${index}`);
  const lines = lastLines(['✖ adds', 'AssertionError: -1 == 3', ...rest].join('\n'), 4);
  expect(lines).toEqual(['✖ adds', 'AssertionError: -1 == 3', 'table row 0', 'table row 1']);
});
