import { expect, test } from 'vitest';
import { type CriticAnswer, parseCritic } from './critic.ts';
import { failedReview, passedReview, ticket, token } from '../../../test/support/signal-samples.ts';
import { writeCritic } from '../../../test/support/write-answers.ts';

const expected = { ticket, token };
const good = {
  codeStyle: 'COMPLIANT',
  errorHandling: 'ADEQUATE',
  naming: 'CONSISTENT',
  architecture: 'ALIGNED',
};
const none = { codeStyle: '', errorHandling: '', naming: '', architecture: '' };

function parse(text: string, changedFiles?: readonly string[]): CriticAnswer {
  return parseCritic(text, changedFiles === undefined ? expected : { ...expected, changedFiles });
}

test('FLOW-03 SIGNAL-01 REVIEW_PASSED carries the files reviewed and the four-line assessment', () => {
  expect(parse(passedReview)).toEqual({
    signal: 'REVIEW_PASSED',
    ticket: 'T-1',
    verdict: 'pass',
    filesReviewed: ['src/a.ts', 'src/b.ts'],
    assessment: good,
    scores: [],
    findings: [],
    blockingIssues: [],
    requiredFixes: [],
    revisionNotes: [],
    priority: 'HIGH',
    notes: [],
    summary: 'small and clear',
    overallScore: null,
    reasons: [],
  });
});

test('FLOW-04 SIGNAL-01 REVIEW_FAILED carries issues with their places, required fixes and the priority', () => {
  expect(parse(failedReview)).toEqual({
    signal: 'REVIEW_FAILED',
    ticket: 'T-1',
    verdict: 'fail',
    filesReviewed: ['src/a.ts'],
    assessment: none,
    findings: [
      { file: 'src/a.ts', line: 10, message: 'swallows the error' },
      { file: 'src/b.ts', line: 3, message: 'unused import' },
    ],
    scores: [],
    blockingIssues: [],
    requiredFixes: ['rethrow the error'],
    revisionNotes: [],
    priority: 'MEDIUM',
    notes: [],
    summary: '',
    overallScore: null,
    objection: 'work',
    reasons: [],
  });
});

test('SIGNAL-03 a sloppily written review carries the same as a tidy one', () => {
  const sloppy = [
    '**REVIEW_FAILED: T-1 tok-12345**.',
    '### Files reviewed (1)',
    '* `src\\a.ts`',
    '**Issues Found:**',
    '1) **src/a.ts:10-12** — swallows',
    '   the error',
    '2) src\\b.ts#L3 - unused import',
    'Required Fixes :',
    '• rethrow the error',
    '',
    '**Priority**: medium (soon)',
  ].join('\r\n');
  const { verdict, ...rest } = parse(sloppy);
  const { verdict: tidyVerdict, ...tidy } = parse(failedReview);
  expect(verdict).toBe(tidyVerdict);
  expect(rest).toEqual(tidy);
});

test('SIGNAL-01 sections may come before the signal too', () => {
  const [line = '', ...rest] = failedReview.split('\n');
  expect(parse(`${rest.join('\n')}\n${line}\n`)).toEqual(parse(failedReview));
  const unseparated = `Issues Found:\n- a.ts:1: bad\n${line}\nthe end`;
  expect(parse(unseparated).findings).toEqual([{ file: 'a.ts', line: 1, message: 'bad' }]);
});

test('FLOW-03 several files may stand on one line', () => {
  const text = passedReview.replace(
    'Files Reviewed:\n- src/a.ts\n- src/b.ts',
    'Files Reviewed: src/a.ts, `src/b.ts`',
  );
  expect(parse(text).filesReviewed).toEqual(['src/a.ts', 'src/b.ts']);
  const one = passedReview.replace('- src/b.ts', '- src/b.ts: new, and long');
  expect(parse(one).filesReviewed).toEqual(['src/a.ts', 'src/b.ts']);
});

