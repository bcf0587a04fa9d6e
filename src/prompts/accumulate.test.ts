import { expect, test } from 'vitest';
import { accumulate, isNew } from './accumulate.ts';
import type { Feedback } from '../model/feedback.ts';
import { sampleFeedback, sampleFinding } from '../../test/support/prompt-samples.ts';

test('REWORK-03 what every attempt said is kept once, newest first, with the attempts in which it was seen', () => {
  const first = { ...sampleFinding, fingerprint: 'old', message: 'only at first' };
  const again = { ...sampleFinding, message: 'still not reset' };
  const fresh = { ...sampleFinding, fingerprint: 'new', message: 'a new one' };
  const { findings, rounds } = accumulate([
    { ...sampleFeedback, attempt: 0, findings: [first, sampleFinding] },
    { ...sampleFeedback, attempt: 1, findings: [fresh, again] },
  ]);
  expect(rounds.map(({ attempt }) => attempt)).toEqual([1, 0]);
  expect(findings).toEqual([
    { said: fresh, attempts: [1] },
    {
      said: { ...again, message: `${again.message} (attempt 1 said: ${sampleFinding.message})` },
      attempts: [1, 0],
    },
    { said: first, attempts: [0] },
  ]);
});

test('REWORK-03 001#9 two issues about one line are both told; one in the same words is told once', () => {
  const first = { ...sampleFinding, message: 'gives NaN for undefined' };
  const second = { ...sampleFinding, message: 'loses precision' };
  const told = (...said: readonly (typeof first)[]) =>
    accumulate(said.map((each, attempt) => ({ ...sampleFeedback, attempt, findings: [each] }))).findings;
  expect(told(first, second)[0]?.said.message).toBe(
    'loses precision (attempt 1 said: gives NaN for undefined)',
  );
  expect(told(first, { ...first, message: 'still gives  NaN for undefined' })[0]?.said.message).toBe(
    'still gives  NaN for undefined',
  );
});

test('003#10 notes that repeat suggestions, one or several, are not told again', () => {
  const fix = (text: string) => ({
    ...sampleFinding,
    fingerprint: text,
    message: `no ${text}`,
    fix: `${text}.`,
  });
  const learnt = accumulate([{ ...sampleFeedback, findings: [fix('Name it'), fix('Test it')] }]);
  const isTold = (said: string) => isNew(learnt)({ said, attempts: [0] });
  const repeated = ['Name it.', 'Name it. Test it.', '1. Test it\n2. Name it', '- Name it\n- Test it.'];
  expect(repeated.filter(isTold)).toEqual([]);
  expect(isTold('Name it. Test it. Log it.')).toBe(true);
});

test('REWORK-03 a finding repeated within one attempt is seen in that attempt once', () => {
  const { findings } = accumulate([{ ...sampleFeedback, findings: [sampleFinding, sampleFinding] }]);
  expect(findings).toEqual([{ said: sampleFinding, attempts: [0] }]);
});

test('REWORK-03 feedbacks given out of order are still read newest first, the later of two of one attempt before', () => {
  const audit = { ...sampleFeedback, attempt: 1, kind: 'audit' as const };
  const landing = { ...sampleFeedback, attempt: 1, kind: 'landing' as const };
  const { rounds } = accumulate([audit, landing, { ...sampleFeedback, attempt: 0 }]);
  expect(rounds.map(({ kind }) => kind)).toEqual(['landing', 'audit', 'review']);
});

test('REWORK-03 findings nobody could fingerprint are told apart by place, rule and words', () => {
  const bare = { ...sampleFinding, fingerprint: '' };
  const others = [
    bare,
    { ...bare, message: 'other' },
    { ...bare, line: 9 },
    { ...bare, file: 'b.ts' },
    { ...bare, rule: 'x' },
  ];
  const { findings } = accumulate([{ ...sampleFeedback, findings: [...others, bare] }]);
  expect(findings.map(({ said }) => said)).toEqual(others);
});

test('REWORK-03 fixes, criteria, blocking points and notes are merged by their words, spaces and case aside', () => {
  const blocking = { dimension: 'code_quality', message: 'too long', requiredAction: 'split it' };
  const failed = { criterion: 'AC1', reason: 'returns 500' };
  const learnt = accumulate([
    {
      ...sampleFeedback,
      requiredFixes: ['Split  it ', 'older', 'spli tit'],
      failedCriteria: [failed],
      blockingIssues: [{ ...blocking, message: 'Too  long' }],
      revisionNotes: 'Read the docs',
    },
    {
      ...sampleFeedback,
      attempt: 1,
      requiredFixes: ['split it'],
      failedCriteria: [failed, { criterion: 'AC1', reason: 'another reason' }],
      blockingIssues: [
        blocking,
        { ...blocking, dimension: 'test_quality' },
        { ...blocking, requiredAction: 'x' },
      ],
      revisionNotes: 'read the docs',
    },
  ]);
  expect(learnt.requiredFixes).toEqual([
    { said: 'split it', attempts: [1, 0] },
    { said: 'older', attempts: [0] },
    { said: 'spli tit', attempts: [0] },
  ]);
  expect(learnt.failedCriteria).toEqual([
    { said: failed, attempts: [1, 0] },
    { said: { criterion: 'AC1', reason: 'another reason' }, attempts: [1] },
  ]);
  expect(learnt.blockingIssues).toEqual([
    { said: blocking, attempts: [1, 0] },
    { said: { ...blocking, dimension: 'test_quality' }, attempts: [1] },
    { said: { ...blocking, requiredAction: 'x' }, attempts: [1] },
  ]);
  expect(learnt.revisionNotes).toEqual([{ said: 'read the docs', attempts: [1, 0] }]);
});

