import { expect, test } from 'vitest';

import { programLine, wordsOf } from './running-program.ts';

test('a running program is named without its folder, and a long command is cut in one line', () => {
  expect(wordsOf(['/opt/node/bin/node', 'agent.mjs', '/a/b'])).toBe('node agent.mjs /a/b');
  expect(wordsOf(['/bin/sh', 'sh', '-c', 'npm test'])).toBe('npm test');
  const program = { run: 1, command: 'x'.repeat(80), since: 0, limit: 60_000, last: '' };
  expect(programLine(program, 1_000)).toBe(`${'x'.repeat(59)}…  1s of 1m00s`);
});
