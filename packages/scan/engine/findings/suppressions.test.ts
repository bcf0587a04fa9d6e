import { expect, test } from 'vitest';

import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { sampleRule } from '../../../../test/support/sample-rule.ts';
import { secretDetection as secrets } from '../../../../test/support/scan-inputs.ts';
import { wholeRule } from '../../../../test/support/whole-rule.ts';
import { rule as sec001Check } from '../../rules/SEC-001/rule.ts';
import { scanTree, type ScanOptions } from '../scan-tree.ts';
import { suppressionNotes } from './suppression-notes.ts';
import { suppressionAt, suppressionsIn } from './suppressions.ts';

const sec001 = wholeRule('SEC-001', sec001Check);

// Put together here, so that an audit of this file sees no such comment.
const MARK = ['gauntlet', 'disable-next-line'].join('-');

test.each([
  ['// M SAMPLE-001 -- kept for support', 'kept for support'],
  ['/* M SAMPLE-001 -- kept for support */', 'kept for support'],
  ['{/* M SAMPLE-001 -- kept for support */}', 'kept for support'],
  ['<!-- M SAMPLE-001 -- kept for support -->', 'kept for support'],
  ['# M SAMPLE-001 -- kept for support', 'kept for support'],
  ['-- M SAMPLE-001 -- kept for support', 'kept for support'],
  ['@* M SAMPLE-001 -- kept for support *@', 'kept for support'],
  ['  // M SEC-001, SAMPLE-001 -- a -- b', 'a -- b'],
  ['// M SAMPLE-001', null],
  ['// M SAMPLE-001 --', null],
  ['// M SAMPLE-001 -- ', null],
  ['/* M SAMPLE-001 -- */', null],
  ['// M FRONT-01 -- another rule', null],
  ['// M -- no rule', null],
  ["const help = 'M SAMPLE-001 -- only spoken of';", null],
])('BEYOND-14 a comment %j leaves the next line alone for the reason %j', (comment, reason) => {
  const text = `${comment.replace('M', MARK)}\nconsole.log(1);\n`;
  expect(suppressionAt(text, 2, 'SAMPLE-001')).toBe(reason);
  expect(suppressionAt(text, 1, 'SAMPLE-001')).toBe(null);
  expect(suppressionAt(text, 3, 'SAMPLE-001')).toBe(null);
});

test('a text that only speaks of the comment holds none', () => {
  expect(suppressionsIn(`It is ${MARK} RULE -- reason that does it.`)).toEqual([]);
});

const page = 'src/pages/a.tsx';

function noted(text: string, options: Partial<ScanOptions> = {}) {
  const tree = memoryTree(new Map([[page, text.replaceAll('M ', `${MARK} `)]]));
  const result = scanTree(tree, {
    rules: [sampleRule],
    finders: [],
    secrets,
    ...options,
  });
  const notes = suppressionNotes(result, new Set(['SAMPLE-001', 'SEC-001']));
  return {
    open: result.findings.filter(({ suppressed }) => suppressed === null).length,
    notes: notes.map(({ line, rule, problem }) => `${line} ${rule} ${problem}`),
  };
}

test('BEYOND-14 a suppression without a reason does not count, and that is said', () => {
  expect(noted('// M SAMPLE-001\nconsole.log(1);\n')).toEqual({ open: 1, notes: ['1 SAMPLE-001 no reason'] });
});

test('BEYOND-14 a suppression that leaves nothing alone is said, and so is one that names no rule there is', () => {
  expect(noted('// M SAMPLE-001 -- was needed once\nrun();\n')).toEqual({
    open: 0,
    notes: ['1 SAMPLE-001 unused'],
  });
  expect(noted('// M SAMPLE-1 -- misspelt\nconsole.log(1);\n')).toEqual({
    open: 1,
    notes: ['1 SAMPLE-1 unknown rule'],
  });
  expect(noted('// M -- why not\nconsole.log(1);\n')).toEqual({ open: 1, notes: ['1  no rule'] });
});

test('nobody says of a rule that was not asked, or that failed, that it would have found nothing', () => {
  expect(noted('// M SEC-001 -- a made-up key\nrun();\n').notes).toEqual([]);
  const failing = {
    ...sec001,
    check: () => {
      throw new Error('it broke');
    },
  };
  expect(noted('// M SEC-001 -- a made-up key\nrun();\n', { rules: [failing] }).notes).toEqual([]);
});

test('BEYOND-14 what settings leave out is not read, but there, and said', () => {
  const files = new Map([
    [page, 'console.log(1);\n'],
    ['src/pages/c.tsx', 'console.log(3);\n'],
  ]);
  const tree = memoryTree(files);
  const entries = tree
    .list()
    .entries.map((entry) => (entry.path === page ? entry : { ...entry, leave: 'ignored by the settings' }));
  const { findings, left, scanned } = scanTree(
    { ...tree, list: () => ({ entries, left: [] }) },
    { rules: [sampleRule], finders: [] },
  );
  expect(findings.map(({ file }) => file)).toEqual([page]);
  expect(scanned.files).toBe(1);
  expect(left).toEqual([{ reason: 'ignored by the settings', count: 1, examples: ['src/pages/c.tsx'] }]);
});
