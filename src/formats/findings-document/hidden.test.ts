import { expect, test } from 'vitest';

import { severityLines } from './category.ts';
import { leadingWords } from './lines.ts';
import { recommendsPass } from './summary.ts';
import { writeFindingsDocument } from './write.ts';
import { parseFindingsDocument } from './findings-document.ts';

const head = { ticket: '1', round: 1, reviewer: 'r', date: 'd', branch: 'b', recommendation: 'Merge' };
const clean = writeFindingsDocument({ ...head, findings: [] });
const zeros = '- **Critical:** 0\n- **Important:** 0\n- **Minor:** 0\n';

/** A clean document with other lines below its summary. */
function summed(lines: string): readonly [string, readonly string[]] {
  const { verdict, reasons } = parseFindingsDocument(clean.replace(/(## Summary\n)[^]*/, `$1\n${lines}`));
  return [verdict, reasons];
}

test.each([
  zeros,
  '* Critical issues: none\n* Important findings: no findings\n* Minor: zero\n* Total: 0.',
  '| Severity | Count |\n|---|:-:|\n| **Critical** | 0 |\n| Important | 0 |\n| Minor | 0 |',
  `${zeros}- **Critical:** 0\n\n---\n`,
  '- Critical issue: 0\n- Important finding: 0\n- Minor problem: 0',
  '- Critical: ** 0 **\n- Important: `0`\n- Minor: _none_',
  `${zeros}- **Critical:** 0  \n| Critical | 0 |\n| Minor |0|`,
])('LOOP-03 a summary that counts nothing is clean: %j', (lines) => {
  expect(summed(lines)).toEqual(['clean', []]);
});

test('LOOP-03 a total above what was read means that something was not read', () => {
  expect(summed(`- **Total findings:** 3\n${zeros}`)).toEqual([
    'unknown',
    [
      'the summary counts 3 findings in all, 0 could be read',
      'the summary says total findings: 3, the document has 0',
    ],
  ]);
});

test('LOOP-03 two values for one line of the summary are a contradiction', () => {
  expect(summed(`- **Critical:** 0\n- **Critical:** 5\n- Important: 0\n- Minor: 0`)).toEqual([
    'unknown',
    ['the summary has two values for critical'],
  ]);
});

test('LOOP-03 a summary written as a table counts like one written as a list', () => {
  expect(summed('| Critical | 3 |\n| Important | 0 |\n| Minor | 0 |')[1][0]).toBe(
    'the summary counts 3 findings to be fixed, 0 could be read',
  );
});

test('LOOP-03 prose is no count, and neither prose nor another recommendation leaves it clean', () => {
  const line = 'There are 3 critical findings. Do not merge.';
  expect(summed(line)[0]).toBe('unknown');
  expect(summed(`${zeros}\n${line}`)).toEqual(['unknown', [`outside of the form: ${line}`]]);
  const loud = `${zeros}- **Recommendation:** Do NOT merge: SQL injection in src/a.ts`;
  expect(summed(loud)).toEqual(['unknown', [NOT_APPROVED]]);
});

test.each([
  '\n1. **[Security]:** SQL injection\n   - **File:** a.ts:1\n',
  '\n1. SQL injection\n',
  '\n- SQL injection\n',
  '\n12. SQL injection\n',
  '\n## Next\n\n- Minor: 0\n',
  '\n    + deep injection\n',
  '\n| a.ts | SQL |\n',
  '\n**File:** a.ts\n',
  '\n### Additional critical findings\n1. hole\n',
  '\n### Additional critical findings\nThe login is open.\n',
  '\n## Addendum\n- hole\n',
  '\n## Addendum\n\t* hole\n',
  '\n## Security\nThe login is open.\n',
])('LOOP-03 what stands below the summary makes the document unknown: %j', (lines) => {
  const { verdict, outside } = parseFindingsDocument(`${clean}${lines}`);
  expect([verdict, outside[0]]).toEqual(['unknown', lines.trim().split('\n')[0]]);
});

test.each([
  '## Blocker Issues\n- SQL injection\n',
  '## High Issues\n1. SQL injection\n',
  '## Critical Security Issues\n1. SQL injection\n',
  '## Blocker Issues\nThe login is open.\n',
])('LOOP-03 findings below a heading that is none of ours make the document unknown: %j', (lines) => {
  for (const before of ['## Critical', '## Minor', '## Summary']) {
    const { verdict, outside } = parseFindingsDocument(clean.replace(before, `${lines}\n${before}`));
    expect([verdict, outside]).toEqual(['unknown', lines.trim().split('\n')]);
  }
});

test.each([
  ['## Critical Issues (3)', 3],
  ['## Critical Issues (Must Fix): 2', 2],
  ['## Critical Issues (Must Fix) (2)', 2],
  ['## Critical - 1 found', 1],
])(
  'LOOP-03 a heading that counts findings nobody can read makes the document unknown: %j',
  (heading, count) => {
    const text = clean.replace('## Critical Issues (Must Fix)', heading);
    const { verdict, reasons } = parseFindingsDocument(text);
    expect([verdict, reasons[0]]).toEqual(['unknown', expect.stringContaining(`${count}`)]);
    expect(parseFindingsDocument(clean.replace('(Must Fix)', '(0)')).verdict).toBe('clean');
    const whole = clean.replace('(Must Fix)\n', '(1)\n\n1. hole\n');
    expect(parseFindingsDocument(whole).verdict).toBe('unclean');
  },
);

test('LOOP-03 what is quoted below a heading that is none of ours is not overlooked', () => {
  const hidden = clean.replace('## Minor', '## Blocker Issues\n\n```\n1. hole\n```\n> hole\n\n## Minor');
  expect(parseFindingsDocument(hidden).outside).toEqual(['## Blocker Issues', '1. hole', '> hole']);
});

test('LOOP-03 a heading underlined instead of marked does not hide its findings', () => {
  const text = clean.replace('## Critical Issues (Must Fix)\n', 'Critical Issues\n------\n1. hole\n');
  expect(parseFindingsDocument(text).outside).toEqual(['Critical Issues', '1. hole']);
});

test('LOOP-03 a fence around the whole document is no part of it, and what is behind the fence is not overlooked', () => {
  const fenced = `\`\`\`markdown\n${clean}\`\`\`\n`;
  expect(parseFindingsDocument(fenced).verdict).toBe('clean');
  expect(parseFindingsDocument(`${fenced}bye`).verdict).toBe('unknown');
  expect(parseFindingsDocument(`hello\n${fenced}`).outside).toEqual(['hello']);
  expect(parseFindingsDocument(`${fenced}\n1. hole\n`).outside).toEqual(['1. hole']);
  const hidden = clean.replace('(Must Fix)\n', '(Must Fix)\n\n<!--\n1. hole\n-->\n');
  expect(parseFindingsDocument(hidden).outside).toEqual(['<!--', '1. hole', '-->']);
});

test.each([
  '1. No auth check (problem)',
  '- No input validation - issue',
  '1. **No CSRF protection.** Problem!',
  '- No error handling issues',
  '1. No critical issues found',
  '- No auth. Problems',
])('LOOP-03 a finding that begins with "no" is a finding: %j', (line) => {
  const text = clean.replace('(Must Fix)\n', `(Must Fix)\n\n${line}\n`);
  expect([parseFindingsDocument(text).verdict, parseFindingsDocument(text).mustFix]).toEqual(['unclean', 1]);
});

/** The severity of the one finding filed as minor. */
function filedMinor(line: string, more = ''): string | undefined {
  const lines = `(Nice to Have)\n\n1. ${line}\n   - **File:** a.ts:1\n   - **Problem:** p\n${more}`;
  return parseFindingsDocument(clean.replace('(Nice to Have)\n', lines)).findings[0]?.severity;
}

test.each([
  '**[Security]:** SQLi',
  'Security: SQLi',
  '`[Security]`: SQLi',
  '*[Security]*: SQLi',
  '(Security) SQLi',
  '**[]:** Security: SQLi',
  'Security - SQLi',
  '**[SQL Injection]:** x',
])('LOOP-10 however its category is written, a security finding is not minor: %j', (line) => {
  expect(filedMinor(line)).toBe('CRITICAL');
});

test('LOOP-10 a category on a line of its own counts and is kept', () => {
  expect(filedMinor('Thing', '   - **Category:** Security\n')).toBe('CRITICAL');
  expect(filedMinor('**[Style]:** x', '   - **Type:** Security\n')).toBe('CRITICAL');
  expect(filedMinor('Thing', '   - **Category:** Naming\n')).toBe('LOW');
});

test.each([
  ['CRITICAL (9.8)', 'CRITICAL'],
  ['**CRITICAL**', 'CRITICAL'],
  ['Critical.', 'CRITICAL'],
  ['Blocker', 'CRITICAL'],
  ['LOW\n   - **Severity:** CRITICAL', 'CRITICAL'],
  ['CRITICAL\n   - **Severity:** LOW', 'CRITICAL'],
  ['whatever', 'HIGH'],
  ['9.8', 'HIGH'],
  ['medium', 'MEDIUM'],
  ['Low - cosmetic', 'LOW'],
  ['', 'LOW'],
])('LOOP-10 a minor finding with the severity %j is %s', (said, severity) => {
  expect(filedMinor('**[Style]:** x', `   - **Severity:** ${said}\n`)).toBe(severity);
});

test.each([
  ['', undefined],
  [' \n', undefined],
  ['low/medium', 'MEDIUM'],
  ['Low to High', 'HIGH'],
  ['**Low** or **Medium**', 'MEDIUM'],
  ['medium-low', 'MEDIUM'],
  ['low-hanging', 'LOW'],
  ['info', 'INFO'],
  ['(minor)', 'LOW'],
  ['\u0421ritical', 'CRITICAL'],
  ['!!!', 'HIGH'],
  ['low\n???', 'HIGH'],
])('LOOP-10 severity lines %j say %s', (lines, severity) => {
  expect(severityLines(lines)).toBe(severity);
});

test.each([
  ['Security: x', 'Security'],
  ['**Security**: x', 'Security'],
  ['(Security) x', 'Security'],
  ['Data loss — x', 'Data loss'],
  ['SQL/command injection: x', 'SQL/command injection'],
  ['the words of a sentence: x', ''],
  ['security is fine', ''],
  ['', ''],
])('LOOP-10 the title %j begins with the category %j', (title, words) => {
  expect(leadingWords(title)).toBe(words);
});

test.each([
  ['APPROVE', true],
  ['**Approved.**', true],
  ['Merge', true],
  ['No fixes required', true],
  ['Nothing has to be fixed', true],
  ['Do NOT merge', false],
  ['Approve once the login is fixed', false],
  ['Merge; fix the names later', false],
  ['FIX', false],
  ['', false],
])('LOOP-03 the recommendation "%s" lets a change pass: %s', (text, passes) => {
  expect(recommendsPass(text)).toBe(passes);
});

const NOT_APPROVED = 'without a finding that must be fixed the recommendation is APPROVE, and nothing else';
