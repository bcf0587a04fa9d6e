import { expect, test } from 'vitest';
import { compareClaims, readClaims, writeClaims } from './claims.ts';

const none = { checked: null, pass: null, fail: null, partial: null, score: null };

function claims(...fields: readonly (readonly [string, string])[]) {
  const named = fields.map(([name, text]) => ({ name, text }));
  return readClaims([{ heading: 'SUMMARY', fields: named, lines: [], fence: 0 }]);
}

test.each([
  ['0.80', 0.8],
  ['.8', 0.8],
  ['1', 1],
  ['1.0', 1],
  ['0', 0],
  ['80%', 0.8],
  ['80 %', 0.8],
  ['80', 0.8],
  ['12/15', 0.8],
  ['80 / 100', 0.8],
  ['0.8 (good)', 0.8],
  ['100%', 1],
  ['0.123456789', 0.123457],
])('TEAM-04 the score %j is %d', (text, score) => {
  expect(claims(['score', text])).toEqual({
    claimed: { ...none, score },
    complaints: [],
    mayHideOpen: false,
    saysIncomplete: false,
    saysInconsistent: false,
  });
});

test.each(['', 'n/a', 'good', '101%', '101', '16/15', '612/1', '-0.5', '0.8.1', '1/0', '0/0'])(
  'TEAM-04 the score %j cannot be read',
  (text) => {
    expect(claims(['score', text])).toMatchObject({
      claimed: null,
      complaints: ["the SUMMARY's score is not a number"],
    });
  },
);

test('TEAM-04 counts are whole numbers', () => {
  expect(claims(['checked', '15'], ['pass', '12/15'], ['fail', '2 (bad)'], ['partial', '1'])).toMatchObject({
    claimed: { checked: 15, pass: 12, fail: 2, partial: 1, score: null },
    complaints: [],
  });
  expect(claims(['checked', '1.5'], ['pass', 'many'])).toMatchObject({
    claimed: null,
    complaints: ["the SUMMARY's checked is not a number", "the SUMMARY's pass is not a number"],
  });
});

test('TEAM-04 of two different claims the worse counts, and that is a complaint', () => {
  const twice = claims(
    ['checked', '5'],
    ['checked', '7'],
    ['pass', '5'],
    ['pass', '4'],
    ['score', '1'],
    ['score', '0.5'],
  );
  expect(twice).toMatchObject({
    claimed: { ...none, checked: 7, pass: 4, score: 0.5 },
    complaints: [
      'the SUMMARY gives more than one checked',
      'the SUMMARY gives more than one pass',
      'the SUMMARY gives more than one score',
    ],
  });
  expect(claims(['fail', '1'], ['fail', '2'], ['partial', '3'], ['partial', '2'])).toMatchObject({
    claimed: { ...none, fail: 2, partial: 3 },
  });
  expect(claims(['fail', '1'], ['fail', '1']).complaints).toEqual([]);
});

test('TEAM-04 only SUMMARY sections are heard, and marks of flaws in them', () => {
  const field = { name: 'checked', text: '5' };
  const elsewhere = { heading: 'FINDINGS', fields: [field], lines: [], fence: 0 };
  expect(readClaims([elsewhere]).claimed).toBe(null);
  expect(claims(['complete', 'No'])).toMatchObject({ saysIncomplete: true, saysInconsistent: false });
  expect(claims(['inconsistent', 'yes'])).toMatchObject({ saysIncomplete: false, saysInconsistent: true });
  expect(claims(['complete', 'yes'], ['inconsistent', 'no'])).toMatchObject({
    saysIncomplete: false,
    saysInconsistent: false,
  });
});

test('TEAM-04 a rounded score agrees, a score beyond rounding does not', () => {
  const counts = { checked: 8, pass: 5, fail: 3, partial: 0 };
  const against = (score: number) => compareClaims(counts, { ...none, score });
  expect(against(0.63)).toEqual({ score: 0.625, differences: [] });
  expect(against(0.62)).toEqual({ score: 0.625, differences: [] });
  expect(against(0.61)).toEqual({
    score: 0.61,
    differences: ['the SUMMARY says score 0.61, the findings say 0.63'],
  });
  expect(against(0.64)).toMatchObject({ score: 0.625, differences: [expect.any(String)] });
});

test('TEAM-04 claimed counts lower the score but never raise it', () => {
  const counts = { checked: 4, pass: 2, fail: 2, partial: 0 };
  expect(compareClaims(counts, { ...none, checked: 4, pass: 1 }).score).toBe(0.25);
  expect(compareClaims(counts, { ...none, checked: 4, pass: 3 }).score).toBe(0.5);
  expect(compareClaims(counts, { ...none, checked: 0, pass: 0 }).score).toBe(0.5);
  expect(compareClaims(counts, { ...none, pass: 0 }).score).toBe(0.5);
  expect(compareClaims(counts, null)).toEqual({ score: 0.5, differences: [] });
});

test('SIGNAL-06 claims are written as they were read', () => {
  expect(writeClaims({ ...none, checked: 3, score: 0.5 })).toEqual(['- Checked: 3', '- Score: 0.5']);
  expect(writeClaims(none)).toEqual([]);
});
