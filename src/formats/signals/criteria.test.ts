import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchCriteria } from './criteria.ts';

const criteria = [
  { id: 'AC1', text: 'The 101st request gets 429.' },
  { id: 'AC10', text: 'A banner shows the seconds left' },
];

function claim(criterion: string): { criterion: string; status: 'VERIFIED'; evidence: string } {
  return { criterion, status: 'VERIFIED', evidence: 'seen' };
}

test.each([
  ['AC1'],
  ['ac1'],
  ['**AC1**'],
  ['The 101st request gets 429.'],
  ['the  101st request, gets 429'],
  ['AC1: The 101st request gets 429'],
  ['AC1 The 101st request gets 429'],
])('FLOW-06 %j is about AC1', (criterion) => {
  expect(matchCriteria([claim(criterion)], criteria)).toEqual({
    matched: [
      { id: 'AC1', judged: claim(criterion) },
      { id: 'AC10', judged: null },
    ],
    problems: ['criterion AC10 is not judged'],
  });
});

test.each(['AC1: in other words', '[AC1] - in other words', '`AC1` — in other words'])(
  'FLOW-06 %j is about AC1 and may say anything, so it is no pass of it',
  (criterion) => {
    const { matched, problems } = matchCriteria([claim(criterion)], criteria);
    expect(matched[0]?.judged).toEqual(claim(criterion));
    expect(problems[0]).toBe(`name it by its id alone: ${criterion}`);
  },
);

test.each([['AC2'], ['AC1 in other words'], ['AC11: x'], ['the request gets 429'], ['!!!'], ['']])(
  'FLOW-06 %j is invented',
  (criterion) => {
    expect(matchCriteria([claim(criterion)], criteria).problems).toEqual([
      `not a criterion of the ticket: ${criterion}`,
      'criterion AC1 is not judged',
      'criterion AC10 is not judged',
    ]);
  },
);

test('FLOW-06 a criterion judged twice is a problem, and the first word counts', () => {
  const second = { ...claim('AC1'), evidence: 'other' };
  expect(matchCriteria([claim('AC1'), claim('AC10'), second], criteria)).toEqual({
    matched: [
      { id: 'AC1', judged: claim('AC1') },
      { id: 'AC10', judged: claim('AC10') },
    ],
    problems: ['criterion AC1 is judged twice'],
  });
});

test('FLOW-06 an id counts before a text that reads like it', () => {
  const odd = [
    { id: 'A', text: 'B' },
    { id: 'B', text: 'A' },
  ];
  const { matched, problems } = matchCriteria([claim('A'), claim('B')], odd);
  expect(problems).toEqual([]);
  expect(matched.map(({ id, judged }) => [id, judged?.criterion])).toEqual([
    ['A', 'A'],
    ['B', 'B'],
  ]);
});

test('FLOW-06 a criterion without words is matched by its id alone', () => {
  expect(matchCriteria([claim('???')], [{ id: 'X', text: '!!!' }]).problems).toEqual([
    'not a criterion of the ticket: ???',
    'criterion X is not judged',
  ]);
});

test('FLOW-06 without problems every criterion is judged and every claim is used', () => {
  const id = fc.constantFrom('AC1', 'AC10', 'AC2', 'the 101st request gets 429', 'x');
  fc.assert(
    fc.property(fc.array(id, { maxLength: 4 }), (ids) => {
      const { matched, problems } = matchCriteria(ids.map(claim), criteria);
      const isExact = ids.length === 2 && matched.every(({ judged }) => judged !== null);
      expect(problems.length === 0).toBe(isExact);
    }),
  );
});
