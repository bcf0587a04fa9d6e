import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { painter } from './colour.ts';

function painted(env: Record<string, string>, isTTY: boolean, asked = true): string {
  const sink = { isTty: () => isTTY, write: () => undefined };
  return painter({ cwd: '', env, stdin: () => Readable.from([]), stdout: sink, stderr: sink }, asked)(
    'error',
    'no',
  );
}

const red = '\u001b[31mno\u001b[0m';

test('colour is for terminals only', () => {
  expect(painted({}, true)).toBe(red);
  expect(painted({}, false)).toBe('no');
  expect(painted({ TERM: 'dumb' }, true)).toBe('no');
});

test('NO_COLOR and --no-color win over everything, FORCE_COLOR over a pipe', () => {
  expect(painted({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe('no');
  expect(painted({ FORCE_COLOR: '1' }, true, false)).toBe('no');
  expect(painted({ FORCE_COLOR: '1' }, false)).toBe(red);
  expect(painted({ FORCE_COLOR: '0' }, false)).toBe('no');
  expect(painted({ FORCE_COLOR: '' }, false)).toBe('no');
  expect(painted({ NO_COLOR: '' }, true)).toBe(red);
});
