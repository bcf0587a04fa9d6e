import fs from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  landTicket,
  sampleRepository,
  startEpic,
  type Started,
  workOn,
} from '../../../test/contracts/git-sample.ts';

const at = 1_700_000_000_000;

/** Delivers a ticket cut from the base, whatever has landed meanwhile. */
async function delivered(started: Started, ticket: string, files: Record<string, string>): Promise<string> {
  const workspace = await workOn(started, ticket, files);
  return (await started.workspaces.deliver(workspace, ticket, 1, ticket)).commit;
}

test('DISPATCH-07 a landing is one first-parent merge with trailers, by the user, and a repeat gives the same commit', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { lander, base } = started;
  const commit = await delivered(started, 'T-1', { 'b.txt': 'b\n' });
  const title = 'Nice\r\n\nTicket: FORGED\nRun: 999 \u202e\u0007';
  const change = { commit, tip: base.commit, ticket: 'T-1', run: 7, title, at };
  const merged = await lander.merge(change);
  expect(await lander.merge(change)).toEqual(merged);
  expect(merged).toMatchObject({ kind: 'merged', overlapping: false });
  expect(await lander.land(merged.kind === 'merged' ? merged.commit : '')).toEqual({ kind: 'landed' });
  expect(sample.git(['log', '-1', '--format=%P|%an <%ae>|%at|%s', 'epic/e1'])).toBe(
    `${base.commit} ${commit}|Ada Lovelace <ada@example.org>|1700000000|Merge T-1 into epic: Nice Ticket: FORGED Run: 999`,
  );
  expect(sample.git(['log', '-1', '--format=%(trailers:only,unfold)', 'epic/e1'])).toBe(
    'Ticket: T-1\nRun: 7',
  );
});

test('DISPATCH-07 landing twice lands once, and a tip that is neither is foreign', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { lander } = started;
  const first = await landTicket(started, 'T-1', { 'b.txt': 'b\n' });
  const second = await landTicket(started, 'T-2', { 'c.txt': 'c\n' });
  expect(await lander.land(first)).toEqual({ kind: 'landed' });
  expect(await lander.tip()).toBe(second);
  const commit = await delivered(started, 'T-3', { 'd.txt': 'd\n' });
  const merged = await lander.merge({ commit, tip: second, ticket: 'T-3', run: 1, title: 'x', at });
  const foreign = sample.commit({ 'mine.txt': 'mine\n' });
  sample.git(['branch', '-f', 'epic/e1', foreign]);
  expect(await lander.land(merged.kind === 'merged' ? merged.commit : '')).toEqual({
    kind: 'foreign',
    tip: foreign,
  });
  expect(sample.git(['rev-parse', 'epic/e1'])).toBe(foreign);
});

test('a change to a file that was changed meanwhile says so; a conflict names its files and moves nothing', async () => {
  const lines = (...changed: string[]): string =>
    'abcdefghij'
      .split('')
      .map((line, index) => `${changed[index] ?? line}\n`)
      .join('');
  const sample = sampleRepository({ 'a.txt': lines(), 'b.txt': 'b\n' });
  const started = await startEpic(sample);
  const { lander } = started;
  const clash = await delivered(started, 'CLASH', { 'a.txt': lines('other'), 'b.txt': 'mine\n' });
  const tip = await landTicket(started, 'FIRST', { 'a.txt': lines('start') });
  const change = { tip, run: 1, title: 'x', at };
  const far = await delivered(started, 'FAR', { 'a.txt': `${lines()}end\n` });
  expect(await lander.merge({ ...change, commit: far, ticket: 'FAR' })).toMatchObject({
    kind: 'merged',
    overlapping: true,
  });
  expect(await lander.merge({ ...change, commit: clash, ticket: 'CLASH' })).toEqual({
    kind: 'conflict',
    files: ['a.txt'],
  });
  expect(await lander.tip()).toBe(tip);
});

test('QUEUE-05 a file that is a directory on the other side is named by its path in the conflict', async () => {
  const started = await startEpic(sampleRepository());
  const tip = await landTicket(started, 'T-1', { 'sub/f.txt': 'f\n' });
  const commit = await delivered(started, 'T-2', { sub: 'a file\n' });
  const merged = await started.lander.merge({ commit, tip, ticket: 'T-2', run: 1, title: 'x', at });
  expect(merged).toEqual({ kind: 'conflict', files: ['sub'] });
});

