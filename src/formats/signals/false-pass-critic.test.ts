import { expect, test } from 'vitest';
import { type CriticAnswer, parseCritic } from './critic.ts';
import { closingLines } from './names.ts';
import { passedReview, ticket, token } from '../../../test/support/signal-samples.ts';

const expected = { ticket, token };
const pass = `REVIEW_PASSED: T-1 ${token}`;
const fail = `REVIEW_FAILED: T-1 ${token}`;
const good = passedReview.replace(`${pass}\n\n`, '').replace(/\nSummary.*\n/, '');
const finding = { file: 'src/a.ts', line: 1, message: 'SQL injection' };

function between(text: string): CriticAnswer {
  return parseCritic(`${good}\n${text}\n\n${pass}\n`, expected);
}

test('FLOW-11 the review that the following tests bend is a pass', () => {
  expect(between('')).toMatchObject({ verdict: 'pass', reasons: [] });
});

test.each([
  ['code', 'Issues Found:\n```\nsrc/a.ts:1: SQL injection\n```'],
  ['a list in code', 'Issues Found:\n```\n- src/a.ts:1: SQL injection\n```'],
  ['a quote', 'Issues Found:\n> src/a.ts:1: SQL injection'],
  ['a table after None', 'Issues Found:\n- None\n| src/a.ts:1 | SQL injection |'],
  [
    'a table with a header',
    'Issues Found:\n\n| Location | Issue |\n|---|:-:|\n| src/a.ts:1 | SQL injection |',
  ],
  ['prose after None', 'Issues Found:\n- None\n\nsrc/a.ts:1 - SQL injection'],
  ['another label', 'Defects:\n- src/a.ts:1: SQL injection'],
  ['a heading with hashes', '## Critical Issues\n- src/a.ts:1: SQL injection'],
  ['many entries that say nothing', `Issues Found:\n${'- None\n'.repeat(1000)}- src/a.ts:1: SQL injection`],
  ['blanks before it', `Issues Found: ${' '.repeat(9000)}src/a.ts:1: SQL injection`],
])('FLOW-11 an issue written with %s is one', (_, text) => {
  expect(between(text)).toMatchObject({
    verdict: 'unknown',
    findings: [finding],
    reasons: ['REVIEW_PASSED with 1 issues'],
  });
});

test('FLOW-11 an issue below a key, behind the signal, is one', () => {
  const answer = parseCritic(`${good}\n${pass}\n\nblocking_issues:\n- arity is 3\n`, expected);
  expect(answer).toMatchObject({ verdict: 'fail', reasons: ['1 blocking'] });
});

test('FLOW-11 an empty table and decorated words for nothing are no issues', () => {
  expect(between('Issues Found:\n\n| File | Issue |\n|---|---|').verdict).toBe('pass');
  expect(between('Critical Issues: None\n\nMust Fix:\n- N/A').verdict).toBe('pass');
});

test.each([
  'Issues Found (2 critical):\n- src/a.ts:1: SQLi',
  '### ❌ Issues Found\n- src/a.ts:1: SQLi',
  'Showstopper: SQLi',
  '**Security:**\n- the query is built from input',
  'Security:\n- the query is built from input',
  '## Remarks\n- src/a.ts:1: SQLi',
  '## Security\n\nI had a look at it.',
  'Strengths:\n- small',
  'I looked at this:\n- the code',
  'I vote no.',
  'Not good enough yet.',
  '[HIGH] the login is open',
  '| Check | Result |\n|---|---|\n| types | FAIL |',
  '```\nREVIEW_FAILED\n```',
  '> Do not merge this.',
  '<!-- rejected -->',
])('FLOW-11 SIGNAL-03 003#8 what stands in no section is asked about, whatever it says: %j', (text) => {
  for (const answer of [between(text), between(`Summary: fine\n\n${text}`)]) {
    expect(answer.verdict, text).toBe('unknown');
    expect(answer.reasons[0]).toBe(`outside of the form: ${answer.outside?.[0]}`);
  }
});

test.each([
  ['## Notes\n- easy to follow'],
  ['## Notes\n- src/a.ts:1: a long name\n  that goes on'],
  [
    'Notes:\n- the helper is broken on Windows, but nobody calls it there\n- a test for an empty list is missing',
  ],
  ['Issues Found:\nNone\n\n---'],
  ['Summary: the work that failed before is whole now'],
])('SIGNAL-03 what stands in a section leaves a pass: %j', (text) => {
  expect(between(text)).toMatchObject({ verdict: 'pass', reasons: [] });
});

test.each([
  ['below the files', '- src/b.ts', 'Showstoppers:\n- SQLi'],
  ['among the files', '- src/b.ts', '- no good'],
  ['behind a file', '- src/b.ts', 'I vote no.'],
  ['among the lines of the assessment', '- Architecture: ALIGNED', '- Security: VULNERABLE'],
  ['behind them', '- Architecture: ALIGNED', '\nI vote no.'],
])('FLOW-11 words %s are no part of the section', (_, after, line) => {
  const text = `${good.replace(after, `${after}\n${line}`)}\n${pass}\n`;
  const { verdict, outside = [] } = parseCritic(text, expected);
  expect([verdict, outside.length > 0]).toEqual(['unknown', true]);
});

