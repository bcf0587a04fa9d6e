import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sampleRepository, startEpic, workOn } from '../../../test/contracts/git-sample.ts';
import type { Overlay } from '../../ports/git.ts';
import { removeFolder } from '../files.ts';

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? '').toString();

test('REAL-08 what is put back is a commit on top of the work, kept, and where the next turn begins', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', 'AGENTS.md': 'as it was\n', 'p.json': '{}\n' });
  const started = await startEpic(sample);
  const { workspaces, hub, base } = started;
  const workspace = await workOn(started, 'T-1', {
    'a.txt': 'two\n',
    'AGENTS.md': 'other\n',
    'p.json': '{"a": 1}\n',
    'new/AGENTS.md': 'new\n',
  });
  sample.git(['add', '-A'], workspace.path);
  sample.git(['commit', '-qm', 'all of it'], workspace.path);
  const changes = new Map(
    (await hub.changes(base.commit, base.commit)).map((each) => [each.path, each.before]),
  );
  expect(changes.size).toBe(0);
  const putBack = async (commit: string): Promise<Overlay> => {
    const all = new Map((await hub.changes(base.commit, commit)).map((each) => [each.path, each.before]));
    return new Map<string, Overlay extends ReadonlyMap<string, infer Entry> ? Entry : never>([
      ['AGENTS.md', all.get('AGENTS.md') ?? null],
      ['new/AGENTS.md', null],
      ['p.json', { text: '{"b": 1}\n', mode: '100644' }],
    ]);
  };
  const delivery = await workspaces.deliver(workspace, 'T-1', 1, { title: 'x', putBack });
  expect(delivery.problems).toEqual([]);
  const left = (await hub.changes(base.commit, delivery.commit)).map(({ path }) => path);
  expect(left).toEqual(['a.txt', 'p.json']);
  expect(text(await hub.file(delivery.commit, 'p.json'))).toBe('{"b": 1}\n');
  expect((await hub.log(base.commit, delivery.commit)).map(({ subject }) => subject)).toEqual([
    'all of it',
    '[T-1] Revert changes the ticket may not make',
  ]);
  expect(text(await hub.file(delivery.asLeft ?? '', 'AGENTS.md'))).toBe('other\n');
  expect(await workspaces.holds(workspace, 'T-1', delivery.commit)).toBe(true);
  const again = await workspaces.open('T-1', { base: base.commit, head: delivery.commit, merge: null });
  expect(fs.readFileSync(join(again.path, 'AGENTS.md'), 'utf8')).toBe('as it was\n');
  expect(fs.existsSync(join(again.path, 'new'))).toBe(false);
  const second = await workspaces.deliver(again, 'T-1', 2, 'x');
  expect(second).toMatchObject({ commit: delivery.commit });
  expect(second.asLeft).toBeUndefined();
});

/** Folders in one another until no system call takes the whole path. */
function makeDeep(top: string): void {
  fs.mkdirSync(join(top, 'last'), { recursive: true });
  fs.writeFileSync(join(top, 'last', 'file'), 'x');
  let inner = join(top, 'last');
  for (let at = 0; at < 27; at++) {
    const outer = join(top, `outer-${at}`);
    fs.mkdirSync(outer);
    fs.renameSync(inner, join(outer, 'd'.repeat(200)));
    inner = outer;
  }
}

test('REAL-08 a folder with paths that no system call takes is removed', async () => {
  const sample = sampleRepository();
  const top = join(sample.path, 'deep');
  makeDeep(top);
  await expect(fs.promises.rm(top, { recursive: true, force: true })).rejects.toMatchObject({
    code: 'ENAMETOOLONG',
  });
  const temporary = join(sample.path, 'temporary');
  await removeFolder(top, temporary);
  expect(fs.existsSync(top)).toBe(false);
  expect(fs.readdirSync(temporary)).toEqual([]);
});

test('REAL-08 names and paths that cannot be checked out are problems of the delivery', async () => {
  const sample = sampleRepository();
  const started = await startEpic(sample);
  const workspace = await workOn(started, 'T-1', { 'a.txt': 'two\n' });
  const { path } = workspace;
  const blob = sample.git(['rev-parse', 'HEAD:a.txt'], path);
  const tree = (lines: string): string =>
    execFileSync('git', ['mktree'], { cwd: path, input: `${lines}\n`, encoding: 'utf8' }).trim();
  let deep = tree(`100644 blob ${blob}\tfile`);
  for (let at = 0; at < 27; at++) deep = tree(`040000 tree ${deep}\t${'d'.repeat(200)}`);
  const whole = tree(
    [
      `100644 blob ${blob}\t${'n'.repeat(300)}`,
      `040000 tree ${deep}\tdeep`,
      `100644 blob ${blob}\ta.txt`,
    ].join('\n'),
  );
  const commit = sample.git(['commit-tree', '-p', 'HEAD', '-m', 'long', whole], path);
  sample.git(['update-ref', 'HEAD', commit], path);
  sample.git(['reset', '-q'], path);
  const { problems } = await started.workspaces.deliver(workspace, 'T-1', 1, 'x');
  expect(problems.filter((problem) => problem.includes('cannot be checked out')).length).toBe(2);
  // The place is usable again, whatever is left in it.
  const at = { base: started.base.commit, head: started.base.commit, merge: null };
  expect((await started.workspaces.open('T-1', at)).head).toBe(started.base.commit);
});
