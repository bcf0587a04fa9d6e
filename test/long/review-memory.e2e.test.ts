import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { planAgents, reviewOf, type Said } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n', 'README.md': 'hello\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
});
afterEach(() => repo.remove());

const code = 'export function a() {\n  const x = broken();\n  return x;\n}\n';
const bug: Said = { severity: 'HIGH', file: 'src/a.ts', line: 2, problem: '`broken()` is not defined' };

/** The reviewer says the same whatever it is shown, in words of its own. */
async function review(findings: readonly Said[], ...args: readonly string[]) {
  const plan = { reviewer: [[{ say: reviewOf('feature', 1, findings) }]] };
  return repo.review('--config', planAgents(repo.folder, plan), ...args);
}

test(
  'BEYOND-14 a dismissed finding stays dismissed when the critic repeats it in other words, until its function changes',
  async () => {
    repo.commit('work', { 'src/a.ts': code });
    const first = await review([bug]);
    const fingerprint = first.findings[0]?.fingerprint ?? '';
    expect(first.status).toBe('unclean');
    expect((await repo.gauntlet('dismiss', fingerprint)).code).toBe(2);
    expect((await repo.gauntlet('dismiss', 'nothing-like-it', '--reason', 'x')).code).toBe(2);
    expect((await repo.gauntlet('dismiss', fingerprint.slice(0, 8), '--reason', 'it is global')).code).toBe(
      0,
    );
    const reworded = { ...bug, problem: 'Nobody defines `broken()`, so this throws' };
    const second = await review([reworded]);
    expect(second).toMatchObject({ status: 'clean', exitCode: 0, findings: [] });
    expect(second.dismissed.map((each) => each.fingerprint)).toEqual([fingerprint]);
    // Other lines above it, and it is still the same finding; another function around it, and it is not.
    repo.commit('above', { 'src/a.ts': `// new\n\n${code}` });
    expect((await review([{ ...bug, line: 4 }])).status).toBe('clean');
    repo.commit('inside', { 'src/a.ts': code.replace('return x', 'return eval(x)') });
    expect((await review([bug])).status).toBe('unclean');
    expect((await repo.gauntlet('dismiss', fingerprint, '--undo')).code).toBe(0);
    repo.commit('back', { 'src/a.ts': code });
    expect((await review([bug])).status).toBe('unclean');
  },
  patience,
);

test(
  'BEYOND-14 a waiver ends on its day, and a finding that was fixed and is back says so',
  async () => {
    const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
    const text = `export const key = '${key}';\n`;
    repo.commit('work', { 'src/b.ts': text });
    const first = await repo.review('--no-agents');
    const fingerprint = first.findings[0]?.fingerprint ?? '';
    const waive = async (day: string): Promise<number | null> =>
      (await repo.gauntlet('dismiss', fingerprint, '--until', day, '--reason', 'rotating it')).code;
    expect([await waive('2020-13-01'), await waive('2020-01-01')]).toEqual([2, 2]);
    expect((await repo.review('--no-agents')).status).toBe('unclean');
    expect(await waive('2999-01-01')).toBe(0);
    expect(await repo.review('--no-agents')).toMatchObject({ status: 'clean', exitCode: 0, findings: [] });
    // Its day comes and goes.
    const memory = join(repo.repository, '.git/gauntlet/memory/findings.json');
    const kept = readFileSync(memory, 'utf8');
    writeFileSync(memory, kept.replace('2999-01-01', '2020-01-01'));
    expect((await repo.review('--no-agents')).status).toBe('unclean');
    writeFileSync(memory, kept);
    expect((await repo.gauntlet('dismiss', fingerprint, '--undo')).code).toBe(0);
    await repo.review('--no-agents');
    // A key that a later commit removes is still in the history, so the branch is written anew.
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    repo.commit('fixed', { 'src/b.ts': 'export const key = process.env.KEY;\n' });
    expect(await repo.review('--no-agents')).toMatchObject({ status: 'clean', regressions: [] });
    repo.commit('back', { 'src/b.ts': text });
    expect(await repo.review('--no-agents')).toMatchObject({ status: 'unclean', regressions: [fingerprint] });
    const shown = await repo.gauntlet('review', '--no-agents');
    expect(shown.stdout).toContain('regression: it was fixed before');
  },
  patience,
);

test(
  'BEYOND-06 003#27 the depth follows the risk of the change and is said',
  async () => {
    const lines = Array.from({ length: 600 }, (_, nth) => `export const token${nth} = ${nth};`).join('\n');
    repo.commit('work', { 'src/auth/login.ts': `${lines}\n` });
    const risky = await repo.review('--no-agents');
    expect(risky.notes.join(' ')).toMatch(
      /depth thorough because 600 added lines.*touches src\/auth\/login\.ts/,
    );
    expect((await repo.review('--no-agents', '--depth', 'quick')).notes.join(' ')).not.toContain(
      'depth thorough because',
    );
  },
  patience,
);

test(
  'BEYOND-06 003#28 a verdict is used again only for the very same question',
  async () => {
    repo.commit('work', { 'src/auth/login.ts': 'export const token = 1;\n' });
    const first = await review([]);
    expect([first.status, first.notes.join(' ')]).toEqual(['clean', expect.not.stringContaining('holds')]);
    expect((await review([])).notes.join(' ')).toContain('the verdict is still valid');
    // Another program is another judge, and another base another question.
    const other = await review([{ ...bug, file: 'src/auth/login.ts', line: 1, problem: 'too long' }]);
    expect(other.status).toBe('unclean');
    expect((await review([], '--fail-on', 'LOW')).notes.join(' ')).not.toContain('holds');
  },
  patience,
);
