import { expect, test } from 'vitest';

import { foldLetters } from '../findings-document/category.ts';

test.each([
  ['Security', 'security', false],
  ['', '', false],
  ['S\u0435curity', 'security', false],
  ['S\u00c9CURITY', 'security', false],
  ['\uff33\uff25\uff23', 'sec', false],
  ['\u0392lock', 'block', false],
  ['se\u0433cu', 'se\u0433cu', true],
  ['\u0433a', '\u0433a', true],
  ['a \u0433', 'a \u0433', false],
  ['\u0438\u043c', '\u0438m', false],
  ['stra\u00dfe', 'stra\u00dfe', false],
])('LOOP-10 %j is seen as %j, mixed: %s', (text, folded, isMixed) => {
  expect(foldLetters(text)).toEqual({ text: folded, isMixed });
});
