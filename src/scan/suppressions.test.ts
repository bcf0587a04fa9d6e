import { expect, test } from 'vitest';

import { memoryTree } from '../../test/support/memory-tree.ts';
import { wholeRule } from '../../test/support/whole-rule.ts';
import { rule as front010Check } from './rules/FRONT-010/rule.ts';
import { rule as sec001Check } from './rules/SEC-001/rule.ts';
import { scanTree, type ScanOptions } from './scan-tree.ts';
import { suppressionAt, suppressionNotes, suppressionsIn } from './suppressions.ts';

const front010 = wholeRule('FRONT-010', front010Check);
const sec001 = wholeRule('SEC-001', sec001Check);

// Put together here, so that an audit of this file sees no such comment.
const MARK = ['gauntlet', 'disable-next-line'].join('-');

test.each([
  ['// M FRONT-010 -- kept for support', 'kept for support'],
  ['/* M FRONT-010 -- kept for support */', 'kept for support'],
  ['{/* M FRONT-010 -- kept for support */}', 'kept for support'],
  ['<!-- M FRONT-010 -- kept for support -->', 'kept for support'],
  ['# M FRONT-010 -- kept for support', 'kept for support'],
  ['-- M FRONT-010 -- kept for support', 'kept for support'],
  ['@* M FRONT-010 -- kept for support *@', 'kept for support'],
  ['  // M SEC-001, FRONT-010 -- a -- b', 'a -- b'],
  ['// M FRONT-010', null],
  ['// M FRONT-010 --', null],
  ['// M FRONT-010 -- ', null],
  ['/* M FRONT-010 -- */', null],
  ['// M FRONT-01 -- another rule', null],
  ['// M -- no rule', null],
  ["const help = 'M FRONT-010 -- only spoken of';", null],
])('BEYOND-14 a comment %j leaves the next line alone for the reason %j', (comment, reason) => {
  const text = `${comment.replace('M', MARK)}\nconsole.log(1);\n`;
  expect(suppressionAt(text, 2, 'FRONT-010')).toBe(reason);
  expect(suppressionAt(text, 1, 'FRONT-010')).toBe(null);
  expect(suppressionAt(text, 3, 'FRONT-010')).toBe(null);
});

test('a text that only speaks of the comment holds none', () => {
  expect(suppressionsIn(`It is ${MARK} RULE -- reason that does it.`)).toEqual([]);
});

const page = 'src/pages/a.tsx';

function noted(text: string, options: Partial<ScanOptions> = {}) {
  const tree = memoryTree(new Map([[page, text.replaceAll('M ', `${MARK} `)]]));
  const result = scanTree(tree, {
    rules: [front010],
    finders: [],
    ...options,
  });
  const notes = suppressionNotes(result, new Set(['FRONT-010', 'SEC-001']));
  return {
    open: result.findings.filter(({ suppressed }) => suppressed === null).length,
    notes: notes.map(({ line, rule, problem }) => `${line} ${rule} ${problem}`),
  };
}

test('BEYOND-14 a suppression without a reason does not count, and that is said', () => {
  expect(noted('// M FRONT-010\nconsole.log(1);\n')).toEqual({ open: 1, notes: ['1 FRONT-010 no reason'] });
});

test('BEYOND-14 a suppression that leaves nothing alone is said, and so is one that names no rule there is', () => {
  expect(noted('// M FRONT-010 -- was needed once\nrun();\n')).toEqual({
    open: 0,
    notes: ['1 FRONT-010 unused'],
  });
  expect(noted('// M FRONT-10 -- misspelt\nconsole.log(1);\n')).toEqual({
    open: 1,
    notes: ['1 FRONT-10 unknown rule'],
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
    { rules: [front010], finders: [] },
  );
  expect(findings.map(({ file }) => file)).toEqual([page]);
  expect(scanned.files).toBe(1);
  expect(left).toEqual([{ reason: 'ignored by the settings', count: 1, examples: ['src/pages/c.tsx'] }]);
});
