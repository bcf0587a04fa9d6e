import { expect, test } from 'vitest';

import { callOf, settingsOf } from '../../../test/contracts/agents.ts';
import { parseCritic } from '../../formats/index.ts';
import { verdictForm } from './verdict-form.ts';
import { takeVerdicts } from './verdicts.ts';

const nowhere = { config: '', workspace: '', run: '' };
const expected = { changedFiles: ['src/a.ts'] };

const pass = {
  signal: 'REVIEW_PASSED',
  ticket: 'T-1',
  token: 't0k3n',
  filesReviewed: ['src/a.ts'],
  assessment: {
    codeStyle: 'COMPLIANT',
    errorHandling: 'ADEQUATE',
    naming: 'CONSISTENT',
    architecture: 'ALIGNED',
  },
  findings: [],
  requiredFixes: [],
  revisionNotes: [],
  priority: 'LOW',
  summary: 'fine',
};
const fail = { ...pass, signal: 'REVIEW_FAILED', findings: [{ file: 'src/a.ts', line: 1, message: 'no' }] };

function open() {
  const form = verdictForm(callOf(settingsOf('api', []), nowhere, { role: 'critic', expected }));
  if (form === undefined) throw new Error('a critic hands in a verdict');
  return takeVerdicts(form);
}

function verdictOf(text: string | undefined): string {
  return parseCritic(text ?? '', { ticket: 'T-1', token: 't0k3n', changedFiles: ['src/a.ts'] }).verdict;
}

test('what is taken is what the coordinator reads', () => {
  const verdicts = open();
  expect(verdicts.answer('Looking around.')).toBeUndefined();
  expect(verdicts.take(pass)).toBe('taken');
  expect(verdictOf(verdicts.answer(''))).toBe('pass');
  expect(verdictOf(verdicts.answer('I have seen all of it.'))).toBe('pass');
});

test('FLOW-11 a pass with an issue is taken as it is: a corrected one would erase the issue', () => {
  const verdicts = open();
  expect(verdicts.take({ ...pass, findings: fail.findings })).toBe('taken');
  expect(verdictOf(verdicts.answer(''))).toBe('unknown');
});

test.each([
  [{ token: 'guessed' }, /token/],
  [{ ticket: 'T-2' }, /T-2/],
  [{ filesReviewed: ['src/b.ts'] }, /src\/a\.ts/],
  [{ assessment: { ...pass.assessment, naming: 'ODD' } }, /ODD/],
])('SIGNAL-04 %o is not taken, and why goes back', (bend, because) => {
  const verdicts = open();
  expect(verdicts.take({ ...pass, ...bend })).toMatch(because);
  expect(verdicts.answer('')).toBeUndefined();
});

test('P8 words that say the opposite, or two verdicts that differ, are no verdict', () => {
  const contradicted = open();
  contradicted.take(pass);
  expect(
    verdictOf(contradicted.answer('REVIEW_FAILED: T-1 t0k3n\n\nIssues Found:\n- src/a.ts:1: no\n')),
  ).toBe('unknown');
  const twice = open();
  twice.take(pass);
  twice.take(fail);
  expect(verdictOf(twice.answer(''))).toBe('unknown');
});
