import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { isHere } from '../runners/play.ts';
import { python } from '../runners/tools/python.ts';
import { patience } from '../support/epic-run.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
});
afterEach(() => repo.remove());

// Put together here, so that this file itself holds no secret.
const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');

const service = `export class OrderService {
  orders() {
    return fetch('/api/orders');
  }
}
`;
const testFile = `import { expect, test } from 'vitest';
test('adds', () => {
  expect(1 + 1).toBe(2);
  expect(2 + 2).toBe(4);
});
`;
const base = { 'src/orders.service.ts': service, 'src/add.test.ts': testFile, 'README.md': 'hello\n' };

test(
  'LOOP-01 LOOP-02 BEYOND-02 planted defects on changed lines are found, old ones are nobody’s news',
  async () => {
    repo.commit('base', { ...base, 'src/old.ts': `const old = '${key}';\nexport { old };\n` });
    const from = repo.git('rev-parse', 'HEAD');
    repo.git('checkout', '--quiet', '-b', 'feature');
    const head = repo.commit('work', {
      'src/old.ts': `const old = '${key}';\nexport { old };\nexport const more = 1;\n`,
      'notes.txt': `${key}\n`,
      'src/add.test.ts': testFile.replace('  expect(2 + 2).toBe(4);\n', ''),
    });
    const before = repo.standing();
    const result = await repo.review('--no-agents');
    expect(result).toMatchObject({
      branch: 'feature',
      base: 'main',
      status: 'unclean',
      exitCode: 1,
      commits: [],
      compared: { base: from, from, head },
      notComputed: [],
    });
    expect(result.findings.map(({ rule, file, line }) => [rule, file, line])).toEqual([
      ['no-secret', 'notes.txt', 1],
      ['no-weakened-test', 'src/add.test.ts', 2],
    ]);
    expect(JSON.stringify(result)).not.toContain(key);
    expect(repo.standing()).toEqual(before);
    const [round] = result.rounds;
    expect(round).toMatchObject({ round: 1, critical: 1, important: 1, minor: 0 });
    const parsed = await repo.gauntlet('parse', '--as', 'findings', round?.document ?? '', '--json');
    expect(JSON.parse(parsed.stdout)).toMatchObject({ verdict: 'unclean', mustFix: 2 });
  },
  patience,
);

test(
  'BEYOND-02 reviews count their documents on: one that passes says so after one that failed, and the same is said once',
  async () => {
    repo.commit('base', base);
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('leak', { 'notes.txt': `${key}\n` });
    await repo.review('--no-agents');
    const path = '.gauntlet/reviews/feature/round-1.md';
    expect(repo.read(path)).toContain('**Total findings:** 1');
    const [first] = [repo.read(path), await repo.review('--no-agents')];
    expect(repo.read(path)).toBe(first);
    repo.git('reset', '--quiet', '--hard', 'main');
    repo.commit('work', { 'README.md': 'hello again\n' });
    const passed = await repo.review('--no-agents');
    expect(repo.read(path)).toBe(first);
    const next = '.gauntlet/reviews/feature/round-2.md';
    expect(passed.rounds[0]).toMatchObject({ document: next });
    expect(repo.read(next)).toMatch(/- Round 2\n[^]*\*\*Recommendation:\*\* Nothing has to be fixed/);
    expect(repo.read('.gauntlet/reviews/feature/round-3.md')).toBeUndefined();
  },
  patience,
);

test(
  'BEYOND-02 a clean change says what was compared and what nobody judged, and leaves nothing, and so does one without commits',
  async () => {
    repo.commit('base', base);
    repo.git('checkout', '--quiet', '-b', 'feature');
    const none = await repo.review('--no-agents', '--base', 'main');
    expect(none).toMatchObject({ status: 'clean', exitCode: 0, findings: [] });
    repo.commit('work', { 'README.md': 'hello again\n' });
    const before = repo.standing();
    const ended = await repo.gauntlet('review', '--no-agents');
    expect([ended.code, ended.stdout]).toEqual([
      0,
      expect.stringMatching(/^REVIEW {2}PASSED {3}feature against main \(\w{7}\), 1 file changed, \+1 −1\n/),
    ]);
    expect(ended.stderr).toContain('note: no checks configured: nothing was tested\n');
    expect(ended.stderr).toContain('note: no agents: no critic judged what the change does\n');
    expect(repo.read('.gauntlet/.gitignore')).toBeUndefined();
    expect(repo.standing()).toEqual(before);
    repo.write({ 'later.txt': `${key}\n` });
    const dirty = await repo.gauntlet('review', '--no-agents');
    expect([dirty.code, dirty.stderr]).toEqual([
      0,
      expect.stringContaining('1 uncommitted path not judged; to judge them: gauntlet review --uncommitted'),
    ]);
  },
  patience,
);

