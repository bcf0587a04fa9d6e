import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { epicId, EpicRun, patience } from '../support/epic-run.ts';
import { FakeForge } from '../support/fake-forge.ts';

let at: EpicRun;
afterEach(() => at.remove());

const parts = { 'parts/A.txt': 'A\n' };

test(
  'FIRST-02 merge shows what landed and on what proof, then takes the result into the base and pushes nothing',
  async () => {
    at = new EpicRun({ tickets: [{ id: 'A' }], playbook: [{ role: 'developer', write: parts }] });
    const origin = join(at.folder, 'origin.git');
    at.git('clone', '--quiet', '--bare', '.', origin);
    at.git('remote', 'add', 'origin', origin);
    expect((await at.gauntlet('merge')).stderr).toContain('nothing has run in');
    const run = await at.run();
    expect(run.stdout).toContain(`gauntlet merge ${epicId}`);
    const [main, result] = [at.git('rev-parse', 'main'), at.git('rev-parse', `epic/${epicId}`)];

    const unasked = await at.gauntlet('merge');
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringMatching(/not a terminal[^]*Add -y/)]);
    const dry = await at.gauntlet('merge', epicId, '--dry-run');
    for (const words of [
      'PASSED, 1 of 1 ticket landed',
      'A  Part A  (1 attempt)',
      'check parts: proved by exit code alone',
      'no open findings',
      '1 file changed, +1 −0',
    ])
      expect(dry.stderr).toContain(words);
    expect([dry.code, dry.stdout]).toEqual([0, `would merge epic/${epicId} into main\n`]);
    expect(at.git('rev-parse', 'main')).toBe(main);

    // The user's own changes are never moved under.
    at.write({ 'check.sh': '# changed\n' });
    const dirty = await at.gauntlet('merge', '-y');
    expect([dirty.code, dirty.stderr]).toEqual([6, expect.stringContaining('uncommitted changes')]);
    at.git('checkout', '--quiet', 'check.sh');
    const merged = await at.gauntlet('merge', '-y', '--json');
    expect([merged.code, JSON.parse(merged.stdout)]).toMatchObject([0, { done: true, commit: result }]);
    expect([at.git('rev-parse', 'main'), at.git('status', '--porcelain')]).toEqual([result, '']);
    expect(at.git('show', 'HEAD:parts/A.txt')).toBe('A');
    expect(at.git('ls-remote', 'origin', 'main')).toContain(main);
    expect((await at.gauntlet('merge', '-y')).stdout).toContain('main already contains');
  },
  patience,
);

test(
  'FIRST-02 a base that moved on is merged into the result through the checks, and a red tree is never merged',
  async () => {
    at = new EpicRun({ tickets: [{ id: 'A' }], playbook: [{ role: 'developer', write: parts }] });
    await at.run();
    at.write({ 'parts/other.txt': 'BROKEN\n' });
    at.git('add', '--all');
    at.git('commit', '--quiet', '--message=A break on main');
    const before = at.git('rev-parse', 'main');
    const red = await at.gauntlet('merge', '-y');
    expect([red.code, red.stdout]).toEqual([1, expect.stringContaining('these checks do not pass')]);
    expect(at.git('rev-parse', 'main')).toBe(before);
    at.write({ 'parts/other.txt': 'fine\n' });
    at.git('commit', '--quiet', '--all', '--message=Fixed');
    const fixed = at.git('rev-parse', 'main');
    // Another branch is checked out: the base is moved, the checkout is not.
    at.git('checkout', '--quiet', '-b', 'mine');
    expect((await at.gauntlet('merge', '-y')).code).toBe(0);
    const tip = at.git('rev-parse', `epic/${epicId}`);
    expect(at.git('rev-parse', 'main^1', 'main^2').split('\n'), 'main keeps its own line').toEqual([
      fixed,
      tip,
    ]);
    expect(at.git('diff', '--stat', 'main', `epic/${epicId}`)).toBe('');
    expect((await at.ask('status')).stdout).toMatch(/merged into main\n(?![^]*next:)/);
    at.git('branch', '--force', 'main', fixed);
    expect((await at.gauntlet('merge', '-y', '--squash')).code).toBe(0);
    expect(at.git('log', '--format=%s', '-1', 'main')).toBe('A small epic');
    expect(at.git('rev-parse', 'main^', 'mine').split('\n')).toEqual([fixed, fixed]);
    expect(at.git('diff', '--stat', 'main', `epic/${epicId}`)).toBe('');
  },
  patience,
);

test(
  'FIRST-02 a run that has not passed is merged only with --partial, and only what landed',
  async () => {
    at = new EpicRun({
      tickets: [{ id: 'A' }, { id: 'B' }],
      playbook: [
        { role: 'developer', ticket: 'B', write: { 'parts/B.txt': 'BROKEN\n' } },
        { role: 'developer', write: parts },
      ],
    });
    await at.run();
    const refused = await at.gauntlet('merge', '-y');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/has not passed[^]*gauntlet resume e1[^]*--partial/),
    ]);
    expect((await at.gauntlet('merge', '-y', '--partial', '--no-ff')).code).toBe(0);
    expect(at.git('log', '--format=%s', '-1', 'main')).toBe(`Merge epic/${epicId}: A small epic`);
    expect(at.git('ls-tree', '--name-only', 'main', 'parts/')).toBe('parts/A.txt\nparts/base.txt');
  },
  patience,
);

test(
  'DISPATCH-10 a run pushes nothing; merge --pr pushes the result branch after a yes, and opens one draft',
  async () => {
    at = new EpicRun({ tickets: [{ id: 'A' }], playbook: [{ role: 'developer', write: parts }] });
    const forge = new FakeForge();
    await forge.open();
    try {
      const origin = join(at.folder, 'origin.git');
      at.git('clone', '--quiet', '--bare', '.', origin);
      at.git('remote', 'add', 'origin', origin);
      const remote = (): string => at.git('ls-remote', 'origin');
      const before = remote();
      const token = 'token-of-the-test';
      const env = { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: forge.url, GITHUB_TOKEN: token };
      const merge = async (...args: readonly string[]) => {
        const ended = await at.start(['merge', '--pr', ...args], env).ended;
        expect(ended.stdout + ended.stderr).not.toContain(token);
        return ended;
      };
      await at.run();
      expect((await merge()).code).toBe(2);
      const dry = await merge('--dry-run');
      expect(dry.stdout).toMatch(/^would push epic\/e1 to origin and open a draft pull request into main\n$/);
      expect([remote(), forge.heard]).toEqual([before, []]);
      const posted = await merge('-y', '--json');
      expect([posted.code, JSON.parse(posted.stdout)]).toMatchObject([
        0,
        { done: true, pullRequest: { url: 'https://forge.example/pull/1' } },
      ]);
      expect(remote()).toMatch(/refs\/heads\/epic\//);
      expect(forge.pulls).toMatchObject([
        { draft: true, body: expect.stringContaining('## Judges and settings') as string },
      ]);
      expect((await merge('-y')).stdout).toContain('updated https://forge.example/pull/1');
      expect(forge.writes()).toEqual(['POST /repos/o/r/pulls', 'PATCH /repos/o/r/pulls/1']);
      forge.refuseWith = 403;
      const refused = await merge('-y');
      expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('Resource not accessible')]);
    } finally {
      await forge.close();
    }
  },
  patience,
);
