import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Event } from '../../src/model/events.ts';
import { patience } from '../support/epic-run.ts';
import { handIn, planAgents, type Plan, reviewOf, type Said } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n', 'README.md': 'hello\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit('work', { 'src/a.ts': 'export const a = 1;\nexport const b = broken();\n' });
});
afterEach(() => repo.remove());

const bug: Said = { severity: 'HIGH', file: 'src/a.ts', line: 2, problem: '`broken()` is not defined' };
const nit: Said = { severity: 'LOW', file: 'src/a.ts', line: 1, problem: 'a better name' };
const said = (round: number, ...findings: readonly Said[]) => ({ say: reviewOf('feature', round, findings) });
const fixed = (text: string) => ({
  write: { 'src/a.ts': text },
  commit: 'fix: address code review round 1 - define it',
  say: handIn('feature'),
});

function review(plan: Plan, ...args: readonly string[]) {
  const config = planAgents(repo.folder, plan);
  return repo.review('--config', config, ...args);
}

const events = (): readonly Event[] => repo.reviewEvents();
const count = (type: Event['type']): number => events().filter((event) => event.type === type).length;

test(
  'LOOP-03 LOOP-04 LOOP-09 without --fix one round: what was found, a document, exit 1, and nothing of the user’s is touched',
  async () => {
    const before = repo.standing();
    const result = await review({ reviewer: [[said(1, bug, nit)]] });
    expect(result).toMatchObject({
      branch: 'feature',
      base: 'main',
      status: 'unclean',
      exitCode: 1,
      commits: [],
      rounds: [{ round: 1, critical: 0, important: 1, minor: 1 }],
    });
    expect(result.findings.map(({ severity, line, grounding }) => [severity, line, grounding])).toEqual([
      ['HIGH', 2, 'quoted'],
      ['LOW', 1, 'located'],
    ]);
    expect(repo.read(result.rounds[0]?.document ?? '')).toContain('## Important Issues (Should Fix)');
    expect(repo.standing()).toEqual(before);
    const again = await review({ reviewer: [[said(1, bug, nit)]] });
    expect([again.status, again.notes.join(' ')]).toEqual([
      'unclean',
      expect.stringContaining('the verdict is still valid'),
    ]);
    expect(count('reviewer_dispatched')).toBe(1);
    const first = repo.read(result.rounds[0]?.document ?? '');
    const fresh = await review({ reviewer: [[said(1, bug)]] }, '--fresh');
    expect(count('reviewer_dispatched')).toBe(2);
    // Documents count on over reviews: nothing that an earlier one wrote is overwritten.
    expect(fresh.rounds[0]?.document).toMatch(/round-2\.md$/);
    expect(repo.read(result.rounds[0]?.document ?? '')).toBe(first);
  },
  patience,
);

test(
  'LOOP-02 LOOP-04 LOOP-05 clean at round 2: the fix is one local commit, and the second reviewer is told nothing of the first',
  async () => {
    const tip = repo.git('rev-parse', 'HEAD');
    repo.git('checkout', '--quiet', 'main');
    const plan = {
      reviewer: [[said(1, bug)], [said(2)]],
      fixer: [[fixed('export const a = 1;\nexport const b = 2;\n')]],
    };
    const result = await review(plan, 'feature', '--fix');
    expect(result).toMatchObject({
      status: 'clean',
      exitCode: 0,
      commits: [repo.git('rev-parse', 'feature')],
    });
    expect(repo.git('rev-parse', 'feature~1')).toBe(tip);
    expect(repo.git('log', '-1', '--format=%s', 'feature')).toBe(
      'fix: address code review round 1 - define it',
    );
    expect(repo.git('show', 'feature:src/a.ts')).toContain('export const b = 2;');
    const prompts = events().flatMap((event) => (event.type === 'reviewer_dispatched' ? [event.run] : []));
    const [home = ''] = repo.reviews();
    const second = readFileSync(join(home, 'runs', String(prompts[1]), 'prompt.json'), 'utf8');
    expect(second).not.toContain('is not defined');
    expect(second).toContain('export const b = 2;');
  },
  patience,
);

test(
  'LOOP-05 a clean checkout goes along with its branch; one with changes is left alone, and that is no pass',
  async () => {
    const plan = {
      reviewer: [[said(1, bug)], [said(2)]],
      // Left uncommitted: the coordinator commits it.
      fixer: [[{ write: { 'src/a.ts': 'export const a = 1;\n' }, say: handIn('feature') }]],
    };
    const tip = repo.git('rev-parse', 'HEAD');
    repo.write({ 'README.md': 'mine\n' });
    const dirty = await review(plan, '--fix');
    expect(dirty).toMatchObject({ status: 'blocked', exitCode: 3 });
    expect([repo.git('rev-parse', 'HEAD'), repo.read('README.md')]).toEqual([tip, 'mine\n']);
    expect(dirty.notes.join(' ')).toContain('git merge --ff-only refs/gauntlet/review/feature');
    repo.git('checkout', '--quiet', 'README.md');
    repo.git('merge', '--quiet', '--ff-only', 'refs/gauntlet/review/feature');
    // The same question about the fixed commit: the verdict is on record.
    expect(await review(plan, '--fix')).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(count('reviewer_dispatched')).toBe(2);
    expect(repo.git('log', '-1', '--format=%s')).toMatch(/^fix: address code review round 1 - /);
    repo.git('reset', '--quiet', '--hard', tip);
    const clean = await review(plan, '--fix', '--fresh');
    expect(clean).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(repo.git('rev-list', '--count', `${tip}..HEAD`)).toBe('1');
    expect([repo.git('status', '--porcelain'), repo.read('src/a.ts')]).toEqual(['', 'export const a = 1;\n']);
  },
  patience,
);

