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
  ['Issues Found (2 critical):\n- src/a.ts:1: SQLi', 'Issues Found (2 critical): src/a.ts:1: SQLi'],
  ['### ❌ Issues Found\n- src/a.ts:1: SQLi', 'Issues Found: src/a.ts:1: SQLi'],
  ['Issues Found in src:\n- src/a.ts:1: SQLi', 'Issues Found in src: src/a.ts:1: SQLi'],
  ['Issues Found in src/a.ts:\n\nSQLi', 'Issues Found in src/a.ts: SQLi'],
  ['Showstopper: SQLi', 'Showstopper: SQLi'],
  ['**Security:**\n- the query is built from input', 'Security: the query is built from input'],
  ['Security:\n- the query is built from input', 'Security: the query is built from input'],
  ['## Remarks\n- src/a.ts:1: SQLi', 'Remarks: src/a.ts:1: SQLi'],
  ['## Remarks\n- the build is broken', 'Remarks: the build is broken'],
  [
    'The earlier issues are fixed:\n- a.ts is whole\n- b.ts still leaks',
    'The earlier issues are fixed: b.ts still leaks',
  ],
  ['2 of 3 earlier issues are fixed:\n- b.ts leaks', 'of 3 earlier issues are fixed: b.ts leaks'],
])('FLOW-11 SIGNAL-03 what stands under a heading nobody knows is not overlooked: %j', (text, said) => {
  expect(between(text)).toMatchObject({
    verdict: 'unknown',
    reasons: [`a pass, but this reads like a finding: ${said}`],
  });
});

test.each([
  ['## Notes\n- easy to follow'],
  ['## Notes\n- src/a.ts:1: a long name'],
  [
    'Notes:\n- the helper is broken on Windows, but nobody calls it there\n- a test for an empty list is missing',
  ],
  ['## Security\n\nI had a look at it.'],
  ['Strengths:\n- small'],
  ['### Suggestions (non-blocking)\n- rename x'],
  ['Issues Found:\nNone\n\n---'],
  ['## No issues\n- all fine'],
  ['I looked at this:\n- the code'],
  ['The earlier issues are fixed:\n- MAX_PARENTS is gone, src/a.ts:12 resolves every level'],
  ['## Previous findings, all resolved\n- src/a.ts:1: the query is bound now'],
])('SIGNAL-03 harmless words under a heading of their own leave a pass: %j', (text) => {
  expect(between(text)).toMatchObject({ verdict: 'pass', reasons: [] });
});

test('FLOW-11 an issue below the files or in the summary is not taken for a part of them', () => {
  const among = (line: string): CriticAnswer =>
    parseCritic(`${good.replace('- src/b.ts', `- src/b.ts\n${line}`)}\n${pass}\n`, expected);
  expect(among('Showstoppers:\n- SQLi').reasons).toEqual([
    'a pass, but this reads like a finding: Showstoppers: SQLi',
  ]);
  expect(among('- **Showstoppers:** SQLi').reasons).toEqual([
    'a pass, but this reads like a finding: showstoppers: SQLi',
  ]);
  expect(among('- Showstoppers: SQLi').reasons).toEqual(['REVIEW_PASSED with 1 issues']);
  expect(between('Summary: fine\nShowstoppers:\n- SQLi').reasons).toEqual([
    'a pass, but this reads like a finding: Showstoppers: SQLi',
  ]);
});

test('FLOW-04 a failed review hands on every finding, however it is written', () => {
  const text = `${fail}\n\nIssues Found:\n- a.ts:1: one\n\`\`\`\nb.ts:2: two\n\`\`\`\n\nThree is bad.\n\nHotfix Blockers:\n- c.ts:4: four\n`;
  expect(parseCritic(text, expected)).toMatchObject({
    verdict: 'fail',
    findings: [
      { file: 'a.ts', line: 1, message: 'one' },
      { file: 'b.ts', line: 2, message: 'two' },
      { file: '', line: 0, message: 'Three is bad.' },
      { file: 'c.ts', line: 4, message: 'four' },
    ],
    reasons: [],
  });
});

test('FLOW-04 code below an issue belongs to it', () => {
  const text = `${fail}\n\nIssues Found:\n- a.ts:1: one\n\`\`\`\ncatch {}\n\`\`\`\n- two\n`;
  expect(parseCritic(text, expected).findings.map(({ message }) => message)).toEqual(['one catch {}', 'two']);
});

