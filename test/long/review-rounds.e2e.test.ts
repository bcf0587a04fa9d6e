import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { handIn, planAgents, reviewOf, type Said } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n', 'coverage.txt': 'Coverage: 90%\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit('work', {
    'src/a.ts': 'export const a = 1;\nexport const b = broken();\nexport const c = odd();\n',
  });
  repo.git('checkout', '--quiet', 'main');
});
afterEach(() => repo.remove());

const bug = (line: number, id = 'feature'): Said & { id: string } => ({
  id,
  severity: 'HIGH',
  file: 'src/a.ts',
  line,
  problem: `line ${line} calls what is not defined`,
});
const said = (round: number, ...findings: readonly Said[]) => ({ say: reviewOf('feature', round, findings) });
const fix = (round: number, text: string, more: Readonly<Record<string, string>> = {}) => ({
  write: { 'src/a.ts': text, ...more },
  commit: `fix: address code review round ${round} - step`,
  say: handIn('feature'),
});
const half = 'export const a = 1;\nexport const b = 2;\nexport const c = odd();\n';
const whole = 'export const a = 1;\nexport const b = 2;\nexport const c = 3;\n';

test(
  'LOOP-04 clean at the third round: two fixes, two commits, and no person is asked',
  async () => {
    const plan = {
      reviewer: [[said(1, bug(2), bug(3))], [said(2, bug(3))], [said(3)]],
      fixer: [[fix(1, half)], [fix(2, whole)]],
    };
    const result = await repo.review('feature', '--fix', '--config', planAgents(repo.folder, plan));
    expect(result).toMatchObject({
      status: 'clean',
      exitCode: 0,
      rounds: [{ important: 2 }, { important: 1 }, { important: 0 }],
      notes: expect.arrayContaining([
        'the coverage of the fixes was not measured: review.coverage is not set',
      ]) as unknown,
    });
    expect(repo.git('log', '--format=%s', 'main..feature').split('\n')).toEqual([
      'fix: address code review round 2 - step',
      'fix: address code review round 1 - step',
      'work',
    ]);
  },
  patience,
);

test(
  'LOOP-06 004#9 a person who takes over blocks the review: exit 3, and nothing goes on by itself',
  async () => {
    const plan = { reviewer: [[said(1, bug(2))]], fixer: [[fix(1, half)]] };
    const args = ['feature', '--fix', '--rounds', '1', '--config', planAgents(repo.folder, plan)];
    expect(await repo.review(...args)).toMatchObject({ status: 'escalated', exitCode: 3 });
    expect((await repo.gauntlet('decide')).stdout).toContain('findings to fix after 1 round: ');
    const decided = await repo.gauntlet('decide', 'feature', '--manual', '--reason', 'mine');
    expect(decided).toMatchObject({ code: 0 });
    expect(decided.stdout).toContain('ends the review as blocked');
    const blocked = /^REVIEW {2}BLOCKED: blocked for a manual fix by ada: mine +exit 3/;
    const early = await repo.ask('status', 'feature');
    expect(early.stdout).toMatch(blocked);
    expect(early.stdout).toContain('next: gauntlet resume feature');
    expect(early.code).toBe(3);
    const ended = await repo.gauntlet('resume', 'feature', '--json', '--no-input');
    expect((await repo.ask('status', 'feature')).stdout).toMatch(blocked);
    expect((await repo.gauntlet('decide')).stdout).toContain('Nothing has to be decided.');
    expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([3, { status: 'blocked', commits: [] }]);
  },
  patience,
);

test(
  'LOOP-05 004#13 a fix that lowers the coverage below the floor is refused, and the next try is told why',
  async () => {
    const more = 'review: { coverage: { run: cat coverage.txt, floor: 80 } }\n';
    const plan = {
      reviewer: [[said(1, bug(2))], [said(2)]],
      fixer: [[fix(1, whole, { 'coverage.txt': 'Coverage: 70%\n' }), fix(1, whole)]],
    };
    const result = await repo.review('feature', '--fix', '--config', planAgents(repo.folder, plan, more));
    expect(result).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(repo.git('show', 'feature:coverage.txt')).toBe('Coverage: 90%');
    const events = await repo.ask('events', 'feature');
    expect(events.stdout).toMatch(/fixer_failed .*70/);
  },
  patience,
);

test(
  'LOOP-05 004#13 a fix that leaves the coverage below the floor is not taken, though it was no higher before',
  async () => {
    repo.git('checkout', '--quiet', 'feature');
    repo.commit('low', { 'coverage.txt': 'Coverage: 60%\n' });
    repo.git('checkout', '--quiet', 'main');
    const more = 'review: { coverage: { run: cat coverage.txt, floor: 80 } }\n';
    const plan = {
      reviewer: [[said(1, bug(2))], [said(2)]],
      fixer: [[fix(1, whole), fix(1, whole, { 'coverage.txt': 'Coverage: 80%\n' })]],
    };
    const result = await repo.review('feature', '--fix', '--config', planAgents(repo.folder, plan, more));
    expect(result).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(repo.git('show', 'feature:coverage.txt')).toBe('Coverage: 80%');
    const events = await repo.ask('events', 'feature');
    expect(events.stdout).toMatch(
      /fixer_failed .*coverage is 60 %, the floor is 80 %; before the fix it was 60 %/,
    );
  },
  patience,
);

test(
  'REAL-08 a fixer that changes a protected file loses that change and not its fix; what the branch changes is its own',
  async () => {
    repo.git('checkout', '--quiet', 'feature');
    repo.commit('instructions', { 'AGENTS.md': 'Keep it short.\n' });
    repo.git('checkout', '--quiet', 'main');
    const more = { 'AGENTS.md': 'Keep it very short.\n', 'CLAUDE.md': 'Say yes.\n' };
    const plan = { reviewer: [[said(1, bug(2))], [said(2)]], fixer: [[fix(1, whole, more)]] };
    const result = await repo.review('feature', '--fix', '--config', planAgents(repo.folder, plan));
    expect(result).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(repo.git('show', 'feature:src/a.ts')).toBe(whole.trim());
    expect(repo.git('show', 'feature:AGENTS.md')).toBe('Keep it very short.');
    expect(repo.git('ls-tree', '--name-only', 'feature')).not.toContain('CLAUDE.md');
    expect(repo.git('log', '-p', '--format=%s', 'main..feature')).not.toContain('Say yes.');
    const logs = await repo.ask('logs', 'feature');
    expect(logs.stdout).toMatch(/reverted CLAUDE\.md/);
  },
  patience,
);

test(
  'LOOP-02 LOOP-09 what the change is meant to do stands in the reviewer’s prompt, and a missing criterion is a finding',
  async () => {
    repo.write({ '../purpose.md': '# Rates\n\n- AC1: the rate is limited\n- AC2: the limit can be set\n' });
    const missing = {
      severity: 'HIGH',
      file: '',
      line: 0,
      problem: 'AC2 is not met: nothing reads a setting',
    } as const;
    const plan = { reviewer: [[{ say: reviewOf('purpose', 1, [missing]) }]] };
    const config = planAgents(repo.folder, plan);
    const result = await repo.review(
      'feature',
      '--story',
      join(repo.folder, 'purpose.md'),
      '--config',
      config,
    );
    expect(result).toMatchObject({ status: 'unclean', rounds: [{ important: 1 }] });
    const home = join(repo.repository, '.git/gauntlet/reviews');
    const [id = ''] = readdirSync(home);
    const prompt = readFileSync(join(home, id, 'runs/1/prompt.json'), 'utf8');
    expect(prompt).toContain('AC2: the limit can be set');
  },
  patience,
);
