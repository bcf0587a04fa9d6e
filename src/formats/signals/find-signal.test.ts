import { expect, test } from 'vitest';
import { MAX_CANDIDATES, findSignal, type FoundSignal, tokenProblem } from './find-signal.ts';

const token = 'tok-12345';
const pass = `REVIEW_PASSED: T-1 ${token}`;
const fail = `REVIEW_FAILED: T-1 ${token}`;

function find(text: string, given: { ticket?: string; token?: string } = { token }): FoundSignal {
  return findSignal(text, 'critic', { ticket: 'T-1', ...given });
}

function reasons(text: string, given?: { ticket?: string; token?: string }): readonly string[] {
  return find(text, given).reasons;
}

test('SIGNAL-02 a signal counts at the start of a line, for the expected ticket, with the token', () => {
  expect(find(`words\n\n${pass}\n\nmore words`)).toEqual({
    signal: 'REVIEW_PASSED',
    ticket: 'T-1',
    starts: [7],
    hidden: [],
    reasons: [],
  });
});

test('SIGNAL-02 an output without a signal is told from one whose signal does not count', () => {
  const none = { signal: null, ticket: null, starts: [] };
  expect(find('words')).toEqual({ ...none, hidden: [], reasons: ['no closing signal found'] });
  expect(find(`a\n\`\`\`\n${pass}\n\`\`\``)).toEqual({
    ...none,
    hidden: ['REVIEW_PASSED'],
    reasons: [
      'no closing signal found: REVIEW_PASSED on line 3 is inside a code fence, a quote or a comment',
    ],
  });
  expect(find(` ${pass}`)).toEqual({
    ...none,
    hidden: ['REVIEW_PASSED'],
    reasons: ['no closing signal found: REVIEW_PASSED on line 1 is not at the start of the line'],
  });
  expect(reasons(`> a\n${pass}`)).toEqual([
    'no closing signal found: REVIEW_PASSED on line 2 is inside a code fence, a quote or a comment',
  ]);
});

test('SIGNAL-02 a signal for another ticket is an error, never a match', () => {
  expect(find(`REVIEW_PASSED: T-2 ${token}`)).toEqual({
    signal: 'REVIEW_PASSED',
    ticket: 'T-2',
    starts: [0],
    hidden: [],
    reasons: ['REVIEW_PASSED is for T-2, not for T-1'],
  });
  expect(reasons(`REVIEW_PASSED: T-1_ ${token}`)).toEqual(['REVIEW_PASSED is for T-1_, not for T-1']);
  expect(find('REVIEW_PASSED:')).toMatchObject({ ticket: null, reasons: ['REVIEW_PASSED names no ticket'] });
});

test('SIGNAL-07 where a token was issued, a missing or wrong one does not count', () => {
  expect(reasons('REVIEW_PASSED: T-1')).toEqual(['REVIEW_PASSED carries no token']);
  expect(reasons('REVIEW_PASSED: T-1 tok-1234')).toEqual(['REVIEW_PASSED carries a wrong token']);
  expect(reasons('REVIEW_PASSED: T-1 TOK-12345')).toEqual(['REVIEW_PASSED carries a wrong token']);
  expect(reasons(`${pass} yes`)).toEqual(['REVIEW_PASSED on line 1 has words after it']);
  expect(reasons(pass, { token: '' })).toEqual([
    'REVIEW_PASSED cannot be matched: the issued token is empty',
  ]);
});

test('SIGNAL-07 where none was issued the plain signal counts, and a word like a token is let pass', () => {
  expect(reasons('REVIEW_PASSED: T-1', {})).toEqual([]);
  expect(reasons(pass, {})).toEqual([]);
  expect(reasons('REVIEW_PASSED: T-1 unless', {})).toEqual(['REVIEW_PASSED has words after it']);
  expect(reasons('REVIEW_PASSED: T-1 abc1234', {})).toEqual(['REVIEW_PASSED has words after it']);
  expect(reasons('REVIEW_PASSED: T-1 abcd1234', {})).toEqual([]);
  expect(tokenProblem('a'.repeat(127).concat('1'), undefined)).toBeNull();
  expect(tokenProblem('a'.repeat(128).concat('1'), undefined)).toBe('has words after it');
  expect(tokenProblem('abcd.1234', undefined)).toBe('has words after it');
});

