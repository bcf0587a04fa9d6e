import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Finding } from '../../model/finding.ts';
import type { GoldenComment } from '../../model/calibration.ts';
import { matchComments } from './match-comments.ts';

const golden: GoldenComment = {
  file: 'src/a.ts',
  line: 10,
  endLine: null,
  severity: 'HIGH',
  text: 'the total is wrong',
  words: [],
};
const finding: Finding = {
  source: { kind: 'reviewer', name: 'reviewer' },
  rule: 'Correctness',
  severity: 'HIGH',
  file: 'src/a.ts',
  line: 10,
  message: 'the sum leaves out the last row',
  evidence: '',
  fix: '',
  fingerprint: 'f',
  grounding: 'located',
};

test('a label with a place is met near that place, in that file, with a word it asks for', () => {
  const meets = (label: Partial<GoldenComment>, said: Partial<Finding>): boolean =>
    matchComments([{ ...golden, ...label }], [{ ...finding, ...said }]).length === 1;
  expect(meets({}, { line: 15 })).toBe(true);
  expect(meets({}, { line: 16 })).toBe(false);
  expect(meets({ endLine: 14 }, { line: 19 })).toBe(true);
  expect(meets({}, { file: 'src/b.ts' })).toBe(false);
  expect(meets({ words: ['Last Row'] }, {})).toBe(true);
  expect(meets({ words: ['timeout'] }, {})).toBe(false);
});

test('a label without a place is met by telling words alone, and that is said', () => {
  const label = {
    ...golden,
    file: null,
    line: null,
    text: 'get_item_key calls math.floor on a datetime key, which raises TypeError',
  };
  const said = { ...finding, message: 'getItemKey uses math.floor with a datetime: TypeError at run time' };
  expect(matchComments([label], [said])).toEqual([{ comment: 0, finding: 0, by: 'words' }]);
  expect(matchComments([label], [finding])).toEqual([]);
  expect(matchComments([{ ...label, text: 'This code should be better' }], [finding])).toEqual([]);
});

test('nobody goes without because another took what it could do without', () => {
  const near = { ...golden, line: 12 };
  // The first label could have both findings, the second only the first of them.
  const labels = [golden, { ...golden, line: 4 }];
  const said = [
    { ...finding, line: 9 },
    { ...finding, line: 13 },
  ];
  expect(matchComments(labels, said)).toHaveLength(2);
  expect(matchComments([golden, near], [finding])).toHaveLength(1);
});

test('a match is one to one, never more than there are, and more findings never match less', () => {
  const line = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.array(line, { maxLength: 8 }),
      line,
      (wanted, said, one) => {
        const labels = wanted.map((at) => ({ ...golden, line: at }));
        const findings = said.map((at) => ({ ...finding, line: at }));
        const pairs = matchComments(labels, findings);
        expect(new Set(pairs.map((pair) => pair.comment)).size).toBe(pairs.length);
        expect(new Set(pairs.map((pair) => pair.finding)).size).toBe(pairs.length);
        const more = matchComments(labels, [...findings, { ...finding, line: one }]);
        expect(more.length).toBeGreaterThanOrEqual(pairs.length);
      },
    ),
  );
});
