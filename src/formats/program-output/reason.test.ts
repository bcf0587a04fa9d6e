import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { lastLines, outputReason } from './reason.ts';

type Recorded = { readonly name: string; readonly says: string; readonly output: readonly string[] };

/** What real programs printed when they failed, and the line of it that says why. */
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/outputs.json'), 'utf8'),
) as readonly Recorded[];

test.each(recorded)('REAL-04 the reason of $name is the line that says why', ({ says, output }) => {
  expect(says).not.toBe('');
  expect(outputReason(output.join('\n'))).toBe(says);
});

test('REAL-04 the last lines of a failed npm ci are those with the reason, without its usage', () => {
  const output = recorded.find(({ name }) => name === 'npm-ci-outdated-lock')?.output ?? [];
  const lines = lastLines(output.join('\n'));
  expect(lines.at(-1)).toContain('Missing: left-pad@1.3.0 from lock file');
  expect(lines.join('\n')).not.toMatch(/Usage|--omit|Clean install/);
});

test('REAL-04 in TAP the first failed test says why, with a quoted, a plain or no message', () => {
  const tap = (error: string) => `not ok 1 - a › b\n  ---\n  ${error}\n  ...\nnot ok 2 - c`;
  expect(outputReason(tap("error: 'it''s off'"))).toBe("a › b: it's off");
  expect(outputReason(tap('error: plain'))).toBe('a › b: plain');
  expect(outputReason(tap("error: '1 subtest failed'"))).not.toContain('subtest failed: ');
  expect(outputReason('not ok 1 - later # TODO\n  ---\n  error: x\n  ...\nbye')).not.toContain('later: x');
});

test('REAL-04 a stack, a version banner, counts and progress are no reason where anything else was said', () => {
  const noise = [
    '    at Object.<anonymous> (/repo/t.js:1:7)',
    '  File "/repo/a.py", line 4, in f',
    'Node.js v24.21.0',
    'npm error A complete log of this run can be found in: /cache/_logs/debug.log',
    'npm warn Unknown env config "store-dir". This will stop working in the next major version of npm.',
    'npm error Lifecycle script `test` failed with error:',
    '> shop@1.0.0 test',
    ' 42 % done',
    '',
  ];
  for (const line of noise) expect(outputReason(`the tenant is gone\n${line}`)).toBe('the tenant is gone');
  expect(outputReason(noise.filter((line) => !line.includes('Lifecycle')).join('\n'))).toBe('');
});

test('REAL-04 what comes later knows more, but the first of many diagnostics is the cause of the others', () => {
  const retried = 'Error: 529 overloaded, trying again\nError: the login has expired\nbye';
  expect(outputReason(retried)).toBe('Error: the login has expired');
  const compiled = 'a.ts(1,1): error TS1005: first\nb.ts(2,1): error TS2304: second\n\nFound 2 errors.';
  expect(outputReason(compiled)).toBe('a.ts(1,1): error TS1005: first');
});

test('REAL-04 whatever was printed, the reason is one clean line within its bound, and the same every time', () => {
  const words = fc.constantFrom(
    'Error: ',
    'error ',
    'not ',
    '\u001b[31m',
    '\r',
    '\n',
    ':',
    '    at ',
    '│',
    '\u202e',
  );
  const printed = fc.array(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 24 });
  fc.assert(
    fc.property(printed, fc.integer({ min: 1, max: 400 }), (pieces, bound) => {
      const output = pieces.join('');
      const reason = outputReason(output, bound);
      expect(reason.length).toBeLessThanOrEqual(bound);
      // oxlint-disable-next-line no-control-regex
      expect(reason).not.toMatch(/[\u0000-\u001f\u007f\u202a-\u202e]/);
      expect(outputReason(output, bound)).toBe(reason);
    }),
  );
});

test('REAL-04 an output without an end of a line is not looked at for ever', () => {
  const pieces = [
    'a'.repeat(200_000),
    `${'Error'.repeat(50_000)}: `,
    '1 '.repeat(100_000),
    ' '.repeat(100_000),
  ];
  for (const output of pieces) expect(outputReason(output).length).toBeLessThanOrEqual(300);
});
