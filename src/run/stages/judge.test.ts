import { expect, test } from 'vitest';

import { parseDeveloper } from '../../formats/index.ts';
import { claimedFiles } from './judge.ts';

test('FOUND-01 000#2 a file that the developer names under its tests is one that it named', () => {
  const text =
    'Files Modified:\n- src/a.js: new\n\nTests Written:\n- test/a.test.js: covers a\n\nREADY_FOR_REVIEW: T-1\n';
  const answer = parseDeveloper(text, { ticket: 'T-1' });
  const changed = ['src/a.js', 'test/a.test.js', 'src/b.js'];
  expect(claimedFiles(answer, changed)).toEqual(['src/a.js', 'test/a.test.js']);
  expect(claimedFiles(null, changed)).toEqual([]);
});
