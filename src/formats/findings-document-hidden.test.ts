import { expect, test } from 'vitest';

import { severityLines } from './findings-document-category.ts';
import { leadingWords } from './findings-document-lines.ts';
import { objects } from './findings-document-summary.ts';
import { writeFindingsDocument } from './findings-document-write.ts';
import { parseFindingsDocument } from './findings-document.ts';

const head = { ticket: '1', round: 1, reviewer: 'r', date: 'd', branch: 'b', recommendation: 'Merge' };
const clean = writeFindingsDocument({ ...head, findings: [] });
const zeros = '- **Critical:** 0\n- **Important:** 0\n- **Minor:** 0\n';
const misplaced = 'a finding is outside the three sections';

/** A clean document with other lines below its summary. */
function summed(lines: string): readonly [string, readonly string[]] {
  const { verdict, reasons } = parseFindingsDocument(clean.replace(/(## Summary\n)[^]*/, `$1\n${lines}`));
  return [verdict, reasons];
}

test.each([
  zeros,
  '* Critical issues: none\n* Important findings: no findings\n* Minor: zero\n* Total: 0.',
  '| Severity | Count |\n|---|:-:|\n| **Critical** | 0 |\n| Important | 0 |\n| Minor | 0 |',
  `${zeros}- **Critical:** 0\n\nWell done.\n---\n`,
  `${zeros}- No further issues\n`,
  `### Counts\n\n${zeros}`,
  '- Critical issue: 0\n- Important finding: 0\n- Minor problem: 0',
  '- Critical: ** 0 **\n- Important: `0`\n- Minor: _none_',
  `${zeros}- **Critical:** 0  \n| Critical | 0 |\n| Minor |0|`,
  `${zeros}\n### Remaining issues\n   \n---\n|---|\nNone.\n`,
  `${zeros}\nThe heading ## Minor Issues has nothing below it.\n**Minor** findings are rare.\n`,
  `${zeros}\n### Notes\n\nNo critical issues were found.\n`,
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

test('LOOP-03 prose is no count, and prose against the change is not overlooked', () => {
  const line = 'There are 3 critical findings. Do not merge.';
  expect(summed(line)[0]).toBe('unknown');
  expect(summed(`${zeros}\n${line}`)).toEqual(['unknown', [`could not be read: ${line}`]]);
  const loud = `${zeros}- **Recommendation:** Do NOT merge: SQL injection in src/a.ts`;
  expect(summed(loud)).toEqual(['unknown', ['the recommendation asks for fixes, the findings do not']]);
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
])('LOOP-03 what may be a finding below the summary makes the document unknown: %j', (lines) => {
  const { verdict, reasons } = parseFindingsDocument(`${clean}${lines}`);
  expect([verdict, reasons]).toEqual(['unknown', [misplaced]]);
});

test.each([
  '## Blocker Issues\n- SQL injection\n',
  '## High Issues\n1. SQL injection\n',
  '## Critical Security Issues\n1. SQL injection\n',
  '## Blocker Issues\nThe login is open.\n',
])('LOOP-03 findings below a heading that is none of ours make the document unknown: %j', (lines) => {
  for (const before of ['## Critical', '## Minor', '## Summary']) {
    const { verdict, reasons } = parseFindingsDocument(clean.replace(before, `${lines}\n${before}`));
    expect([verdict, reasons]).toEqual(['unknown', [misplaced]]);
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

test('LOOP-03 what is quoted below a heading that sounds like findings is not overlooked', () => {
  const hidden = clean.replace('## Minor', '## Blocker Issues\n\n```\n1. hole\n```\n> hole\n\n## Minor');
  expect(parseFindingsDocument(hidden).reasons).toEqual([
    'could not be read: ```',
    'could not be read: > hole',
  ]);
});

test('LOOP-03 a heading underlined instead of marked does not hide its findings', () => {
  const text = clean.replace('## Critical Issues (Must Fix)\n', 'Critical Issues\n------\n1. hole\n');
  expect(parseFindingsDocument(text).reasons).toEqual([misplaced, 'could not be read: Critical Issues']);
});

test('LOOP-03 a finding behind the fence around the document, or in a comment, is not overlooked', () => {
  const fenced = `\`\`\`markdown\n${clean}\`\`\`\n`;
  expect(parseFindingsDocument(`${fenced}bye`).verdict).toBe('clean');
  expect(parseFindingsDocument(`${fenced}\n1. hole\n`).reasons).toEqual([misplaced]);
  const hidden = clean.replace('(Must Fix)\n', '(Must Fix)\n\n<!--\n1. hole\n-->\n');
  expect(parseFindingsDocument(hidden).reasons).toEqual(['could not be read: 1. hole']);
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
  ['Do NOT merge', true],
  ['This should not be merged', true],
  ['not ready', true],
  ["Don't merge", true],
  ['must be fixed', true],
  ['must-fix items remain', true],
  ['Fix the login before merging', true],
  ['Blocked', true],
  ['Reject', true],
  ['Changes requested', true],
  ['Request changes', true],
  ['needs work', true],
  ['a critical hole', true],
  ['open to injection', true],
  ['Approve', false],
  ['Merge; fix the names later', false],
  ['No blocking issues: merge', false],
  ['Approve, no critical or important findings', false],
  ['0 blockers', false],
  ['', false],
])('LOOP-03 "%s" speaks against a change: %s', (text, isObjection) => {
  expect(objects(text)).toBe(isObjection);
});