test.each([
  ['an issue', '\nIssues Found:\n- src/a.ts:1: bad\n', 'REVIEW_PASSED with 1 issues'],
  ['a required fix', '\nRequired Fixes:\n- do it\n', 'REVIEW_PASSED with 1 required fixes'],
  ['an issue in the shadow of a comment', ' <!--\nIssues Found:\n- bad\n-->', 'REVIEW_PASSED with 1 issues'],
  [
    'an issue below a heading of its own',
    '\n## Issues Found\n### High\n- bad\n',
    'REVIEW_PASSED with 1 issues',
  ],
  ['an issue after a quote', '\n> quoted\nIssues Found:\n- bad\n', 'REVIEW_PASSED with 1 issues'],
])('FLOW-11 a pass with %s is unknown', (_, more, reason) => {
  const { verdict, objection, reasons } = parse(passedReview.trimEnd() + more);
  expect([verdict, objection, reasons[0]]).toEqual(['unknown', 'work', reason]);
});

test.each([
  ['bold', '- **Issues Found:** src/a.ts:1: bad'],
  ['plain', '- Issues Found: src/a.ts:1: bad'],
  ['with a bullet below', '- Issues Found:\n  - src/a.ts:1: bad'],
])('FLOW-11 an issue put among the lines of the assessment, %s, is not overlooked', (_, line) => {
  const text = passedReview.replace('ALIGNED', `ALIGNED\n${line}`);
  expect(parse(text).verdict).toBe('unknown');
});

test('SIGNAL-03 a review may be one list of lists', () => {
  const text = passedReview
    .replaceAll('\n- ', '\n  - ')
    .replaceAll(/^(Files Reviewed|Quality Assessment|Summary):/gm, '- **$1:**');
  expect(parse(text)).toEqual(parse(passedReview));
});

test.each([
  ['None', '- None'],
  ['N/A', '- N/A.'],
  ['a dash', '-'],
  ['no issues found', 'No issues found.'],
])('FLOW-11 a pass whose issues are %s stays one', (_, entry) => {
  expect(parse(`${passedReview}\nIssues Found:\n${entry}\n\nRequired Fixes: None\n`).verdict).toBe('pass');
});

test.each([
  ['NON-COMPLIANT', 'REVIEW_PASSED with Code style: NON-COMPLIANT'],
  ['NOT COMPLIANT', 'REVIEW_PASSED with Code style: NOT COMPLIANT'],
  ['MOSTLY COMPLIANT', 'REVIEW_PASSED with Code style: MOSTLY COMPLIANT'],
  ['COMPLIANT, but long', 'REVIEW_PASSED with Code style: COMPLIANT, but long'],
  ['COMPLIANT - clean', 'REVIEW_PASSED with Code style: COMPLIANT - clean'],
  ['COMPLIANT - except in b.ts', 'REVIEW_PASSED with Code style: COMPLIANT - except in b.ts'],
  ['COMPLIANT enough', 'REVIEW_PASSED with Code style: COMPLIANT enough'],
  ['COMPLIANT/NOT', 'REVIEW_PASSED with Code style: COMPLIANT/NOT'],
  ['ADEQUATE', 'REVIEW_PASSED with Code style: ADEQUATE'],
  ['', 'REVIEW_PASSED without a line on Code style'],
])('FLOW-11 a pass whose code style is %j is unknown', (word, reason) => {
  const answer = parse(passedReview.replace('COMPLIANT', word));
  expect(answer).toMatchObject({ verdict: 'unknown', reasons: [reason] });
});

test.each([['**COMPLIANT**'], ['compliant'], ['COMPLIANT.'], ['✅ COMPLIANT'], ['COMPLIANT ✅']])(
  'FLOW-11 SIGNAL-03 %j is the good word',
  (word) => {
    const answer = parse(passedReview.replace('COMPLIANT', word));
    expect(answer).toMatchObject({ verdict: 'pass', assessment: good });
  },
);

test.each([
  ['Code style', 'codeStyle'],
  ['Error handling', 'errorHandling'],
  ['Naming', 'naming'],
  ['Architecture', 'architecture'],
])('FLOW-11 a pass without a line on %s is unknown', (label, aspect) => {
  const text = passedReview.replace(new RegExp(`- ${label}.*\n`), '');
  expect(parse(text)).toMatchObject({
    verdict: 'unknown',
    assessment: { ...good, [aspect]: '' },
    reasons: [`REVIEW_PASSED without a line on ${label}`],
  });
});

test('FLOW-11 two words on one aspect count as neither, the same word twice counts', () => {
  const twice = (word: string): string =>
    passedReview.replace('- Naming', `- Naming: ${word}\n- Naming conventions`);
  expect(parse(twice('CONSISTENT')).verdict).toBe('pass');
  expect(parse(twice('POOR'))).toMatchObject({
    verdict: 'unknown',
    assessment: { ...good, naming: 'POOR / CONSISTENT' },
  });
});

