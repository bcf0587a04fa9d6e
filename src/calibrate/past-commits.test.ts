import { expect, test } from 'vitest';

import type { PastCommit } from '../ports/git.ts';
import { isFix, sortPast, survives } from './past-commits.ts';

let numbers = 0;

function commit(subject: string, more: Partial<PastCommit> = {}): PastCommit {
  numbers += 1;
  const id = String(numbers).padStart(40, '0');
  const files = [{ path: `src/file${numbers}.ts`, added: 20, removed: 2 }];
  return { id, parent: 'f'.repeat(40), subject, body: '', files, ...more };
}

const touching = (path: string, added = 20): Pick<PastCommit, 'files'> => ({
  files: [{ path, added, removed: 1 }],
});

test('BEYOND-04 commits of a sane size with code in them can be used; others cannot', () => {
  const good = commit('Pages of a list');
  const past = [
    good,
    commit('first', { parent: null }),
    commit('huge', touching('src/a.ts', 5000)),
    commit('tiny', touching('src/a.ts', 1)),
    commit('words', touching('README.md', 40)),
    commit('picture', { files: [...good.files, { path: 'a.png', added: null, removed: null }] }),
    commit('everywhere', {
      files: Array.from({ length: 30 }, (_, nth) => ({ path: `s/${nth}.ts`, added: 5, removed: 0 })),
    }),
    commit('nothing', { files: [] }),
  ];
  expect(sortPast(past).fit).toEqual([good]);
});

test('what was taken back or soon fixed did not last, and says nothing of what is clean', () => {
  const lasted = commit('Add pages', touching('src/lasted.ts'));
  const reverted = commit('Add sorting', touching('src/sorting.ts'));
  const named = commit('Add colours', touching('src/colours.ts'));
  const fixedSoon = commit('Add totals', touching('src/totals.ts'));
  const fixedLate = commit('Add names', touching('src/names.ts'));
  const between = Array.from({ length: 12 }, (_, nth) => commit(`step ${nth}`));
  const past = [
    commit('Fix names of people', touching('src/names.ts')),
    ...between,
    commit('Fix totals of nothing', touching('src/totals.ts')),
    commit('Revert "Add sorting"', touching('src/sorting.ts')),
    commit('Drop colours', { ...touching('src/x.ts'), body: `This reverts commit ${named.id}.` }),
    lasted,
    reverted,
    named,
    fixedSoon,
    fixedLate,
  ];
  const lasting = new Set(sortPast(past).lasting);
  expect([lasted, reverted, named, fixedSoon, fixedLate].map((each) => lasting.has(each))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});

test('a fix is one by what it says, and can be taken back where it is small and in one file of the sources', () => {
  const says = (subject: string): boolean => isFix(commit(subject));
  expect(
    ['Fix the last page', 'fix(list): last page', 'fixed #12', 'Lists fixes a crash', 'Two rules mended'].map(
      says,
    ),
  ).toEqual(Array.from({ length: 5 }, () => true));
  expect(
    ['Group fixes by file', 'Prefix names', 'Revert "Fix the last page"', 'Fixture for lists'].map(says),
  ).toEqual(Array.from({ length: 4 }, () => false));
  expect(isFix(commit('Lists of one', { body: 'Fixes #12' }))).toBe(true);
  const successor = commit('next');
  const words = commit('Fix a typo in the names', touching('src/names.ts', 2));
  const small = commit('Fix the last page', {
    files: [
      { path: 'src/page.ts', added: 2, removed: 2 },
      { path: 'src/page.test.ts', added: 30, removed: 0 },
    ],
  });
  const wide = commit('Fix pages and lists', {
    files: ['src/a.ts', 'src/b.ts'].map((path) => ({ path, added: 2, removed: 2 })),
  });
  const large = commit('Fix everything', touching('src/all.ts', 90));
  expect(sortPast([successor, small, wide, large, words]).fixes).toEqual([
    { commit: small, file: 'src/page.ts', successor },
  ]);
});

test('BEYOND-04 a fix that was taken back is none', () => {
  const page = { files: [{ path: 'src/page.ts', added: 2, removed: 2 }] };
  const named = commit('Fix the first page', page);
  const past = [
    commit('Revert "Fix the last page"', page),
    commit('Back to before', { ...page, body: `This reverts commit ${named.id}.` }),
    commit('Fix the last page', page),
    named,
  ];
  expect(sortPast(past).fixes).toEqual([]);
});

test('a commit lasted when most of what it wrote still stands where it was written', async () => {
  const after = 'export const first = 1;\nexport const second = 2;\n}\n';
  const files = [{ path: 'src/a.ts', mode: '100644', before: null, after }];
  const now = (text: string | null) => survives(files, async () => Promise.resolve(text));
  expect(await now(after)).toBe(true);
  expect(await now('  export const second = 2;\n')).toBe(true);
  expect(await now('export const third = 3;\n}\n')).toBe(false);
  expect(await now(null)).toBe(false);
});
