import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sampleRepository, type Started, startEpic, workOn } from '../../../test/contracts/git-sample.ts';

type Command = { readonly name: string; readonly flushes: number; readonly gitDir: string };

/** What git itself tells of every command run meanwhile: its name, and how often it waited for the disk. */
async function watched<Value>(
  { repository }: Started,
  work: () => Promise<Value>,
): Promise<{ value: Value; commands: readonly Command[] }> {
  const config = join(repository.state, 'git', 'config');
  const target = join(repository.state, 'git', 'trace.json');
  const before = fs.readFileSync(config, 'utf8');
  fs.chmodSync(config, 0o644);
  fs.writeFileSync(config, `${before}[trace2]\n\teventTarget = "${target}"\n\tenvVars = GIT_DIR\n`);
  try {
    const value = await work();
    return { value, commands: commandsIn(fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : '') };
  } finally {
    fs.writeFileSync(config, before);
    fs.rmSync(target, { force: true });
  }
}

type Told = {
  readonly event: string;
  readonly sid: string;
  readonly name?: string;
  readonly param?: string;
  readonly key?: string;
  readonly value?: string;
};

function commandsIn(text: string): readonly Command[] {
  const found = new Map<string, Command>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const { event, sid, ...told } = JSON.parse(line) as Told;
    const known = found.get(sid) ?? { name: '', flushes: 0, gitDir: '' };
    if (event === 'cmd_name') found.set(sid, { ...known, name: told.name ?? '' });
    if (event === 'def_param' && told.param === 'GIT_DIR')
      found.set(sid, { ...known, gitDir: told.value ?? '' });
    if (told.key === 'fsync/hardware-flush') found.set(sid, { ...known, flushes: Number(told.value) });
  }
  return [...found.values()];
}

const named = (commands: readonly Command[]): readonly string[] =>
  commands.map(({ name, flushes }) => `${name} ${flushes}`);

const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`deep/${index % 4}/er/${index}.txt`, `${index}\n`]),
);

test('what is delivered, merged and landed is on the disk when the call resolves, with one flush a step and not one an object', async () => {
  const sample = sampleRepository({ ...files, 'a.txt': 'one\n' });
  const started = await startEpic(sample);
  const { workspaces, lander, base } = started;
  const changed = Object.fromEntries(Object.keys(files).map((path) => [path, 'changed\n']));

  const first = await workOn(started, 'T-1', changed);
  const left = await watched(started, () => workspaces.deliver(first, 'T-1', 1, 'left uncommitted'));
  expect(flushing(left.commands)).toEqual(['unpack-objects 1']);

  const second = await workOn(started, 'T-2', { 'b.txt': 'b\n', 'c/d.txt': 'd\n' });
  sample.git(['add', '-A'], second.path);
  sample.git(['commit', '-qm', 'by the developer'], second.path);
  const made = await watched(started, () => workspaces.deliver(second, 'T-2', 2, 'x'));
  expect(flushing(made.commands)).toEqual(['unpack-objects 1']);

  let tip = base.commit;
  for (const [ticket, { value }] of Object.entries({ 'T-1': left, 'T-2': made })) {
    const asked = { commit: value.commit, tip, ticket, run: 3, title: 'x', at: 0 };
    const merged = await watched(started, () => lander.merge(asked));
    expect(flushing(merged.commands)).toEqual(['unpack-objects 1']);
    if (merged.value.kind !== 'merged') throw new Error('conflict');
    tip = merged.value.commit;
    const landed = await watched(started, () => lander.land(tip));
    expect(flushing(landed.commands)).toEqual(['unpack-objects 1', 'update-ref 1']);
    expect(
      merged.commands.length + landed.commands.length,
      named(landed.commands).join(),
    ).toBeLessThanOrEqual(7);
  }
  expect(sample.git(['rev-parse', 'epic/e1'])).toBe(tip);
  expect(sample.git(['fsck', '--strict'])).not.toMatch(/missing|broken|error/);
});

function flushing(commands: readonly Command[]): readonly string[] {
  return named(commands.filter(({ flushes }) => flushes > 0));
}

test('a composed tree and the tree to be checked are durable too, and many objects become one pack', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n' });
  const started = await startEpic(sample);
  const { hub, workspaces, base, repository } = started;
  const blob = sample.git(['rev-parse', 'main:a.txt']);
  const paths = new Map([['x/y/z.txt', { blob, mode: '100644' }]]);
  const composed = await watched(started, () => hub.compose(base.commit, paths));
  expect(flushing(composed.commands)).toEqual(['unpack-objects 1']);
  const checked = await watched(started, () => workspaces.checkout(composed.value));
  // What is checked is in the hub already, and the clone's own copy may be lost.
  expect(flushing(checked.commands)).toEqual([]);
  await checked.value.release();

  const many = Array.from({ length: 150 }, (_, index) => [`m/${index}.txt`, `${index}\n`]);
  const workspace = await workOn(started, 'T-1', Object.fromEntries(many));
  const before = packsOf(repository.state);
  const { value, commands } = await watched(started, () => workspaces.deliver(workspace, 'T-1', 1, 'x'));
  expect(commands.reduce((sum, { flushes }) => sum + flushes, 0)).toBeLessThan(5);
  expect(packsOf(repository.state)).toBe(before + 1);
  expect(await hub.paths(value.commit)).toHaveLength(151);
});

function packsOf(state: string): number {
  return fs.readdirSync(join(state, 'hub.git/objects/pack')).filter((name) => name.endsWith('.pack')).length;
}

test('of a merge that conflicts nothing gets into the hub', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n' });
  const started = await startEpic(sample);
  const { workspaces, lander, base, repository } = started;
  const commits: string[] = [];
  for (const ticket of ['T-1', 'T-2']) {
    const workspace = await workOn(started, ticket, { 'a.txt': `${ticket}\n` });
    commits.push((await workspaces.deliver(workspace, ticket, 1, 'x')).commit);
  }
  const hub = join(repository.state, 'hub.git');
  const count = (): string => execFileSync('git', ['count-objects', '-v'], { cwd: hub, encoding: 'utf8' });
  const before = count();
  const [commit = '', tip = ''] = commits;
  const merged = await lander.merge({ commit, tip, ticket: 'T-2', run: 1, title: 'x', at: 0 });
  expect(merged).toEqual({ kind: 'conflict', files: ['a.txt'] });
  expect(count()).toBe(before);
  expect(base.commit).not.toBe(commit);
});
