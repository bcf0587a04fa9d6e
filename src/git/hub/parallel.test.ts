import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  landTicket,
  type Sample,
  sampleRepository,
  type Started,
  startEpic,
  workOn,
} from '../../../test/contracts/git-sample.ts';
import { serial } from '../serial.ts';

test('DISPATCH-07 sixteen tickets at once are opened, delivered and landed without a race or a loss', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', 'd/b.txt': 'b\n' });
  const started = await startEpic(sample);
  const lane = serial();
  const tickets = Array.from({ length: 16 }, (_, index) => `T-${index}`);
  await Promise.all(
    tickets.map(async (ticket) => {
      const workspace = await workOn(started, ticket, { [`by/${ticket}.txt`]: `${ticket}\n` });
      const { commit, problems } = await started.workspaces.deliver(workspace, ticket, 1, ticket);
      expect(problems).toEqual([]);
      const [tree, checkout] = await Promise.all([
        started.workspaces.export(commit),
        started.workspaces.checkout(commit),
      ]);
      expect(fs.readdirSync(join(tree, 'by'))).toEqual([`${ticket}.txt`]);
      expect(fs.readdirSync(join(checkout.path, 'by'))).toEqual([`${ticket}.txt`]);
      await checkout.release();
      await lane(() => landNext(started, ticket, commit));
    }),
  );
  const subjects = sample.git(['log', '--first-parent', '--format=%s', 'epic/e1']).split('\n');
  expect(subjects.slice(0, -1).sort()).toEqual(
    tickets.map((ticket) => `Merge ${ticket} into epic: ${ticket}`).sort(),
  );
  expect(sample.git(['ls-tree', '-r', '--name-only', 'epic/e1', 'by/']).split('\n')).toHaveLength(16);
  expect(sample.git(['fsck', '--strict'])).not.toMatch(/missing|broken|error/);
  expect(sample.git(['fsck', '--strict'], join(started.repository.state, 'hub.git'))).not.toMatch(
    /missing|broken|error/,
  );
});

async function landNext({ lander }: Started, ticket: string, commit: string): Promise<void> {
  const tip = (await lander.tip()) ?? '';
  const merged = await lander.merge({ commit, tip, ticket, run: 2, title: ticket, at: 0 });
  if (merged.kind === 'conflict') throw new Error(`unexpected conflict in ${merged.files.join()}`);
  expect(await lander.land(merged.commit)).toEqual({ kind: 'landed' });
}

const steps = ['open', 'write', 'deliver', 'export', 'checkout', 'merge', 'land'];

/** A coordinator in a process of its own that says what it does next; it is killed while it does the nth thing. */
async function killedAt(sample: Sample, nth: number): Promise<string[]> {
  const room = JSON.stringify(join(import.meta.dirname, '../index.ts'));
  const script = `
    import fs from 'node:fs';
    import { openRepository } from ${room};
    const say = (step) => fs.writeSync(1, step + '\\n');
    const repository = await openRepository(process.cwd());
    await repository.removeStaleLocks();
    const hub = await repository.hub();
    const base = await hub.adopt('main');
    const lander = repository.lander('e1');
    await lander.begin(base.commit);
    const workspaces = repository.workspaces('e1');
    for (let n = 0; ; n++) {
      const tip = await lander.tip();
      say('open');
      const workspace = await workspaces.open('T-1', { base: tip, head: tip, merge: null });
      say('write');
      for (let file = 0; file < 50; file++) fs.writeFileSync(workspace.path + '/' + file, '${nth} ' + n);
      say('deliver');
      const { commit } = await workspaces.deliver(workspace, 'T-1', n, 'x');
      say('export');
      await workspaces.export(commit);
      say('checkout');
      await (await workspaces.checkout(commit)).release();
      say('merge');
      const merged = await lander.merge({ commit, tip, ticket: 'T-1', run: n, title: 'x', at: 0 });
      say('land');
      await lander.land(merged.commit);
    }`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: sample.path,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  child.on('close', () => resolve());
  child.stdout.on('data', (chunk: Buffer) => {
    said = [...said, ...chunk.toString().trim().split('\n')];
    if (said.length >= nth && child.pid !== undefined && !child.killed) {
      process.kill(-child.pid, 'SIGKILL');
      child.kill('SIGKILL');
    }
  });
  await promise;
  return said;
}

test('a coordinator killed in the middle of anything leaves nothing that the next start cannot handle', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n' });
  for (let nth = 1; nth <= steps.length + 2; nth++) {
    const said = await killedAt(sample, nth);
    expect(said.length).toBeGreaterThanOrEqual(nth);
    expect(said.slice(0, nth)).toEqual([...steps, ...steps].slice(0, nth));
    expect(sample.git(['fsck', '--strict'])).not.toMatch(/missing|broken|error/);
  }
  const started = await startEpic(sample);
  await started.repository.removeStaleLocks();
  const landed = await landTicket(started, 'LAST', { 'last.txt': 'x\n' });
  expect(sample.git(['rev-parse', 'epic/e1'])).toBe(landed);
  await started.repository.cleanUp('all');
  expect(await started.repository.stray()).toEqual([]);
});

test('locks and unfinished files of a dead process go, those of a living one stay', async () => {
  const sample = sampleRepository();
  const { repository } = await startEpic(sample);
  const dead = join(repository.state, 'tmp', '999999999-x');
  const living = join(repository.state, 'tmp', `${process.ppid}-x`);
  const lock = join(repository.state, 'hub.git', 'refs', 'gauntlet', 'x.lock');
  for (const folder of [dead, living]) fs.mkdirSync(folder);
  fs.writeFileSync(lock, '');
  fs.utimesSync(lock, 1, 1);
  expect([...(await repository.removeStaleLocks())].sort()).toEqual([lock, dead].sort());
  expect([dead, living, lock].map((path) => fs.existsSync(path))).toEqual([false, true, false]);
});

test('BEYOND-17 whoever starts beside a living coordinator removes neither its locks nor its unfinished files', async () => {
  const sample = sampleRepository();
  const first = await startEpic(sample);
  const second = await startEpic(sample, 'e2');
  const state = second.repository.state;
  const tmp = join(state, 'tmp');
  const lock = join(state, 'hub.git', 'shallow.lock');
  const elsewhere = join(tmp, '999999999-x.000000000000');
  fs.writeFileSync(lock, '');
  fs.utimesSync(lock, new Date(), new Date(Date.now() - 60_000));
  fs.mkdirSync(elsewhere);
  const before = fs.readdirSync(tmp).sort();
  expect(before).toHaveLength(3);
  expect(await second.repository.removeStaleLocks()).toEqual([]);
  expect(fs.readdirSync(tmp).sort()).toEqual(before);
  expect(fs.existsSync(lock)).toBe(true);
  // Nobody can say whether a process of another container lives; after a day its files are rubbish.
  fs.utimesSync(elsewhere, 1, 1);
  expect(await second.repository.removeStaleLocks()).toEqual([elsewhere]);
  first.repository.close();
  expect(await second.repository.removeStaleLocks()).toEqual([lock]);
});