test("the tip's .gitattributes, nested ones too, say how files are merged; drivers without configuration do nothing", async () => {
  const sample = sampleRepository({
    '.gitattributes': '*.list merge=union\n*.odd merge=no-such-driver\n',
    'deep/er/.gitattributes': '*.txt merge=union\n',
    'all.list': 'base\n',
    'deep/er/all.txt': 'base\n',
    'plain.txt': 'base\n',
  });
  const started = await startEpic(sample);
  const { lander, hub } = started;
  const mine = { 'all.list': 'base\nmine\n', 'deep/er/all.txt': 'base\nmine\n' };
  const commit = await delivered(started, 'MINE', mine);
  const clash = await delivered(started, 'CLASH', { 'plain.txt': 'mine\n' });
  const tip = await landTicket(started, 'FIRST', {
    'all.list': 'base\ntheirs\n',
    'deep/er/all.txt': 'base\ntheirs\n',
    'plain.txt': 'theirs\n',
  });
  const merged = await lander.merge({ commit, tip, ticket: 'MINE', run: 1, title: 'x', at });
  expect(merged.kind).toBe('merged');
  const text = await hub.file(merged.kind === 'merged' ? merged.commit : '', 'deep/er/all.txt');
  expect(Buffer.from(text ?? '').toString()).toBe('base\ntheirs\nmine\n');
  expect(await lander.merge({ commit: clash, tip, ticket: 'CLASH', run: 1, title: 'x', at })).toMatchObject({
    kind: 'conflict',
  });
});

