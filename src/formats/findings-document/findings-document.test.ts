import { expect, test } from 'vitest';

import { writeFindingsDocument } from './write.ts';
import { parseFindingsDocument } from './findings-document.ts';
import type { DocumentFinding } from './findings-document.ts';

const finding: DocumentFinding = {
  severity: 'CRITICAL',
  category: 'Security',
  title: 'open to injection',
  file: 'src/db.ts',
  line: 12,
  problem: 'the name is pasted into SQL',
  impact: 'anyone reads everything',
  fix: 'use a parameter',
};
const head = {
  ticket: '1.2',
  round: 2,
  reviewer: 'Agent (Fresh Context)',
  date: '2025-01-02 03:04',
  branch: 'story-1-2-names',
  recommendation: 'Fix before merge',
};
const cleanHead = { ...head, recommendation: 'Merge' };
const clean = writeFindingsDocument({ ...cleanHead, findings: [] });
const sample = `# Story 1.2 Code Review Findings - Round 2

**Reviewer:** Agent (Fresh Context)
**Date:** 2025-01-02 03:04
**Branch:** story-1-2-names

## Critical Issues (Must Fix)

1. **[Security]:** open to injection
   - **File:** src/db.ts:12
   - **Problem:** the name is pasted into SQL
   - **Impact:** anyone reads everything
   - **Fix:** use a parameter

## Important Issues (Should Fix)

2. **[Limits]:** no bound
   - **File:** src/list.ts
   - **Problem:** no bound
   - **Impact:** slow
   - **Fix:** page it

## Minor Issues (Nice to Have)

3. **[Style]:** long line
   - **File:**
   - **Problem:** too long
   - **Impact:**
   - **Fix:** wrap
   - **Severity:** MEDIUM

4. **[Naming]:** short name
   - **File:** Makefile:3
   - **Problem:** x
   - **Impact:** none
   - **Fix:** y

5. **[Docs]:** typo
   - **File:** \`a b.md\`:1
   - **Problem:** teh
   - **Impact:**
   - **Fix:** the
   - **Severity:** INFO

## Summary

- **Total findings:** 5
- **Critical:** 1
- **Important:** 1
- **Minor:** 3
- **Recommendation:** Fix before merge
`;
const five: readonly DocumentFinding[] = [
  finding,
  {
    ...finding,
    severity: 'HIGH',
    category: 'Limits',
    title: 'no bound',
    file: 'src/list.ts',
    line: 0,
    problem: 'no bound',
    impact: 'slow',
    fix: 'page it',
  },
  {
    ...finding,
    severity: 'MEDIUM',
    category: 'Style',
    title: 'long line',
    file: '',
    line: 0,
    problem: 'too long',
    impact: '',
    fix: 'wrap',
  },
  {
    ...finding,
    severity: 'LOW',
    category: 'Naming',
    title: 'short name',
    file: 'Makefile',
    line: 3,
    problem: 'x',
    impact: 'none',
    fix: 'y',
  },
  {
    ...finding,
    severity: 'INFO',
    category: 'Docs',
    title: 'typo',
    file: 'a b.md',
    line: 1,
    problem: 'teh',
    impact: '',
    fix: 'the',
  },
];

/** Verdict and reasons of a clean document in which one piece was replaced. */
function bent(from: string | RegExp, to: string): readonly [string, readonly string[]] {
  const { verdict, reasons } = parseFindingsDocument(clean.replace(from, to));
  return [verdict, reasons];
}

test('LOOP-03 SIGNAL-06 the document is written in the founding format', () => {
  expect(writeFindingsDocument({ ...head, findings: five })).toBe(sample);
});

test('LOOP-03 SIGNAL-06 the document is read back to the same value, counted from its findings', () => {
  expect(parseFindingsDocument(sample)).toEqual({
    ...head,
    outside: [],
    verdict: 'unclean',
    counts: { critical: 1, important: 1, minor: 3 },
    mustFix: 2,
    findings: five,
    reasons: [],
  });
});

test('LOOP-03 a document without findings is clean', () => {
  expect(parseFindingsDocument(clean)).toEqual({
    ...cleanHead,
    verdict: 'clean',
    counts: { critical: 0, important: 0, minor: 0 },
    mustFix: 0,
    findings: [],
    outside: [],
    reasons: [],
  });
});

test('LOOP-03 only minor findings are clean', () => {
  const text = writeFindingsDocument({ ...cleanHead, findings: five.slice(2) });
  const { verdict, counts, mustFix } = parseFindingsDocument(text);
  expect([verdict, counts, mustFix]).toEqual(['clean', { critical: 0, important: 0, minor: 3 }, 0]);
});

test.each([
  '',
  'All good!',
  '# Story 1 Code Review Findings - Round 1',
  '## Summary\n- **Critical:** 0\n- **Important:** 0\n- **Minor:** 0',
])('LOOP-03 without a parsable section nothing was reviewed: %j', (text) => {
  const { verdict, reasons } = parseFindingsDocument(text);
  expect([verdict, reasons[0]]).toEqual(['unknown', 'there is no findings document']);
});

