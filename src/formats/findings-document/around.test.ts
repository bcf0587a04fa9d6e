import { expect, test } from 'vitest';

import { writeFindingsDocument } from './write.ts';
import { parseFindingsDocument } from './findings-document.ts';

const head = { ticket: '1', round: 1, reviewer: 'r', date: 'd', branch: 'b', recommendation: 'Merge' };
const clean = writeFindingsDocument({ ...head, findings: [] });
const hole = '1. **[Security]:** hole\n   - **File:** a.ts:1\n   - **Problem:** p\n';
const unclean = clean.replace('(Must Fix)\n', `(Must Fix)\n\n${hole}`);

/** A clean document with these lines below its first section, which is where findings belong. */
const inCritical = (lines: string): string => clean.replace('(Must Fix)\n', `(Must Fix)\n\n${lines}\n`);
/** The same with lines between the title and the sections. */
const beforeSections = (lines: string): string => clean.replace('## Critical', `${lines}\n\n## Critical`);

test.each([
  [
    'its header as a list',
    clean.replace('**Reviewer:**', '- **Reviewer:**').replace('**Date:**', '* **Date:**'),
  ],
  ['headings with a colon', clean.replace(/^## (.*)$/gm, '## $1:')],
  ['bold headings with a colon', clean.replace(/^## (.*)$/gm, '**$1**:')],
  ['bold headings with a colon inside', clean.replace(/^## (.*)$/gm, '**$1:**')],
  ['bold headings with blanks behind', clean.replace(/^## (.*)$/gm, '   **$1** \t')],
  ['indented headings', clean.replace(/^## /gm, '   ## ')],
  ['headings closed with marks', clean.replace(/^## (.*)$/gm, '## $1 ##')],
  ['rules between the sections', clean.replace(/^## /gm, '---\n***\n___ \n## ')],
])('LOOP-03 a clean document with %s is clean', (_, text) => {
  const { verdict, reasons } = parseFindingsDocument(text);
  expect([verdict, reasons]).toEqual(['clean', []]);
});

test.each([
  ['a list below a heading before it', `# What I did\n\n- ran the tests\n\n${clean}`, '# What I did'],
  ['words before it', `I vote no.\n\n${clean}`, 'I vote no.'],
  ['words behind it', `${clean}\nNot good enough yet.`, 'Not good enough yet.'],
  ['a comment before it', `<!--\n- hole\n-->\n${clean}`, '<!--'],
  ['a quote between title and sections', beforeSections('> as it was asked'), '> as it was asked'],
  ['prose between title and sections', beforeSections('The change is small.'), 'The change is small.'],
  ['a heading of its own', beforeSections('## Steps: 3'), '## Steps: 3'],
  [
    'a fenced example before it',
    `\`\`\`md\n${unclean}\`\`\`\n\n${clean}`,
    '# Story 1 Code Review Findings - Round 1',
  ],
  ['a fence that stays open', `${clean}\`\`\`\nhole\n`, 'hole'],
])('LOOP-03 a clean document with %s is asked for again', (_, text, line) => {
  const { verdict, outside, reasons } = parseFindingsDocument(text);
  expect([verdict, outside[0], reasons[0]]).toEqual(['unknown', line, `outside of the form: ${line}`]);
});

test.each([
  'None',
  '-   None.',
  '12. None',
  '_None found_',
  '(none)',
  '**No critical issues were found!**',
  `None${' '.repeat(116)}`,
])('LOOP-03 %j below a heading says that there is nothing', (line) => {
  expect(parseFindingsDocument(inCritical(line)).verdict).toBe('clean');
});

test.each(['All good?', 'None of the callers check it', `None${' '.repeat(117)}`, '*'])(
  'LOOP-03 %j below a heading does not say that there is nothing',
  (line) => {
    expect(parseFindingsDocument(inCritical(line))).toMatchObject({
      verdict: 'unknown',
      reasons: [`outside of the form: ${line.trim()}`],
    });
  },
);

test('LOOP-03 what is no part of the form is shown in five short lines at most', () => {
  const { reasons } = parseFindingsDocument(inCritical(`  a\tb\n${'x'.repeat(300)}\nc\nd\ne\nf`));
  expect(reasons).toEqual([
    'outside of the form: a b',
    expect.stringMatching(/^outside of the form: x+ … \[cut, 300 characters in all\]$/),
    ...['c', 'd', 'e'].map((line) => `outside of the form: ${line}`),
  ]);
  expect(reasons[1]).toHaveLength('outside of the form: '.length + 200);
});

test.each([
  ['right below a quote', '> as said\n1. hole'],
  ['behind the start of a comment within a line', 'so <!-- far\n1. hole\n-->'],
  ['with many blanks in it', '1. hole    in the wall'],
  ['as a heading without number', '### hole'],
])('LOOP-03 a finding %s is a finding', (_, lines) => {
  expect(parseFindingsDocument(inCritical(lines))).toMatchObject({ verdict: 'unclean', mustFix: 1 });
});

test('LOOP-03 a whole document below a quote, in the shadow of a comment or behind an example is read', () => {
  for (const before of ['> as said', 'so <!-- far', `~~~\n${clean}~~~`])
    expect(parseFindingsDocument(`${before}\n${unclean}`)).toMatchObject({ verdict: 'unclean', mustFix: 1 });
});

test('LOOP-03 more than one document is said to be that', () => {
  expect(parseFindingsDocument(`${clean}\n${clean}`).reasons).toContain(
    'a heading appears twice: there is more than one document',
  );
  expect(parseFindingsDocument(`~~~\n${clean}\`\`\`md\n${unclean}\`\`\`\n~~~`).reasons).toContain(
    'outside of the form: # Story 1 Code Review Findings - Round 1',
  );
});

test('LOOP-03 minor findings do not make up for one to be fixed that the summary counts', () => {
  const text = clean
    .replace('(Nice to Have)\n', '(Nice to Have)\n\n1. **[Style]:** x\n')
    .replace('**Critical:** 0', '**Critical:** 1');
  expect(parseFindingsDocument(text)).toMatchObject({
    verdict: 'unknown',
    reasons: expect.arrayContaining(['the summary counts 1 findings to be fixed, 0 could be read']),
  });
});

test('LOOP-03 the header is read with and without a title, and what comes first counts', () => {
  const read = (text: string) => {
    const { reviewer, date, branch } = parseFindingsDocument(text);
    return { reviewer, date, branch };
  };
  const expected = { reviewer: 'r', date: 'd', branch: 'b' };
  expect(read(clean.replace(/^#.*\n/, ''))).toEqual(expected);
  expect(read(beforeSections('**Reviewer:** another'))).toEqual(expected);
});
