import { expect, test } from 'vitest';
import { afterEscape } from '../sanitize.ts';

const [ESC, CSI, ST, BEL] = ['\u001B', '\u009B', '\u009C', '\u0007'];

test.each([
  ['a letter', 'ab', 1],
  ['a control sequence', `${ESC}[31mx`, 5],
  ['one with an intermediate character', `${ESC}[1;2 qx`, 7],
  ['one in a single character', `${CSI}0Kx`, 3],
  ['one that breaks off', `${ESC}[31`, 4],
  ['one whose end is no final character', `${ESC}[31\nx`, 4],
  ['a title, ended by a bell', `${ESC}]0;t${BEL}x`, 6],
  ['a title, ended by ST', `${ESC}]0;t${ST}x`, 6],
  ['a title, ended by ESC and a backslash', `${ESC}]0;t${ESC}\\x`, 7],
  ['a title, cut off by another escape', `${ESC}]0;t${ESC}[31m`, 5],
  ['a title that the line ends', `${ESC}]0;t\nverdict`, 5],
  ['a title that the text ends', `${ESC}]0;t`, 5],
  ['a payload in a single character', `\u0090q${ST}x`, 3],
  ['an escape with an intermediate character', `${ESC}(Bx`, 3],
  ['an escape before a line end', `${ESC}\nx`, 1],
])('SIGNAL-03 %s ends where it ends', (_name, text, end) => {
  expect(afterEscape(text, 0)).toBe(end);
});

test('SIGNAL-03 an escape in the middle is followed from its own place', () => {
  expect(afterEscape(`abc${ESC}[1mx`, 3)).toBe(7);
  expect(afterEscape(`abc${ESC}]t${BEL}x`, 3)).toBe(7);
});