test('FLOW-11 issues too far before the signal to be read are not overlooked, other words are', () => {
  const far = 'noise noise\n'.repeat(30_000);
  const answer = (before: string): CriticAnswer =>
    parseCritic(`${before}\n${far}\n${good}\n${pass}\n`, expected);
  expect(answer('Issues Found:\n- SQLi').reasons).toEqual([
    'not read because it is too far before the signal: Issues Found',
  ]);
  expect(answer('## Acceptance Criteria\n- AC1: FAILED').reasons).toEqual([
    'not read because it is too far before the signal: Acceptance Criteria',
  ]);
  expect(answer('there were issues with the network').verdict).toBe('pass');
  expect(answer('```\nIssues Found:\n```').verdict).toBe('pass');
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
])('SIGNAL-03 the opposite signal %s contradicts a pass', (_, line) => {
  for (const text of [`${line}\n\n${good}\n${pass}\n`, `${good}\n${pass}\n\n${line}`]) {
    const { verdict, reasons } = parseCritic(text, expected);
    expect(verdict).toBe('unknown');
    expect(reasons).toEqual([expect.stringMatching(/^REVIEW_FAILED on line \d+ contradicts REVIEW_PASSED/)]);
  }
});

test('SIGNAL-03 the opposite signal with a line separator behind it is a signal', () => {
  expect(between(`${fail}\u2028`).reasons).toEqual([
    expect.stringContaining('two different closing signals'),
  ]);
});

test.each([
  ['in code', `\`\`\`\n${fail}\n\`\`\``],
  ['in a quote', `> ${fail}`],
  ['within a sentence', `I would say ${fail} otherwise`],
  ['as a part of a name', 'REVIEW_FAILED_BEFORE is a constant'],
])('SIGNAL-03 the opposite signal %s leaves a pass', (_, text) => {
  expect(between(text)).toMatchObject({ verdict: 'pass', reasons: [] });
});

test.each([
  ['a signal at the end of a sentence', `Wait, on reflection ${fail}`],
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

test('SIGNAL-03 the opposite signal as the prompt shows it leaves a pass', () => {
  const shown = closingLines('critic', ticket, token).join('\n');
  expect(parseCritic(`${shown}\n\n${passedReview}`, expected)).toMatchObject({
    verdict: 'pass',
    reasons: [],
  });
  expect(parseCritic(`${shown.replaceAll(' - if', ' if')}\n\n${passedReview}`, expected).verdict).toBe(
    'unknown',
  );
});

test('SIGNAL-03 more opposite lines than anyone looks at are too many', () => {
  const lines = (count: number): string => `\`\`\`\n${'REVIEW_FAILED\n'.repeat(count)}\`\`\``;
  expect(between(lines(5000)).verdict).toBe('pass');
  expect(between(lines(5001)).reasons).toEqual(['more than 5000 lines contradict REVIEW_PASSED']);
});

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

test('FLOW-11 a good word that says what is not wrong stays one', () => {
  for (const word of ['COMPLIANT - no issues', 'COMPLIANT (0 lint errors)'])
    expect(parseCritic(passedReview.replace('COMPLIANT', word), expected).verdict).toBe('pass');
});

test.each([
  ['- Security: VULNERABLE', ['Security: VULNERABLE']],
  ['- Tests: INADEQUATE\n- Docs: GOOD, but old', ['Tests: INADEQUATE', 'Docs: GOOD, but old']],
  ['```\nTests: FAILED\n```', ['Tests: FAILED']],
  ['- Tests: GOOD\n- Security: ✅ SECURE', []],
])('FLOW-11 what else an assessment says counts: %j', (line, messages) => {
  const answer = parseCritic(passedReview.replace('ALIGNED', `ALIGNED\n${line}`), expected);
  expect(answer.findings.map(({ message }) => message)).toEqual(messages);
  expect(answer.verdict).toBe(messages.length === 0 ? 'pass' : 'unknown');
});

test('P8 bytes that are no text are no pass, no objection either, and hide no issue of a failed review', () => {
  const noise = '\uFFFD'.repeat(4000);
  const passed = between(`${noise}\nDo not merge this.\n\nIssues Found:\n- src/a.ts:1: SQL injection`);
  expect(passed).toMatchObject({ verdict: 'unknown' });
  expect(passed.objection).toBeUndefined();
  const failed = parseCritic(`Issues Found:\n- src/a.ts:1: SQL injection\n\n${noise}\n\n${fail}\n`, expected);
  expect(failed).toMatchObject({ objection: 'work', findings: expect.arrayContaining([finding]) as unknown });
});