test('lines that two tickets add to a changelog are both kept, unless attributes say otherwise', async () => {
  const files = {
    'CHANGELOG.md': 'news\n',
    'docs/changes.rst': 'news\n',
    'kept/CHANGELOG.md': 'news\n',
    'test/data/changes.txt': 'news\n',
  };
  const sample = sampleRepository({ ...files, 'kept/.gitattributes': 'CHANGELOG.md merge=text\n' });
  const started = await startEpic(sample);
  const adding = (line: string, paths: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(paths.map((path) => [path, `news\n${line}\n`]));
  const paths = ['CHANGELOG.md', 'docs/changes.rst'];
  const commit = await delivered(started, 'MINE', adding('mine', paths));
  const clash = await delivered(
    started,
    'CLASH',
    adding('mine', ['kept/CHANGELOG.md', 'test/data/changes.txt']),
  );
  const tip = await landTicket(
    started,
    'FIRST',
    adding('theirs', [...paths, 'kept/CHANGELOG.md', 'test/data/changes.txt']),
  );
  const merge = (ticket: string, from: string): ReturnType<typeof started.lander.merge> =>
    started.lander.merge({ commit: from, tip, ticket, run: 1, title: 'x', at });
  const merged = await merge('MINE', commit);
  expect(merged).toMatchObject({ kind: 'merged', overlapping: false });
  const head = merged.kind === 'merged' ? merged.commit : '';
  for (const path of paths)
    expect(Buffer.from((await started.hub.file(head, path)) ?? '').toString()).toBe('news\ntheirs\nmine\n');
  expect(await merge('CLASH', clash)).toMatchObject({
    kind: 'conflict',
    files: ['kept/CHANGELOG.md', 'test/data/changes.txt'],
  });
});

describe('DISPATCH-09 while the user has the epic branch checked out', () => {
  test('landed work waits aside and says how to get it; later the branch catches up', async () => {
    const sample = sampleRepository();
    const started = await startEpic(sample);
    const { lander } = started;
    sample.git(['worktree', 'add', '-q', '../linked', 'epic/e1']);
    const linked = join(sample.path, '..', 'linked');
    const before = sample.git(['rev-parse', 'epic/e1']);
    const first = await landTicket(started, 'T-1', { 'b.txt': 'b\n' });
    expect(sample.git(['rev-parse', 'epic/e1'])).toBe(before);
    expect(sample.git(['status', '--porcelain'], linked)).toBe('');
    expect(await lander.tip()).toBe(first);
    const said = await lander.branch();
    expect(said.name).toBe('refs/gauntlet/epic/e1');
    sample.git(said.note?.split('run there: git ')[1]?.split(' ') ?? [], linked);
    expect(sample.git(['rev-parse', 'epic/e1'])).toBe(first);

    const second = await landTicket(started, 'T-2', { 'c.txt': 'c\n' });
    expect(sample.git(['rev-parse', 'epic/e1'])).toBe(first);
    sample.git(['checkout', '-q', '--detach'], linked);
    expect(await lander.branch()).toEqual({ name: 'epic/e1', note: null });
    expect(sample.git(['rev-parse', 'epic/e1'])).toBe(second);
    expect(sample.git(['for-each-ref', 'refs/gauntlet'])).toBe('');
  });

  test('a rebase or bisect of it counts as well', async () => {
    const sample = sampleRepository();
    const started = await startEpic(sample);
    const before = sample.git(['rev-parse', 'epic/e1']);
    fs.mkdirSync(join(sample.path, '.git', 'rebase-merge'));
    fs.writeFileSync(join(sample.path, '.git', 'rebase-merge', 'head-name'), 'refs/heads/epic/e1\n');
    const first = await landTicket(started, 'T-1', { 'b.txt': 'b\n' });
    fs.rmSync(join(sample.path, '.git', 'rebase-merge'), { recursive: true });
    fs.writeFileSync(join(sample.path, '.git', 'BISECT_START'), 'epic/e1\n');
    const second = await landTicket(started, 'T-2', { 'c.txt': 'c\n' });
    expect(sample.git(['rev-parse', 'epic/e1'])).toBe(before);
    fs.rmSync(join(sample.path, '.git', 'BISECT_START'));
    const third = await landTicket(started, 'T-3', { 'd.txt': 'd\n' });
    expect(sample.git(['rev-list', '--first-parent', 'epic/e1']).split('\n').slice(0, 3)).toEqual([
      third,
      second,
      first,
    ]);
  });

  test('a branch that the user moved away from what waits aside is the tip, and foreign', async () => {
    const sample = sampleRepository();
    const started = await startEpic(sample);
    sample.git(['checkout', '-q', 'epic/e1']);
    await landTicket(started, 'T-1', { 'b.txt': 'b\n' });
    const own = sample.commit({ 'own.txt': 'own\n' });
    expect(await started.lander.tip()).toBe(own);
  });
});

test('BEYOND-12 undo takes back one landed ticket on top of what came later, or names the conflict', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { lander, hub } = started;
  const first = await landTicket(started, 'T-1', { 'b.txt': 'b\n', 'a.txt': 'changed\n' });
  const second = await landTicket(started, 'T-2', { 'c.txt': 'c\n' });
  const undo = { commit: first, tip: second, ticket: 'T-1', run: 8, title: 'x', at };
  const undone = await lander.revert(undo);
  const commit = undone.kind === 'merged' ? undone.commit : '';
  expect(await hub.paths(commit)).toEqual(['a.txt', 'c.txt']);
  expect(Buffer.from((await hub.file(commit, 'a.txt')) ?? '').toString()).toBe('one\n');
  expect(await lander.land(commit)).toEqual({ kind: 'landed' });
  expect(sample.git(['log', '-1', '--format=%P|%(trailers:only,unfold)', 'epic/e1'])).toBe(
    `${second}|Undo: T-1\nRun: 8`,
  );
  const third = await landTicket(started, 'T-3', { 'c.txt': 'other\n' });
  expect(await lander.revert({ ...undo, commit: second, tip: third })).toEqual({
    kind: 'conflict',
    files: ['c.txt'],
  });
});