test(
  'LOOP-02 the remote’s base is taken where there is one, and what is compared with is said',
  async () => {
    const first = repo.commit('base', base);
    const origin = join(repo.folder, 'origin.git');
    repo.git('clone', '--quiet', '--bare', '.', origin);
    repo.git('remote', 'add', 'origin', origin);
    repo.git('fetch', '--quiet', 'origin');
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', { 'notes.txt': `${key}\n` });
    repo.git('branch', '--force', 'main', 'feature');
    const result = await repo.review('feature', '--base', 'main', '--no-agents');
    expect(result).toMatchObject({ base: 'origin/main', status: 'unclean', compared: { base: first } });
    expect(result.findings).toHaveLength(1);
    // A name such as HEAD~1 is a commit of one's own, whatever the remote calls its HEAD.
    repo.git('remote', 'set-head', 'origin', 'main');
    const own = repo.git('rev-parse', 'HEAD');
    repo.commit('more', { 'src/other.ts': 'export const other = 1;\n' });
    expect(await repo.review('HEAD~1..HEAD', '--no-agents')).toMatchObject({
      status: 'clean',
      base: 'HEAD~1',
      compared: { base: own, from: own },
    });
    expect(await repo.review('--no-agents')).toMatchObject({ base: 'origin/main', status: 'unclean' });
  },
  patience,
);

test(
  'LOOP-02 what cannot be compared is refused with the command that fixes it',
  async () => {
    const refused = async (...args: readonly string[]): Promise<readonly unknown[]> => {
      const { code, stderr } = await repo.gauntlet('review', '--no-agents', ...args);
      return [code, stderr];
    };
    const unborn = await refused();
    expect(unborn).toEqual([2, expect.stringContaining('gauntlet review --staged')]);
    repo.commit('base', base);
    repo.commit('more', { 'a.txt': '1\n' });
    const origin = join(repo.folder, 'origin.git');
    repo.git('clone', '--quiet', '--bare', '.', origin);
    repo.git('remote', 'add', 'origin', origin);
    expect(await refused('--base', 'release')).toEqual([
      2,
      expect.stringContaining('git fetch origin release'),
    ]);
    expect(await refused('nowhere')).toEqual([2, expect.stringContaining('git fetch origin nowhere')]);
    repo.git('checkout', '--quiet', '--orphan', 'alone');
    repo.commit('alone', { 'b.txt': '1\n' });
    expect(await refused('--base', 'main')).toEqual([2, expect.stringContaining('no commit in common')]);
    const shallow = join(repo.folder, 'shallow');
    execFileSync('git', [
      'clone',
      '--quiet',
      '--depth=1',
      '--no-single-branch',
      `file://${repo.repository}`,
      shallow,
    ]);
    const { code, stderr } = await repo.start(
      ['review', 'alone', '--base', 'main', '--no-agents'],
      {},
      shallow,
    ).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining('git fetch --unshallow')]);
  },
  patience,
);