test('SIGNAL-03 the signal of another role does not count', () => {
  const foreign = `AUDIT_PASSED: T-1 ${token}`;
  expect(reasons(foreign)).toEqual(['AUDIT_PASSED is not a signal of the critic']);
  expect(reasons(`${foreign}\n${pass}`)).toEqual([
    'two different closing signals: AUDIT_PASSED on line 1, REVIEW_PASSED on line 2',
  ]);
});

test('SIGNAL-03 two signals that differ are none, the same one said twice is one', () => {
  expect(find(`${pass}\nx\n${fail}`)).toEqual({
    signal: 'REVIEW_FAILED',
    ticket: 'T-1',
    starts: [0, pass.length + 3],
    hidden: [],
    reasons: ['two different closing signals: REVIEW_PASSED on line 1, REVIEW_FAILED on line 3'],
  });
  expect(reasons(`${pass}\nREVIEW_PASSED: T-1`)).not.toEqual([]);
  expect(reasons(`${pass}\nREVIEW_PASSED: T-2 ${token}`)).not.toEqual([]);
  expect(find(`**${pass}**\nx\n${pass}.`)).toMatchObject({ signal: 'REVIEW_PASSED', reasons: [] });
});

test('FLOW-11 a signal that does not count is named where it is about this ticket', () => {
  for (const text of [`## ${fail}`, `   ${fail}`, `\`\`\`\n${fail}\n\`\`\``])
    expect(find(`${text}\n${pass}`)).toMatchObject({ hidden: ['REVIEW_FAILED'], reasons: [] });
  for (const text of ['## REVIEW_FAILED: T-9 x', `    ${fail}`, `- ${fail}`])
    expect(find(`${text}\n${pass}`)).toMatchObject({ hidden: [], reasons: [] });
});

test.each([
  ['bold around the line', `**${pass}**`],
  ['bold around the name', `**REVIEW_PASSED:** T-1 ${token}`],
  ['bold around the name without the colon', `**REVIEW_PASSED**: T-1 ${token}`],
  ['code around the line', `\`${pass}\`.`],
  ['code around each word', `REVIEW_PASSED: \`T-1\` \`${token}\``],
  ['a full stop', `${pass}.`],
  ['punctuation of every kind', `${pass}.,;:!`],
  ['underscores around the line', `_${pass}_`],
  ['no blank after the colon', `REVIEW_PASSED:T-1 ${token}`],
  ['blanks before the colon', `REVIEW_PASSED   : T-1 ${token}`],
  ['blanks and tabs between', `REVIEW_PASSED:  \tT-1\t ${token}  `],
  ['bold and code', `**\`${pass}\`**`],
])('SIGNAL-03 a signal with %s is that signal', (_, text) => {
  expect(find(text)).toMatchObject({ signal: 'REVIEW_PASSED', ticket: 'T-1', reasons: [] });
});

test.each([
  ['in brackets', `REVIEW_PASSED: (T-1) ${token}`],
  ['with an underscore after', `${pass}_`],
  ['with too many marks before', `*****${pass}`],
  ['with too many blanks before the colon', `REVIEW_PASSED    : T-1 ${token}`],
  ['with another name before', `MY_${pass}`],
  ['with letters after the name', `REVIEW_PASSEDX: T-1 ${token}`],
  ['with no colon', `REVIEW_PASSED T-1 ${token}`],
  ['with punctuation after the ticket', `REVIEW_PASSED: T-1, ${token}`],
])('SIGNAL-03 a signal %s does not count', (_, text) => {
  expect(reasons(text)).not.toEqual([]);
});

test('SIGNAL-03 a separator that only looks like a line feed starts no line', () => {
  expect(reasons(`x\u2028${fail}\n${pass}`)).toEqual([]);
  expect(find(`x\u2029${pass}`).signal).toBeNull();
});

test('SIGNAL-03 more signals than anyone would write are too many', () => {
  expect(reasons(`${pass}\n`.repeat(MAX_CANDIDATES))).toEqual([]);
  expect(reasons(`${pass}\n`.repeat(MAX_CANDIDATES + 1))).toEqual(['more than 200 closing signals']);
});

test('SIGNAL-03 a line that goes on out of sight is no signal', () => {
  const blanks = (length: number): string => ' '.repeat(length - pass.length);
  expect(reasons(`${pass}${blanks(500)}\n`)).toEqual([]);
  expect(reasons(`${pass}${blanks(500)}x`)).toEqual(['REVIEW_PASSED on line 1 has words after it']);
});