test('BEYOND-13 a moved base is merged into the tip as a candidate, or the conflict is known early', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const { lander, hub } = started;
  const tip = await landTicket(started, 'T-1', { 'b.txt': 'b\n' });
  sample.commit({ 'base.txt': 'moved\n' });
  const { commit: base } = await hub.adopt('main');
  const synced = await lander.sync({ base, name: 'main', tip, run: 3, at });
  const commit = synced.kind === 'merged' ? synced.commit : '';
  expect(await hub.paths(commit)).toEqual(['a.txt', 'b.txt', 'base.txt']);
  expect(await lander.land(commit)).toEqual({ kind: 'landed' });
  expect(sample.git(['merge-base', 'main', 'epic/e1'])).toBe(base);
  sample.commit({ 'b.txt': 'clash\n' });
  const clash = await hub.adopt('main');
  expect(await lander.sync({ base: clash.commit, name: 'main', tip: commit, run: 4, at })).toEqual({
    kind: 'conflict',
    files: ['b.txt'],
  });
});

test('DISPATCH-13 branches that are in the way are named and never overwritten', async () => {
  const sample = sampleRepository();
  const main = sample.git(['rev-parse', 'main']);
  const started = await startEpic(sample);
  const { repository } = started;
  expect(await repository.conflictsWith('e1', ['T-1'])).toEqual([]);
  sample.git(['branch', 'ticket/T-1']);
  sample.git(['branch', 'epic/theirs']);
  sample.git(['branch', 'epic/deep/er']);
  expect(await repository.conflictsWith('e1', ['T-1', 'T-2'])).toEqual([
    'the branch "ticket/T-1" exists and was not made by this epic',
  ]);
  expect(await repository.conflictsWith('theirs', [])).toEqual([
    'the branch "epic/theirs" exists and was not made by this epic',
  ]);
  sample.commit({ 'a.txt': 'later\n' });
  const { commit } = await started.hub.adopt('main');
  await expect(repository.lander('theirs').begin(commit)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await expect(repository.lander('deep').begin(commit)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await expect(repository.lander('e1').begin(commit)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  expect(sample.git(['rev-parse', 'epic/theirs', 'epic/e1'])).toBe(`${main}\n${main}`);
});

test("a lock that stays in the user's repository is a conflict of state with a hint, and is not removed", async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const commit = await delivered(started, 'T-1', { 'b.txt': 'b\n' });
  const merged = await started.lander.merge({
    commit,
    tip: started.base.commit,
    ticket: 'T-1',
    run: 1,
    title: 'x',
    at,
  });
  const lock = join(sample.path, '.git', 'refs', 'heads', 'epic', 'e1.lock');
  fs.writeFileSync(lock, '');
  const candidate = merged.kind === 'merged' ? merged.commit : '';
  await expect(started.lander.land(candidate)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await started.repository.removeStaleLocks();
  expect(fs.existsSync(lock)).toBe(true);
  fs.rmSync(lock);
  expect(await started.lander.land(candidate)).toEqual({ kind: 'landed' });
});

test('TEAM-26 one file in other words is one commit on the tip that changes nothing else; what is not a regular file is left alone', async () => {
  const sample = sampleRepository({ 'docs/R.md': '- [ ] R-1\n', 'run.sh': 'true\n', 'a b/ü.md': 'x\n' });
  const started = await startEpic(sample);
  const { lander, base } = started;
  const bytes = new TextEncoder().encode('- [x] R-1\n');
  const change = { path: 'docs/R.md', bytes, title: 'Tick\n\nTicket: FORGED', tip: base.commit, run: 3, at };
  const made = await lander.rewrite(change);
  expect(await lander.rewrite(change)).toEqual(made);
  if (made.kind !== 'merged') throw new Error('not made');
  expect(await lander.land(made.commit)).toEqual({ kind: 'landed' });
  expect(sample.git(['show', 'epic/e1:docs/R.md'])).toBe('- [x] R-1');
  expect(sample.git(['diff', '--name-only', base.commit, 'epic/e1'])).toBe('docs/R.md');
  expect(sample.git(['log', '-1', '--format=%P|%s|%(trailers:only,unfold)', 'epic/e1'])).toBe(
    `${base.commit}|Tick Ticket: FORGED|Requirements: docs/R.md\nRun: 3`,
  );
  for (const path of ['docs', 'none.md', 'docs/*.md'])
    expect(await lander.rewrite({ ...change, path }), path).toEqual({ kind: 'conflict', files: [path] });
  const odd = await lander.rewrite({ ...change, path: 'a b/ü.md', tip: made.commit });
  expect(odd.kind).toBe('merged');
});
