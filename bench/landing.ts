// What landing costs against the bare git commands it is made of, and a gate's tree against a fresh clone, on a
// repository of 5,000 files. Ratios within one run, interleaved, because machines differ and are busy.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { openRepository, type Repository } from '../src/git/index.ts';
import { atMost, type Bench, median, type Row } from './table.ts';

const FILES = 5000;
const ROUNDS = 9;
/** A fresh clone of that size takes seconds on a busy machine. */
const TREE_ROUNDS = 5;

const run = promisify(execFile);

/** Landing one ticket, and a tree for its gate. */
export const bench: Bench = {
  name: 'landing',
  async run() {
    const place = mkdtempSync(join(tmpdir(), 'gauntlet-bench-'));
    try {
      return await measure(place);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
};

type Course = {
  readonly user: string;
  readonly repository: Repository;
  readonly base: string;
  /** One commit per round, each made beside the others from the base. */
  readonly tickets: readonly string[];
};

async function measure(place: string): Promise<Row[]> {
  const course = await lay(place);
  const bare = prepareBare(place, course);
  const merging = prepareMerge(place, course);
  const times = { ours: [] as number[], bare: [] as number[], merge: [] as number[] };
  for (const [index, ticket] of course.tickets.entries()) {
    const turns = [
      async () => times.ours.push(await timed(() => landOurs(course, ticket, index))),
      async () => times.bare.push(await timed(() => landBare(bare, ticket))),
      async () => times.merge.push(await timed(() => landByMerge(merging, ticket))),
    ];
    // Nobody is always the one who comes after the most expensive.
    for (let turn = 0; turn < turns.length; turn++) await turns[(index + turn) % turns.length]?.();
  }
  const tree = await measureTree(place, course);
  course.repository.close();
  // The first round of each warms the disk's cache.
  const ratio = (a: readonly number[], b: readonly number[]): number =>
    median(a.slice(1).map((time, index) => time / (b[index + 1] ?? Number.NaN)));
  return [
    atMost(
      { what: 'landing, 5,000 files', value: ratio(times.ours, times.bare), unit: 'x bare git commands' },
      1.15,
    ),
    atMost(
      { what: 'landing, 5,000 files', value: ratio(times.ours, times.merge), unit: 'x git merge + push' },
      0.45,
    ),
    { what: 'landing, 5,000 files', value: median(times.ours.slice(1)), unit: 'ms' },
    atMost(
      { what: 'a tree for the gate', value: ratio(tree.kept, tree.fresh), unit: 'x clone --shared' },
      0.15,
    ),
    { what: 'a tree for the gate', value: median(tree.kept.slice(1)), unit: 'ms' },
    { what: 'proof of an export, every byte', value: median(tree.proof), unit: 'ms' },
  ];
}

async function lay(place: string): Promise<Course> {
  const user = join(place, 'user');
  mkdirSync(user);
  git(user, 'init', '-q', '-b', 'main');
  git(user, 'config', 'user.name', 'Bench');
  git(user, 'config', 'user.email', 'bench@example.org');
  for (let file = 0; file < FILES; file++) {
    const path = join(user, `src/${file % 50}/${file % 7}/file-${file}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `export const value${file} = ${file};\n`.repeat(30));
  }
  git(user, 'add', '-A');
  git(user, 'commit', '-q', '-m', 'first');
  git(user, 'gc', '-q');
  const repository = await openRepository(user);
  const hub = await repository.hub();
  const { commit: base } = await hub.adopt('main');
  await repository.lander('e1').begin(base);
  const workspaces = repository.workspaces('e1');
  const tickets: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const workspace = await workspaces.open('T', { base, head: base, merge: null });
    for (const part of [0, 1, 2]) {
      const file = round * 50 + part;
      writeFileSync(
        join(workspace.path, `src/${file % 50}/${file % 7}/file-${file}.ts`),
        `changed ${round}\n`,
      );
    }
    tickets.push((await workspaces.deliver(workspace, 'T', round, 'x')).commit);
  }
  return { user, repository, base, tickets };
}

async function landOurs({ repository }: Course, commit: string, run: number): Promise<void> {
  const lander = landers.get(repository) ?? repository.lander('e1');
  landers.set(repository, lander);
  const tip = tips.get(repository) ?? (await lander.tip()) ?? '';
  const merged = await lander.merge({ commit, tip, ticket: 'T', run, title: 'x', at: 0 });
  if (merged.kind !== 'merged') throw new Error('the bench conflicts with itself');
  const landed = await lander.land(merged.commit);
  if (landed.kind !== 'landed') throw new Error('the bench did not land');
  tips.set(repository, merged.commit);
}

const landers = new WeakMap<Repository, ReturnType<Repository['lander']>>();
const tips = new WeakMap<Repository, string>();

type Pair = { readonly hub: string; readonly user: string };

/** Everything is on the disk when a command ends: what we ask of every git, and here of the others too. */
const DURABLE = { 'core.fsync': 'committed,reference', 'core.fsyncMethod': 'batch', 'gc.auto': '0' };

function makeDurable(repository: string): void {
  for (const [name, value] of Object.entries(DURABLE)) git(repository, 'config', name, value);
}

/** The same objects in a hub and a user's repository of their own. */
function prepareBare(place: string, { user, repository, base }: Course): Pair {
  const pair = { hub: join(place, 'bare-hub.git'), user: join(place, 'bare-user.git') };
  execFileSync('cp', ['-a', join(repository.state, 'hub.git'), pair.hub]);
  git(place, 'clone', '-q', '--bare', user, pair.user);
  for (const at of [pair.hub, pair.user]) {
    makeDurable(at);
    git(at, 'update-ref', 'refs/heads/epic/bare', base);
  }
  return pair;
}

/** The git commands a landing is made of, in the order in which we need them, each started plainly. */
async function landBare({ hub, user }: Pair, commit: string): Promise<void> {
  const tip = text(await ask(user, ['for-each-ref', '--format=%(objectname)', 'refs/heads/epic/bare']));
  const tree = text(await ask(hub, ['merge-tree', '--write-tree', tip, commit]));
  const merged = text(await ask(hub, ['commit-tree', '-p', tip, '-p', commit, '-m', 'Merge', tree]));
  await ask(hub, ['update-ref', 'refs/heads/epic/bare', merged, tip]);
  const pack = await ask(hub, ['pack-objects', '--revs', '--stdout', '-q'], `${merged}\n^${tip}\n`);
  await ask(user, ['unpack-objects', '-q'], pack);
  await ask(user, ['update-ref', 'refs/heads/epic/bare', merged, tip]);
}

async function ask(cwd: string, args: readonly string[], input: string | Buffer = ''): Promise<Buffer> {
  const child = spawn('git', args, {
    cwd,
    env: { ...process.env, ...IDENTITY },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  // One that asks for nothing may have ended before it is told that there is nothing.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject);
  child.on('close', resolve);
  if ((await promise) !== 0) throw new Error(`git ${args[0]} failed`);
  return Buffer.concat(said);
}

const text = (bytes: Buffer): string => bytes.toString('utf8').trim();

/** What a person would do: a checkout of the epic branch, `git merge`, `git push`; as durable as ours. */
function prepareMerge(place: string, { user, repository, base, tickets }: Course): Pair {
  const pair = { hub: join(place, 'merge-checkout'), user: join(place, 'merge-user.git') };
  git(place, 'clone', '-q', '--bare', user, pair.user);
  git(pair.user, 'update-ref', 'refs/heads/epic/merge', base);
  git(place, 'clone', '-q', '-b', 'epic/merge', pair.user, pair.hub);
  for (const at of [pair.hub, pair.user]) makeDurable(at);
  git(pair.hub, 'fetch', '-q', join(repository.state, 'hub.git'), ...tickets);
  return pair;
}

async function landByMerge({ hub }: Pair, commit: string): Promise<void> {
  await ask(hub, ['merge', '-q', '--no-ff', '-m', 'Merge', commit]);
  await ask(hub, ['push', '-q', 'origin', 'epic/merge']);
}

type TreeTimes = { readonly kept: number[]; readonly fresh: number[]; readonly proof: number[] };

async function measureTree(place: string, { repository, tickets }: Course): Promise<TreeTimes> {
  const workspaces = repository.workspaces('e1');
  const times: TreeTimes = { kept: [], fresh: [], proof: [] };
  await (await workspaces.checkout(tickets[0] ?? '')).release();
  const hub = join(repository.state, 'hub.git');
  for (const [index, commit] of tickets.slice(0, TREE_ROUNDS).entries()) {
    const target = join(place, `fresh-${index}`);
    times.fresh.push(
      await timed(async () => {
        await run('git', ['clone', '-q', '--shared', '--no-checkout', hub, target]);
        await run('git', ['checkout', '-q', '--detach', commit], { cwd: target });
      }),
    );
    rmSync(target, { recursive: true });
    times.kept.push(await timed(async () => (await workspaces.checkout(commit)).release()));
  }
  await workspaces.export(tickets[0] ?? '');
  for (let round = 0; round < 5; round++) {
    times.proof.push(await timed(async () => void (await workspaces.proveExport(tickets[0] ?? ''))));
  }
  return times;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.org',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.org',
};

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