test('FLOW-11 a scored line that is no score, and words behind the summary, are no part of the form', () => {
  for (const text of ['Dimension Scores:\n- security: poor', 'Summary: fine\nbut I vote no'])
    expect(between(text).verdict, text).toBe('unknown');
});

test('FLOW-04 a failed review hands on every issue, and what stands in no section as a note', () => {
  const text = `${fail}\n\nIssues Found:\n- a.ts:1: one\n\`\`\`\nb.ts:2: two\n\`\`\`\n\nThree is bad.\n\nHotfix Blockers:\n- c.ts:4: four\n`;
  expect(parseCritic(text, expected)).toMatchObject({
    verdict: 'fail',
    findings: [
      { file: 'a.ts', line: 1, message: 'one' },
      { file: 'b.ts', line: 2, message: 'two' },
      { file: '', line: 0, message: 'Three is bad.' },
    ],
    notes: ['Hotfix Blockers:', '- c.ts:4: four'],
    reasons: [],
  });
});

test('FLOW-04 code below an issue belongs to it', () => {
  const text = `${fail}\n\nIssues Found:\n- a.ts:1: one\n\`\`\`\ncatch {}\n\`\`\`\n- two\n`;
  expect(parseCritic(text, expected).findings.map(({ message }) => message)).toEqual(['one catch {}', 'two']);
});

test('FLOW-11 a text far before the signal is not read, and no pass follows it', () => {
  const far = 'noise noise\n'.repeat(30_000);
  const answer = parseCritic(`${far}\n${good}\n${pass}\n`, expected);
  expect(answer).toMatchObject({ verdict: 'unknown' });
  expect(answer.reasons[0]).toBe('outside of the form: text that is too far before the signal');
});

test.each([
  ['without a colon', 'REVIEW_FAILED'],
  ['with words but no colon', `REVIEW_FAILED T-1 ${token}`],
  ['behind a bullet', `- ${fail}`],
  ['indented', `      ${fail}`],
  ['behind a blank that is none', `\u00a0${fail}`],
  ['after a lone carriage return', `working\r${fail}`],
  ['after a line separator', `working\u2028${fail}`],
  ['with a wide colon', `REVIEW_FAILED： T-1 ${token}`],
  ['with a soft hyphen', `REVIEW_\u00adFAILED: T-1 ${token}`],
  ['with a word joiner', `REVIEW_FAILED\u2060: T-1 ${token}`],
  ['in lower case', fail.toLowerCase()],
  ['in code', `\`\`\`\n${fail}\n\`\`\``],
  ['in a quote', `> ${fail}`],
  ['in a comment', `<!-- ${fail} -->`],
  ['at the end of a sentence', `Wait, on reflection ${fail}`],
  ['among the notes', `Notes:\n- ${fail}`],
  ['as the prompt shows it', closingLines('critic', ticket, token).join('\n')],
])('SIGNAL-03 the opposite signal %s keeps a pass from counting', (_, line) => {
  for (const text of [`${line}\n\n${good}\n${pass}\n`, `${good}\n${pass}\n\n${line}`])
    expect(parseCritic(text, expected).verdict).toBe('unknown');
});

test.each([`\`\`\`\n${fail}\n\`\`\``, `> ${fail}`, `  ${fail}`, `## ${fail}`])(
  'FLOW-11 003#8 a fail signal that does not count keeps this critic from passing the work: %j',
  (line) => {
    expect(parseCritic(`${line}\n`, expected).objection).toBe(line.startsWith('>') ? undefined : 'hidden');
    expect(between(`${line}\n`).objection).toBe(line.startsWith('>') ? undefined : 'hidden');
  },
);

test('SIGNAL-03 the opposite signal with a line separator behind it is a signal', () => {
  expect(between(`${fail}\u2028`).reasons).toEqual([
    expect.stringContaining('two different closing signals'),
  ]);
});

test.each([
  ['a member of a report', 'Status: FAIL'],
  ['approval that is denied', '**Approved:** false'],
  ['notes for a revision', 'Revision Notes:\n- rewrite everything'],
])('FLOW-11 003#8 %s takes a pass back', (_, text) => {
  expect(between(text).verdict).toBe('unknown');
});

test.each([['Overall Score: 40'], ['**Overall score**: 40/100'], ['Dimension Scores:\n- overall_score: 40']])(
  'EPIC-05 003#9 an overall score of its own that is too low fails the work: %s',
  (text) => {
    expect(between(text)).toMatchObject({
      verdict: 'fail',
      reasons: ['the critic states an overall score of 40, below the minimum of 75'],
    });
    expect(between(text.replace('40', '92')).verdict).toBe('pass');
  },
);

test.each([
  ['COMPLIANT (not at all, 14 lint errors)'],
  ['COMPLIANT - with severe violations of ADR-3'],
  ['COMPLIANT - one exception'],
  ['COMPLIANT (lacks a header)'],
  ['COMPLIANT - fails the linter'],
  ["COMPLIANT - isn't formatted"],
  [`COMPLIANT (${'x'.repeat(3000)})`],
])('FLOW-11 the good word taken back is none: %j', (word) => {
  const answer = parseCritic(passedReview.replace('COMPLIANT', word), expected);
  expect(answer.reasons).toEqual([expect.stringContaining('REVIEW_PASSED with Code style: COMPLIANT')]);
});