test('SIGNAL-03 FLOW-03 the assessment may be written with marks or dashes', () => {
  const text = passedReview
    .replace('- Code style:', '- **Code Style** -')
    .replace('- Naming:', '- **Naming:**');
  expect(parse(text)).toMatchObject({ verdict: 'pass', assessment: good });
});

test('FLOW-11 a pass that names no file, or leaves out a changed one, is unknown', () => {
  const noFiles = passedReview.replace('- src/a.ts\n- src/b.ts\n', '');
  expect(parse(noFiles).reasons).toEqual(['REVIEW_PASSED names no file reviewed']);
  expect(parse(passedReview, ['src/a.ts', './src/b.ts']).verdict).toBe('pass');
  expect(parse(passedReview, ['src/a.ts', 'src/c.ts'])).toMatchObject({
    verdict: 'unknown',
    reasons: ['REVIEW_PASSED without a review of src/c.ts'],
  });
});

test('FLOW-11 a changed file may be named by its absolute path, not by the end of another', () => {
  const named = (path: string): CriticAnswer =>
    parse(passedReview.replace('src/a.ts', path), ['a.ts', 'src/b.ts']);
  expect(named('/repo/a.ts').verdict).toBe('pass');
  expect(named('C:\\repo\\a.ts').verdict).toBe('pass');
  expect(named('other/a.ts').verdict).toBe('unknown');
  expect(named('/repo/ba.ts').verdict).toBe('unknown');
});

test('FLOW-11 a failure with neither issue nor fix is unknown, with one of them it counts', () => {
  const head = 'REVIEW_FAILED: T-1 tok-12345\n';
  expect(parse(head)).toMatchObject({
    verdict: 'unknown',
    reasons: ['REVIEW_FAILED names neither an issue nor a fix'],
  });
  expect(parse(`${head}\nIssues Found:\n- bad`).verdict).toBe('fail');
  expect(parse(`${head}\nRequired Fixes:\n- do it`).verdict).toBe('fail');
});

test.each([
  ['', 'HIGH'],
  ['Priority: low', 'LOW'],
  ['Priority: **MEDIUM**', 'MEDIUM'],
  ['Priority: urgent', 'HIGH'],
  ['Priority: not LOW', 'HIGH'],
])('FLOW-11 with %j the priority is %s', (line, priority) => {
  expect(parse(failedReview.replace('Priority: MEDIUM', line)).priority).toBe(priority);
});

test('FLOW-11 an answer without a signal has no problems of its own', () => {
  expect(parse('words').reasons).toEqual(['no closing signal found']);
  expect(parse('words').verdict).toBe('unknown');
});

test('SIGNAL-03 what was left out is said without spoiling the verdict', () => {
  const answer = parse(failedReview.replace('- rethrow the error', '- do it\n'.repeat(1001)));
  expect(answer.verdict).toBe('fail');
  expect(answer.reasons).toEqual(['requiredFixes: 1 of 1001 entries omitted']);
});

test('SIGNAL-06 a review is written in the founding format', () => {
  expect(writeCritic(parse(passedReview), { token })).toBe(passedReview);
  const written = writeCritic(parse(failedReview), { token });
  expect(written).toBe(failedReview.replace(/\nDeveloper:.*\n/, ''));
  expect(writeCritic({ ...parse(''), summary: 'x' })).toBe('Priority: HIGH\n\nSummary: x\n');
  expect(writeCritic({ ...parse(passedReview), priority: 'LOW' })).toContain('Priority: LOW');
});

test('003#10 blocking issues of a text are read with dimension and required action', () => {
  const text =
    'Blocking Issues:\n- code_quality: no limit; required: name one\n- src/a.ts:3: it leaks\n- It is slow.\n';
  const { verdict, blockingIssues, findings } = parse(`${text}\nREVIEW_FAILED: ${ticket} ${token}\n`);
  expect({ verdict, findings }).toEqual({ verdict: 'fail', findings: [] });
  expect(blockingIssues).toEqual([
    { dimension: 'code_quality', message: 'no limit', requiredAction: 'name one' },
    { dimension: '', message: 'src/a.ts:3: it leaks', requiredAction: '' },
    { dimension: '', message: 'It is slow.', requiredAction: '' },
  ]);
});