test(
  'LOOP-04 LOOP-06 LOOP-08 004#11 three unclean rounds escalate; a person grants one more up to five, accepts or takes over',
  async () => {
    const fixes = [1, 2, 3, 4].map((nth) => [
      {
        write: { 'src/a.ts': `export const a = ${nth + 1};\nexport const b = broken();\n` },
        commit: `fix: address code review round ${nth} - try ${nth}`,
        say: handIn('feature'),
      },
    ]);
    const plan = { reviewer: [1, 2, 3, 4, 5].map((nth) => [said(nth, bug)]), fixer: fixes };
    repo.git('checkout', '--quiet', 'main');
    const config = planAgents(repo.folder, plan);
    const args = ['feature', '--fix', '--config', config];
    const first = await repo.review(...args);
    expect(first).toMatchObject({
      status: 'escalated',
      exitCode: 3,
      rounds: [{}, {}, { round: 3, important: 1 }],
    });
    const listed = await repo.gauntlet('decide', '--json');
    expect(listed.stdout).toContain('feature');
    expect((await repo.gauntlet('decide', 'feature', '--accept')).code).toBe(2);
    for (const round of [4, 5]) {
      expect((await repo.gauntlet('decide', 'feature', '--retry', '--reason', 'one more')).code).toBe(0);
      const next = await repo.gauntlet('resume', '--json', '--no-input');
      expect(JSON.parse(next.stdout)).toMatchObject({ status: 'escalated', exitCode: 3 });
      expect(JSON.parse(next.stdout).rounds).toHaveLength(round);
    }
    // At the cap (c) is not offered.
    expect((await repo.gauntlet('decide', 'feature', '--retry', '--reason', 'more')).code).toBe(2);
    expect((await repo.gauntlet('decide', 'feature', '--accept', '--reason', 'shipping')).code).toBe(0);
    const last = await repo.review(...args);
    expect(last).toMatchObject({ status: 'accepted', exitCode: 0 });
    expect(events().find(({ type }) => type === 'decision_answered')).toMatchObject({ by: 'ada' });
  },
  patience,
);

test(
  'LOOP-03 LOOP-10 a critic that cannot be read is asked afresh twice, then it is unknown; a category decides how bad it is',
  async () => {
    const broken = await review({ reviewer: [[{ say: 'looks good to me' }]] });
    expect(broken).toMatchObject({ status: 'unknown', exitCode: 5, rounds: [] });
    expect(count('reviewer_dispatched')).toBe(3);
    const filed = reviewOf('feature', 1, [{ ...bug, severity: 'LOW', category: 'Security' }]);
    const raised = await review({ reviewer: [[{ exit: 1 }, { say: filed }]] });
    expect(raised).toMatchObject({ status: 'unclean', rounds: [{ critical: 1, minor: 0 }] });
    // One whose counts contradict what it lists is no review either.
    const lying = reviewOf('feature', 1, []).replace('**Critical:** 0', '**Critical:** 2');
    expect(await review({ reviewer: [[{ say: lying }]] })).toMatchObject({ status: 'unknown' });
  },
  patience,
);

test(
  'P8 LOOP-10 what needs no model decides although no reviewer answers: the finding, the crash and the next command, and the next review asks again',
  async () => {
    // Put together here, so that no scanner takes it for a real one.
    const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
    repo.commit('leak', { 'src/b.ts': `export const key = '${key}';\n` });
    const crash = { reviewer: [[{ exit: 1 }]] };
    const crashed = await review(crash);
    expect(crashed).toMatchObject({
      status: 'unclean',
      exitCode: 1,
      findings: [{ severity: 'CRITICAL', rule: 'no-secret', file: 'src/b.ts' }],
      notComputed: [expect.stringContaining('crash')],
      next: expect.stringContaining('gauntlet doctor') as string,
    });
    const { stdout } = await repo.gauntlet('status', 'feature');
    expect(stdout).toMatch(/REVIEW {2}FAILED: 1 finding at HIGH or worse; reviewer: crash/);
    const again = await review({ reviewer: [[said(1)]] });
    expect(again).toMatchObject({ status: 'unclean', exitCode: 1, notComputed: [] });
    expect(count('reviewer_dispatched')).toBe(4);
    // Once it is dismissed, only the crash is left, and that is no pass.
    const [id = ''] = again.findings.map(({ fingerprint }) => fingerprint);
    await repo.gauntlet('dismiss', id, '--reason', 'a sample');
    expect(await review(crash, '--fresh')).toMatchObject({ status: 'unknown', exitCode: 5, findings: [] });
  },
  patience,
);

