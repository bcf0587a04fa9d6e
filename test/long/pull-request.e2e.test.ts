import { afterEach, beforeEach, expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { FakeForge, fakeGh } from '../support/fake-forge.ts';
import { ReviewRepo, reviewedBy } from '../support/review-repo.ts';

let repo: ReviewRepo;
let forge: FakeForge;

beforeEach(async () => {
  repo = new ReviewRepo();
  forge = new FakeForge();
  await forge.open();
  repo.commit('base', { 'src/a.ts': 'export const a = 1;\n', 'README.md': 'hello\n' });
  repo.git('checkout', '--quiet', '-b', 'feature');
});
afterEach(async () => {
  repo.remove();
  await forge.close();
});

// Put together here, so that no scanner takes it for a real one.
const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
const leak = { 'src/b.ts': `export const a = 1;\nexport const key = '${key}';\n` };
const token = 'token-of-the-test';

const env = (): Record<string, string> => ({
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_API_URL: forge.url,
  GITHUB_TOKEN: token,
});

async function review(args: readonly string[], around = env()) {
  const ended = await repo.start(['review', '--no-agents', '--json', ...args], around).ended;
  expect(ended.stdout + ended.stderr).not.toContain(token);
  return reviewedBy(ended) as ReturnType<typeof reviewedBy> & {
    readonly pullRequest?: {
      readonly posted: boolean;
      readonly url: string | null;
      readonly requests: readonly unknown[];
    };
  };
}

test(
  '--pr alone sends nothing; --post writes one comment that later reviews rewrite, and each finding at its line once',
  async () => {
    const head = repo.commit('leak', leak);
    const before = repo.standing();
    const dry = await review(['--pr'], { GITHUB_REPOSITORY: 'o/r' });
    expect(dry.pullRequest).toMatchObject({
      posted: false,
      requests: [{ method: 'POST' }, { method: 'POST' }],
    });
    const shown = await repo.start(['review', '--no-agents', '--pr'], { GITHUB_REPOSITORY: 'o/r' }).ended;
    expect(shown.stderr).toContain('[DRY-RUN] would post to o/r#');
    expect(forge.heard).toEqual([]);

    forge.addPull('feature', head);
    // Somebody planted our mark: whatever stands in the comment of another is never touched.
    forge.comments.push({ id: 90, body: '<!-- gauntlet:review -->\nmine', user: { login: 'mallory' } });
    const posted = await review(['--pr', '--post']);
    expect(posted).toMatchObject({
      exitCode: 1,
      pullRequest: { posted: true, url: 'https://forge.example/pull/1' },
    });
    expect(forge.writes()).toEqual(['POST /repos/o/r/issues/1/comments', 'POST /repos/o/r/pulls/1/reviews']);
    expect(forge.heard.at(-1)?.body).toMatchObject({
      commit_id: head,
      event: 'COMMENT',
      comments: [{ path: 'src/b.ts', line: 2, side: 'RIGHT' }],
    });
    expect(forge.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('mine'),
      expect.stringMatching(
        /^<!-- gauntlet:review -->\n## Review: FAILED: 1 finding at HIGH or worse[^]*Prompt for your agent/,
      ),
    ]);
    expect(JSON.stringify(forge.heard)).not.toContain(key);
    expect([...forge.tokens]).toEqual([`Bearer ${token}`]);

    // Again: nothing new. Fixed: the comment is rewritten and nothing is said twice.
    await review(['--pr', '--post']);
    expect(forge.writes()).toHaveLength(2);
    // A key that a later commit removes is still in the history, so the branch is written anew.
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    const fixed = repo.commit('fixed', { 'src/b.ts': 'export const a = 1;\n' });
    const [pull] = forge.pulls;
    if (pull !== undefined) pull.head.sha = fixed;
    expect(await review(['--pr', '1', '--post'])).toMatchObject({ exitCode: 0 });
    expect(forge.writes().slice(2)).toEqual(['PATCH /repos/o/r/issues/comments/2']);
    expect(forge.comments[1]?.body).toContain('## Review: PASSED');
    expect(repo.standing()['config']).toBe(before['config']);
  },
  patience,
);

test(
  'what was judged must be what the pull request has, refusals are said, and a clean one hears nothing',
  async () => {
    const head = repo.commit('leak', leak);
    forge.addPull('feature', '0'.repeat(40));
    const stale = await review(['--pr', '--post']);
    expect([stale.exitCode, stale.notComputed.join(' ')]).toEqual([
      6,
      expect.stringContaining('pull request #1 is at'),
    ]);
    const [pull] = forge.pulls;
    if (pull !== undefined) pull.head.sha = head;
    forge.refuseWith = 403;
    const refused = await review(['--pr', '--post']);
    expect([refused.exitCode, refused.notComputed.join(' ')]).toEqual([
      5,
      expect.stringMatching(/refused POST .* \(403\): Resource not accessible/),
    ]);
    expect(refused.findings).toHaveLength(1);
    forge.refuseWith = null;
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    const clean = repo.commit('words', { 'README.md': 'hello again\n' });
    if (pull !== undefined) pull.head.sha = clean;
    const sent = forge.writes().length;
    expect(await review(['--pr', '--post'])).toMatchObject({
      exitCode: 0,
      pullRequest: { posted: true, requests: [] },
    });
    expect(forge.writes()).toHaveLength(sent);
    for (const args of [['--post'], ['--pr', 'feature']])
      expect((await repo.gauntlet('review', '--no-agents', ...args)).code).toBe(2);
    const nobody = await review(['--pr', '--post'], {
      GITHUB_REPOSITORY: 'o/r',
      PATH: process.env['PATH'] ?? '',
    });
    expect(nobody.notComputed.join(' ')).toContain('neither a token nor gh');
  },
  patience,
);

test(
  'DISPATCH-10 without a token gh is asked; where there is no pull request one draft is opened of what was pushed',
  async () => {
    const head = repo.commit('leak', leak);
    const bin = fakeGh(repo.folder, forge.url);
    const around = { GITHUB_REPOSITORY: 'o/r', PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    forge.beWorkflow();
    const early = await review(['--pr', '--post'], around);
    expect([early.exitCode, early.notComputed.join(' ')]).toEqual([
      6,
      expect.stringContaining('on the remote is not at the reviewed commit'),
    ]);
    expect(forge.writes()).toEqual([]);
    forge.branches.set('feature', head);
    const drafted = await review(['--pr', '--post'], around);
    expect(drafted.pullRequest).toMatchObject({ posted: true, url: 'https://forge.example/pull/1' });
    expect(forge.pulls).toMatchObject([
      { draft: true, title: 'feature', body: expect.stringContaining('Review: FAILED') as string },
    ]);
    // The next review finds it and comments; a second draft is never opened.
    await review(['--pr', '--post'], around);
    expect(forge.pulls).toHaveLength(1);
    expect(forge.comments).toMatchObject([{ user: { login: 'github-actions[bot]' } }]);
    expect([...forge.tokens]).toEqual(['gh login']);
  },
  patience,
);