test.each([
  ['## Critical Issues (Must Fix)', 'critical'],
  ['## Important Issues (Should Fix)', 'important'],
  ['## Minor Issues (Nice to Have)', 'minor'],
])('LOOP-03 without "%s" it is clean only if the summary says zero', (heading, name) => {
  expect(bent(heading, '')[0]).toBe('clean');
  const silent = clean.replace(heading, '').replace(new RegExp(`- \\*\\*${name}:.*\\n`, 'i'), '');
  expect(parseFindingsDocument(silent)).toMatchObject({
    verdict: 'unknown',
    reasons: [`there is no ${name} section, and the summary does not say that it is empty`],
  });
});

test('LOOP-03 a document cut off before its summary is not clean, but its findings still count', () => {
  const cut = 'there is no summary: the document may be cut off';
  expect(bent(/## Summary[^]*/, '')).toEqual(['unknown', [cut]]);
  expect(parseFindingsDocument(sample.replace(/## Summary[^]*/, ''))).toMatchObject({
    verdict: 'unclean',
    mustFix: 2,
    reasons: [cut],
  });
  const numberless = ['critical', 'important', 'minor'].map(
    (name) => `the summary gives no number for ${name}`,
  );
  expect(bent(/(## Summary)[^]*/, '$1')).toEqual(['unknown', numberless]);
  expect(bent(/(\*\*Critical:\*\*)[^]*/, '$1 0\n- **Impor')[0]).toBe('unknown');
});

test('LOOP-03 a summary that counts more to be fixed than was found means that something was not read', () => {
  expect(bent('**Critical:** 0', '**Critical:** 1')).toEqual([
    'unknown',
    [
      'the summary counts 1 findings to be fixed, 0 could be read',
      'the summary counts 1 findings in all, 0 could be read',
      'the summary says critical: 1, the document has 0',
    ],
  ]);
  expect(bent('**Important:** 0', 'Important: 2')[0]).toBe('unknown');
  expect(parseFindingsDocument(sample.replace('**Important:** 1', '**Important:** 2')).verdict).toBe(
    'unknown',
  );
});

test('LOOP-03 a summary that counts less or otherwise is noted, and the findings decide', () => {
  const text = sample
    .replace('**Critical:** 1', '**Critical:** 0')
    .replace('**Total findings:** 5', '**Total findings:** 4');
  const { verdict, counts, reasons } = parseFindingsDocument(text);
  expect([verdict, counts.critical, reasons]).toEqual([
    'unclean',
    1,
    [
      'the summary says total findings: 4, the document has 5',
      'the summary says critical: 0, the document has 1',
    ],
  ]);
  expect(bent('**Minor:** 0', '**Minor:** 2')).toEqual([
    'unknown',
    [
      'the summary counts 2 findings in all, 0 could be read',
      'the summary says minor: 2, the document has 0',
    ],
  ]);
});

test('LOOP-03 a summary without a number is not a zero', () => {
  expect(bent('**Critical:** 0', '**Critical:** several')).toEqual([
    'unknown',
    ['the summary gives no number for critical'],
  ]);
  expect(bent('**Critical:** 0', '**Critical:** None')[0]).toBe('clean');
  expect(bent('**Critical:** 0', '**Critical:** **0** found')[0]).toBe('clean');
  expect(bent('**Critical:** 0', '**Critical:** 0 (and 5 in the other file)')[0]).toBe('unknown');
});

test.each([
  'None',
  'None.',
  '_None found_',
  '- None',
  '1. None',
  'N/A',
  '(none)',
  'No critical issues found.',
  '**No issues were identified**',
  '---',
])('LOOP-03 %j below a heading means nothing was found', (line) => {
  expect(bent('(Must Fix)\n', `(Must Fix)\n\n${line}\n`)).toEqual(['clean', []]);
});

test.each([
  'No validation at all',
  'The login is broken',
  '| a | b |',
  'None of the inputs are checked',
  `no ${'x'.repeat(200)} issues`,
])('LOOP-03 what stands below a heading and cannot be read is never clean: %s', (line) => {
  const [verdict, reasons] = bent('(Must Fix)\n', `(Must Fix)\n\n${line}\n`);
  expect([verdict, reasons.length, reasons[0]?.startsWith('outside of the form: ')]).toEqual([
    'unknown',
    1,
    true,
  ]);
});

test.each([
  ['no brackets', '1. **Security:** hole'],
  ['no bold', '1. [Security]: hole'],
  ['no number', '**[Security]:** hole'],
  ['another list', '7) **[Security]** hole'],
  ['a bullet', '* **[Security]**: hole'],
  ['a heading', '### 1. [Security] hole'],
])('LOOP-03 a finding with %s is read', (_name, line) => {
  const text = clean.replace(
    '(Must Fix)\n',
    `(Must Fix)\n\n${line}\n   * File: \`src\\db.ts:12-20\`\n   * __Problem__: pasted\n     into SQL\n`,
  );
  const parsed = parseFindingsDocument(text.replaceAll('\n', '\r\n'));
  expect(parsed.verdict).toBe('unclean');
  expect(parsed.findings).toEqual([
    {
      severity: 'CRITICAL',
      category: 'Security',
      title: 'hole',
      file: 'src/db.ts',
      line: 12,
      problem: 'pasted into SQL',
      impact: '',
      fix: '',
    },
  ]);
});

test.each([
  ['- a hole in the login', 'a hole in the login', ''],
  ['1. a hole', 'a hole', ''],
  ['### A hole', 'A hole', ''],
  ['1. a hole\nthat is big', 'a hole that is big', ''],
  ['- **Location:** C:\\x\\a.ts:5\n- **Suggested fix:** x', '', 'C:/x/a.ts'],
  ['- File: a.ts, b.ts', '', 'a.ts'],
  ['- File: LICENSE', '', 'LICENSE'],
  ['- File: n/a', '', ''],
  ['- File: everywhere in the code', '', ''],
])('LOOP-03 %j is one finding', (lines, title, file) => {
  const { findings } = parseFindingsDocument(clean.replace('(Should Fix)\n', `(Should Fix)\n\n${lines}\n`));
  expect(findings.map((found) => [found.severity, found.title, found.problem, found.file])).toEqual([
    ['HIGH', title, title, file],
  ]);
});

test('LOOP-03 numbered steps inside a fix are no findings, and a second file begins the next finding', () => {
  const steps = '1. **[A]:** a\n   - **Fix:** do\n     1. this\n     2. that\n';
  const two = '- File: a.ts:1\n- Problem: p\n- File: b.ts:2\n- Problem: q\n- Problem: r\n';
  const read = (lines: string) =>
    parseFindingsDocument(clean.replace('(Must Fix)\n', `(Must Fix)\n\n${lines}`)).findings;
  expect(read(steps).map(({ fix }) => fix)).toEqual(['do 1. this 2. that']);
  expect(read(two).map(({ file, problem }) => [file, problem])).toEqual([
    ['a.ts', 'p'],
    ['b.ts', 'q r'],
  ]);
});

test.each([
  ['prose around', `I looked at it.\n\n${sample}\nThat is all.`, 'unclean'],
  ['one fence around all', `Here:\n\`\`\`markdown\n${sample}\`\`\`\nbye`, 'unclean'],
  [
    'one fence around all, with code inside',
    `\`\`\`\n${clean.replace('(Nice to Have)\n', '(Nice to Have)\n\n1. [A] a\n```ts\n## Critical\n```\n')}\`\`\``,
    'unknown',
  ],
  ['one fence around all, clean', `~~~md\n${clean}~~~`, 'clean'],
  ['one fence around all that is not closed', `~~~md\n${clean}`, 'clean'],
  ['bold headings', clean.replace(/^## (.*)$/gm, '**$1**'), 'clean'],
  ['other headings', clean.replace(/ Issues \(.*\)/g, ''), 'clean'],
  [
    'deeper headings with counts',
    clean.replace(/^## (\w+).*$/gm, '#### $1 Findings: 0').replace('Summary Findings: 0', 'Summary of it'),
    'clean',
  ],
  ['two documents', `${clean}\n${clean}`, 'unknown'],
  ['a document in a fence in a fence', `~~~\n\`\`\`\n${clean}`, 'unknown'],
  ['two fenced documents', `\`\`\`md\n${clean}\`\`\`\n\`\`\`md\n${sample}\`\`\``, 'unknown'],
  ['a finding before the sections', `1. **[A]:** a\n\n${clean}`, 'unknown'],
  [
    'a finding below another heading',
    clean.replace('## Summary', '## Notes\n\n9. **[A]:** a\n\n## Summary'),
    'unknown',
  ],
  [
    'parts of a finding below another heading',
    clean.replace('## Summary', '## Notes\n\n- **File:** a\n\n## Summary'),
    'unknown',
  ],
  [
    'a finding as a heading like its section',
    clean.replace('(Must Fix)\n', '(Must Fix)\n\n## 1. Hole\n'),
    'unclean',
  ],
  [
    'a finding as a heading without a number',
    clean.replace('(Must Fix)\n', '(Must Fix)\n\n## [A] Hole\n'),
    'unclean',
  ],
  ['a file named before the document', `- **File:** a.ts\n\n${clean}`, 'unknown'],
  ['another heading', clean.replace('## Summary', '## Notes\n\nWell done.\n\n## Summary'), 'unknown'],
  [
    'findings hidden in a fence',
    clean.replace('(Must Fix)\n', '(Must Fix)\n```\n1. **[A]:** a\n```\n'),
    'unknown',
  ],
  ['findings hidden in a quote', clean.replace('(Must Fix)\n', '(Must Fix)\n> 1. **[A]:** a\n'), 'unknown'],
  ['a quote below another heading', `## Notes\n> so\n\n${clean}\n> so`, 'unknown'],
  [
    'code below a minor finding',
    clean.replace('(Nice to Have)\n', '(Nice to Have)\n1. [A] a\n```\n## X\n```\n'),
    'clean',
  ],
  ['a fenced example beside it', `${clean}\n\`\`\`\n${sample}\n\`\`\``, 'unknown'],
])('LOOP-03 %s', (_name, text, verdict) => {
  expect(parseFindingsDocument(text).verdict).toBe(verdict);
});
