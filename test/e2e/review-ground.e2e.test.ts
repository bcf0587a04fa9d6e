// The ground that a review's checks stand on: the base branch by name, walls, submodules, and what is left on disk.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { layoutIn } from '../../src/git/layout.ts';
import type { RedAtBase } from '../../src/model/outcome.ts';
import { patience } from '../support/epic-run.ts';
import { pathWithout } from '../support/path-without.ts';
import { reviewedBy, ReviewRepo, type Reviewed } from '../support/review-repo.ts';

const repo = new ReviewRepo();
type Verdict = Reviewed & { readonly redAtBase: readonly RedAtBase[]; readonly notes: readonly string[] };
let verdict: Verdict;

const CHECKS = `version: 1
verify:
  - { id: changed, run: "test \\"$(git diff --name-only main...HEAD)\\" = \\"$(git diff --name-only origin/main...HEAD)\\"" }
  - { id: library, run: "cat lib/a.txt" }
`;

beforeAll(async () => {
  const library = join(repo.folder, 'library');
  mkdirSync(library);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: library });
  git('init', '-q');
  writeFileSync(join(library, 'a.txt'), 'a\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
  repo.commit('base', { 'gauntlet.yaml': CHECKS, 'a.txt': 'a\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit('work', { 'a.txt': 'b\n' });
  const path = pathWithout('bwrap', join(repo.folder, 'programs'), process.env['PATH'] ?? '');
  const args = ['review', '--no-agents', '--json', '--no-input', '--base', 'main'];
  verdict = reviewedBy(await repo.start(args, { PATH: path }).ended) as unknown as Verdict;
}, patience);

afterAll(() => repo.remove());

test('REAL-01 a check may compare with the base branch by its name and by its name at origin', () => {
  expect(verdict.redAtBase.map(({ check }) => check)).toEqual(['library']);
  expect(verdict.findings.filter(({ rule }) => rule === 'check-failed')).toEqual([]);
});

test('REAL-03 a review names an empty submodule as the likely reason of a check that is red at base', () => {
  expect(verdict.redAtBase[0]?.reason).toContain('Submodules are empty in workspaces: lib');
});

test('REAL-01 without bubblewrap the verdict says once that nothing was confined', () => {
  expect(verdict.notes.filter((note) => note.includes('without a sandbox'))).toHaveLength(1);
});

test(
  'REAL-01 clean --all frees the workspaces of reviews without agents',
  async () => {
    const { work } = layoutIn(join(repo.repository, '.git'), join(repo.folder, 'ws'));
    expect(readdirSync(work).some((name) => name.startsWith('review-feature'))).toBe(true);
    expect((await repo.gauntlet('clean', '--all')).code).toBe(0);
    expect(existsSync(work) ? readdirSync(work) : []).toEqual([]);
  },
  patience,
);

test(
  'EVID-02 a review without checks names a word of the language that base’s tests use and the branch redefines',
  async () => {
    const other = new ReviewRepo();
    try {
      other.commit('base', {
        'sum/sum.go': 'package sum\n\nfunc Sum(a, b int) int { return a + b }\n',
        'sum/sum_test.go':
          'package sum\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tif (Sum(1, 2) == 3) != true {\n\t\tt.Fatal("sum")\n\t}\n}\n',
      });
      other.git('checkout', '--quiet', '-b', 'feature');
      other.commit('work', { 'sum/say.go': 'package sum\n\nconst true = 1 == 2\n' });
      const { findings, exitCode } = await other.review('--no-agents');
      expect(findings.map(({ rule, file }) => [rule, file])).toContainEqual([
        'renamed-meaning',
        'sum/say.go',
      ]);
      expect(exitCode).toBe(1);
    } finally {
      other.remove();
    }
  },
  patience,
);

test(
  'BEYOND-15 a review names the checks that did not run because of their paths',
  async () => {
    const other = new ReviewRepo();
    try {
      const checks =
        'version: 1\nverify: [{ id: unit, run: "true", paths: ["src/**"] }, { id: docs, run: "true", paths: ["docs/**"] }]\n';
      other.commit('base', { 'gauntlet.yaml': checks, 'src/a.txt': 'a\n', 'docs/a.txt': 'a\n' });
      other.git('checkout', '--quiet', '-b', 'feature');
      other.commit('work', { 'docs/a.txt': 'b\n' });
      const { notes } = (await other.review('--no-agents')) as unknown as Verdict;
      expect(notes).toContain('The check unit was not run: the change touches none of its files.');
    } finally {
      other.remove();
    }
  },
  patience,
);