test(
  'LOOP-03 what quotes code that is not there is set aside, visibly, and is neither clean nor a reason to fix',
  async () => {
    const made = { ...bug, problem: '`eval(request.body)` runs whatever is sent' };
    const alone = await review({ reviewer: [[said(1, made)]] });
    expect(alone).toMatchObject({ status: 'unknown', exitCode: 5 });
    const beside = await review({ reviewer: [[said(1, made, bug)]] });
    expect(beside).toMatchObject({ status: 'unclean', rounds: [{ important: 1 }] });
    expect(beside.setAside.map(({ message }) => message)).toEqual([made.problem]);
  },
  patience,
);

test(
  'LOOP-05 004#13 a fix that weakens a test, or turns a check red, is not taken; a push goes nowhere',
  async () => {
    const guarded =
      "import { expect, test } from 'vitest';\ntest('a', () => {\n  expect(1).toBe(1 + 0);\n  expect(2).toBe(2);\n});\n";
    repo.git('checkout', '--quiet', 'main');
    repo.commit('tests', { 'src/a.test.ts': guarded, 'check.sh': 'grep -q hello README.md\n' });
    repo.git('checkout', '--quiet', 'feature');
    repo.git('rebase', '--quiet', 'main');
    const origin = join(repo.folder, 'origin.git');
    repo.git('clone', '--quiet', '--bare', '.', origin);
    repo.git('remote', 'add', 'origin', origin);
    const before = repo.git('ls-remote', 'origin');
    const bad = (write: Record<string, string>) => ({
      write,
      run: [`git push --force ${origin} HEAD:refs/heads/feature`],
      commit: 'fix: address code review round 1 - quick',
      say: handIn('feature'),
    });
    const plan = {
      reviewer: [[said(1, bug)], [said(2)]],
      fixer: [
        [
          bad({ 'src/a.test.ts': guarded.replace('  expect(2).toBe(2);\n', '') }),
          bad({ 'README.md': 'bye\n' }),
          bad({ 'README.md': 'hello\n', 'src/a.ts': 'export const a = 1;\n' }),
        ],
      ],
    };
    const config = planAgents(repo.folder, plan, 'verify:\n  - { id: unit, run: sh check.sh }\n');
    repo.git('checkout', '--quiet', 'main');
    const result = await repo.review('feature', '--base', 'main', '--fix', '--config', config);
    const refused = events().flatMap((event) => (event.type === 'fixer_failed' ? [event.because] : []));
    expect(refused).toEqual([
      expect.stringContaining('assertions'),
      expect.stringContaining('The check unit fails'),
    ]);
    expect(result).toMatchObject({ status: 'clean', exitCode: 0 });
    expect(repo.git('show', 'feature:src/a.test.ts')).toBe(guarded.trim());
    expect(repo.git('ls-remote', 'origin')).toBe(before);
  },
  patience,
);

test(
  'LOOP-07 004#16 a dry run names every agent it might start, and neither starts nor writes anything',
  async () => {
    const config = planAgents(repo.folder, { reviewer: [] });
    const before = [repo.standing(), readdirSync(join(repo.repository, '.git'))];
    const ended = await repo.gauntlet('review', '--fix', '--dry-run', '--config', config);
    expect(ended.code).toBe(0);
    expect(ended.stdout.split('\n').filter((line) => line.startsWith('[DRY-RUN]'))).toEqual([
      '[DRY-RUN] Would spawn reviewer for feature round 1',
      '[DRY-RUN] Would spawn fixer for feature round 1',
      '[DRY-RUN] Would spawn reviewer for feature round 2',
      '[DRY-RUN] Would spawn fixer for feature round 2',
      '[DRY-RUN] Would spawn reviewer for feature round 3',
    ]);
    expect(ended.stdout).toMatch(/at most 5 agent runs.*\$/);
    expect([repo.standing(), readdirSync(join(repo.repository, '.git'))]).toEqual(before);
  },
  patience,
);

test(
  'LOOP-01 LOOP-02 uncommitted work is reviewed by an agent too, and stays as it is',
  async () => {
    repo.write({ 'src/c.ts': 'export const c = 3;\n' });
    const before = repo.standing();
    const loose = await review(
      {
        reviewer: [
          [
            {
              say: reviewOf('uncommitted-changes-on-feature', 1, [
                { ...bug, file: 'src/c.ts', line: 1, problem: 'no' },
              ]),
            },
          ],
        ],
      },
      '--uncommitted',
    );
    expect(loose).toMatchObject({ status: 'unclean', exitCode: 1 });
    expect(repo.standing()).toEqual(before);
  },
  patience,
);