test('REWORK-03 an empty note is no note', () => {
  expect(accumulate([{ ...sampleFeedback, revisionNotes: ' \n' }]).revisionNotes).toEqual([]);
  expect(accumulate([{ ...sampleFeedback, revisionNotes: null }]).revisionNotes).toEqual([]);
});

test('REWORK-09 a criterion counts as passing only if its newest mention says so', () => {
  const learnt = accumulate([
    {
      ...sampleFeedback,
      passingCriteria: ['AC1', 'AC2'],
      failedCriteria: [{ criterion: 'AC3', reason: 'no' }],
    },
    {
      ...sampleFeedback,
      attempt: 1,
      passingCriteria: ['ac3', 'AC4'],
      failedCriteria: [{ criterion: 'AC1', reason: 'no' }],
    },
    {
      ...sampleFeedback,
      attempt: 2,
      passingCriteria: ['AC4'],
      failedCriteria: [{ criterion: 'ac4 ', reason: 'no' }],
    },
  ]);
  expect(learnt.passingCriteria).toEqual(['ac3', 'AC2']);
});

test('REWORK-09 003#10 001#9 numbers of every review ask for a change; one that is good again does not', () => {
  const review = (attempt: number, quality: number, tests: number) => ({
    ...sampleFeedback,
    attempt,
    dimensionScores: [
      { dimension: 'code_quality', class: 'important', score: quality } as const,
      { dimension: 'test_quality', class: 'important', score: tests, reason: 'no edge case' } as const,
    ],
    revisionNotes: null,
  });
  const first = review(0, 60, 90);
  const second = review(1, 90, 60);
  const checks = { ...sampleFeedback, attempt: 2, kind: 'validation', revisionNotes: null } as const;
  const low = { said: 'test_quality is 60, below 70: no edge case', attempts: [1] };
  expect(accumulate([first]).revisionNotes).toEqual([
    { said: 'code_quality is 60, below 70', attempts: [0] },
  ]);
  expect(accumulate([first, second]).revisionNotes).toEqual([low]);
  expect(accumulate([first, second, checks]).revisionNotes).toEqual([low]);
  expect(accumulate([{ ...first, revisionNotes: 'split it' }, second]).revisionNotes).toEqual([
    low,
    { said: 'split it', attempts: [0] },
  ]);
  const settled = { said: 'code_quality is 60, below 70', attempts: [0] };
  expect(accumulate([first, second, checks]).settledScores).toEqual([settled]);
  expect(accumulate([first]).settledScores).toEqual([]);
});

test('REWORK-03 001#9 numbers of earlier attempts that no later review found high enough stay required changes', () => {
  const review = (
    attempt: number,
    overallScore: number,
    tests: number | null,
    notes: string | null = null,
  ) => ({
    ...sampleFeedback,
    attempt,
    overallScore,
    dimensionScores: [
      { dimension: 'test_quality', class: 'important', score: tests, reason: `${tests} cases` } as const,
    ],
    revisionNotes: notes,
  });
  const told = (...reviews: readonly Feedback[]) => {
    const { revisionNotes, settledScores } = accumulate(reviews);
    return [revisionNotes, settledScores].map((all) =>
      all.map(({ said, attempts }) => [said, ...attempts].join(' @')),
    );
  };
  const low = (score: number) => `test_quality is ${score}, below 70: ${score} cases`;
  expect(told(review(0, 80, 40), review(1, 80, 50))).toEqual([[`${low(50)} @1`, `${low(40)} @0`], []]);
  expect(told(review(0, 80, 40), review(1, 80, 40))).toEqual([[`${low(40)} @1 @0`], []]);
  expect(told(review(0, 80, 40), review(1, 80, null))).toEqual([[`${low(40)} @0`], []]);
  expect(told(review(0, 80, 40), review(1, 80, 70))).toEqual([[], [`${low(40)} @0`]]);
  expect(told(review(0, 70, 90), review(1, 80, 40))).toEqual([
    [`${low(40)} @1`],
    ['overall score is 70, below 75 @0'],
  ]);
  expect(told(review(0, 80, 40, 'split it'), review(1, 80, 50, 'name it'))).toEqual([
    ['name it @1', 'split it @0', `${low(40)} @0`],
    [],
  ]);
});