test(
  'LOOP-01 staged and uncommitted work, a detached HEAD and a range are reviewed where they are',
  async () => {
    const first = repo.commit('base', base);
    repo.write({ 'src/staged.ts': `export const key = '${key}';\n` });
    repo.git('add', 'src/staged.ts');
    repo.write({ 'src/loose.ts': `export const key = '${key}';\n`, '.gitignore': 'ignored.ts\n' });
    repo.write({ 'ignored.ts': `export const key = '${key}';\n` });
    const before = repo.standing();
    const files = async (...args: readonly string[]): Promise<readonly string[]> =>
      (await repo.review('--no-agents', ...args)).findings
        .filter(({ rule }) => rule === 'no-secret')
        .map(({ file }) => file);
    expect(await files('--staged')).toEqual(['src/staged.ts']);
    expect(await files('--uncommitted')).toEqual(['src/loose.ts', 'src/staged.ts']);
    expect(repo.standing()).toEqual(before);
    repo.commit('all', {});
    expect(await files(`${first}..HEAD`)).toEqual(['src/loose.ts', 'src/staged.ts']);
    repo.git('checkout', '--quiet', '--detach');
    const detached = await repo.review('--no-agents', '--base', first);
    expect(detached.branch).toMatch(/^HEAD \(detached at /);
    expect(detached.exitCode).toBe(1);
  },
  patience,
);

test(
  'BEYOND-02 the checks of the base run on the branch, with the base’s versions of what defines them',
  async () => {
    const check = (body: string): string => `#!/bin/sh\n${body}\n`;
    repo.commit('base', {
      ...base,
      'gauntlet.yaml':
        'version: 1\nverify:\n  - { id: unit, run: sh test/check.sh }\n  - { id: old, run: "false" }\n',
      'test/check.sh': check('grep -q hello README.md'),
    });
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('break it', { 'README.md': 'bye\n', 'test/check.sh': check('exit 0') });
    const before = repo.standing();
    const result = await repo.review('--no-agents');
    expect(result).toMatchObject({ status: 'unclean', exitCode: 1 });
    const rules = result.findings.map(({ rule }) => rule);
    // What the branch passes only with its own check fails, and what was red before is not charged.
    expect(rules).toContain('fails-base-checks');
    expect(result.findings.find(({ rule }) => rule === 'excused-check')?.severity).toBe('INFO');
    expect(rules).not.toContain('check-failed');
    expect({ ...repo.standing(), status: '' }).toEqual({ ...before, status: '' });
    const quick = await repo.review('--no-agents', '--no-checks');
    expect(quick.findings.map(({ rule }) => rule)).not.toContain('fails-base-checks');
  },
  patience,
);

test.skipIf(!isHere(python.unittest))(
  'REAL-02 a person allows exactly one change whose data-driven tests shrink, by name and with a reason',
  async () => {
    const rules = (...all: readonly string[]): string => `RULES = ${JSON.stringify(all)}\n`;
    repo.commit('base', {
      'gauntlet.yaml': 'version: 1\nverify: [{ id: unit, run: sh unit.sh }]\n',
      // Started by a script, unittest says how many tests ran and not their names.
      'unit.sh': 'python3 -m unittest\n',
      'rules.py': rules('one', 'two', 'three'),
      'test_rules.py': `import unittest
from rules import RULES

class Test(unittest.TestCase):
    pass

for rule in RULES:
    setattr(Test, f"test_{rule}", lambda self, rule=rule: self.assertTrue(rule.islower()))
`,
    });
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('one rule less', { 'rules.py': rules('one', 'two') });
    const shrunk = await repo.review('--no-agents');
    expect(shrunk).toMatchObject({ status: 'unclean', exitCode: 1, findings: [{ rule: 'tests-not-run' }] });
    const [finding] = shrunk.findings;
    expect(finding?.message).toContain('2 tests ran, and 3 pass at base');
    expect(finding?.fix).toContain('a person dismisses this finding');
    const reason = ['--reason', 'rule three is obsolete'];
    expect((await repo.gauntlet('dismiss', finding?.fingerprint ?? '', ...reason)).code).toBe(0);
    const allowed = await repo.review('--no-agents');
    expect(allowed).toMatchObject({ status: 'clean', exitCode: 0, dismissed: [{ rule: 'tests-not-run' }] });
    // The same numbers, and another change.
    repo.commit('another rule less', { 'rules.py': rules('one', 'three') });
    expect(await repo.review('--no-agents')).toMatchObject({ status: 'unclean', exitCode: 1, dismissed: [] });
  },
  patience,
);

test(
  'LOOP-01 the findings go into a file in the format asked for, or to stdout; a format without a place is refused',
  async () => {
    repo.commit('base', base);
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', { 'notes.txt': `${key}\n` });
    const file = join(repo.folder, 'out', 'review.sarif');
    const ended = await repo.gauntlet('review', '--no-agents', '--json', '--format', 'sarif', '-o', file);
    expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([1, { status: 'unclean' }]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'no-secret', level: 'error' }] }],
    });
    const told = await repo.gauntlet('review', '--no-agents', '--format', 'github');
    expect(told.stdout).toMatch(/^::error file=notes\.txt,line=1,title=no-secret CRITICAL::.*\n$/);
    expect((await repo.gauntlet('review', '--no-agents', '-o', file)).code).toBe(2);
  },
  patience,
);

test(
  'BEYOND-02 a changed file that says it is generated is not looked at, and that is said',
  async () => {
    repo.commit('base', base);
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', { 'src/client.ts': '// @generated\nexport const client = 1;\n' });
    const { notes, exitCode } = await repo.review('--no-agents');
    expect(exitCode).toBe(0);
    expect(notes).toContain('1 changed file was not scanned by rules: generated (src/client.ts)');
  },
  patience,
);
