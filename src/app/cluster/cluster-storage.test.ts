import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { landTicket, type Sample, sampleRepository, startEpic } from '../../../test/contracts/git-sample.ts';
import { clusterPlace } from '../../../test/support/cluster-place.ts';
import { openRepository, type Repository } from '../../git/index.ts';
import type { Draft } from '../../model/events.ts';
import { type ClusterStorage, openKeeping } from './cluster-storage.ts';

const place = clusterPlace();
const hash = 'a'.repeat(64);

type Machine = { readonly repository: Repository; readonly sample: Sample; readonly notes: string[] };

/** Two machines with clones of one repository, and the hub they share. The first has landed something. */
async function twoMachines(epic: string) {
  const sample = sampleRepository();
  const hub = join(sample.path, '..', 'hub.git');
  sample.git(['init', '-q', '--bare', hub]);
  const shared = (...args: string[]): string =>
    execFileSync('git', ['--git-dir', hub, ...args], { encoding: 'utf8' }).trim();
  const other = sampleRepository();
  other.git(['fetch', '-q', sample.path, 'main']);
  other.git(['reset', '-q', '--hard', 'FETCH_HEAD']);
  const started = await startEpic(sample, epic);
  const landed = await landTicket(started, 'T-1', { 'b.txt': 'new\n' });
  const second = await openRepository(other.path);
  onTestFinished(() => second.close());
  return {
    first: { repository: started.repository, sample, notes: [] } as Machine,
    second: { repository: second, sample: other, notes: [] } as Machine,
    base: started.base,
    landed,
    hub: `file://${hub}`,
    kept: (pattern: string) =>
      shared('for-each-ref', '--format=%(refname)', `refs/gauntlet/keep/${pattern}`)
        .split('\n')
        .filter(Boolean),
  };
}

async function driven(
  epic: string,
  hub: string,
  { repository, notes }: Machine,
  use: (keeping: ClusterStorage) => Promise<void>,
): Promise<void> {
  const options = {
    url: place().url,
    hub,
    label: null,
    leaseMs: 30_000,
    workerLeaseMs: 30_000,
    standBy: false,
    note: (text: string) => void notes.push(text),
  };
  const keeping = await openKeeping(options, { epic, repository, enforcement: 'verified' });
  try {
    await use(keeping);
  } finally {
    await keeping.close();
  }
}

async function record({ journal }: ClusterStorage, ...drafts: readonly Draft[]): Promise<void> {
  const seq = journal.last() + 1;
  await journal.append(drafts.map((draft, nth) => ({ ...draft, seq: seq + nth, at: seq + nth })));
}

function begun(base: { readonly commit: string; readonly tree: string }, landed: string): readonly Draft[] {
  const { commit, tree } = base;
  return [
    {
      type: 'inputs_recorded',
      v: 1,
      base: { ref: 'main', commit, tree },
      inputs: hash,
      epicFile: hash,
      configFile: null,
      agents: [],
      enforcement: 'verified',
      notes: [],
    },
    { type: 'base_synced', v: 1, base: commit, commit: landed, tree, by: 'ada' },
  ];
}

const undone = (epic: string): Draft => ({
  type: 'epic_undone',
  v: 1,
  ref: `refs/gauntlet/undone/${epic}/1`,
  by: 'ada',
  why: '',
});

test('BEYOND-12 an undo that was cut off is finished on another machine, which has never seen what had landed', async () => {
  const epic = place().epic();
  const { first, second, base, landed, hub, kept } = await twoMachines(epic);
  await driven(epic, hub, first, async (keeping) => {
    await record(keeping, ...begun(base, landed));
    await keeping.executor.share('T-1');
    await record(keeping, undone(epic));
  });
  expect(kept(`candidate/${epic}`)).not.toEqual([]);
  await driven(epic, hub, second, async ({ journal }) => {
    expect(journal.last()).toBe(0);
  });
  expect(second.sample.git(['rev-parse', `refs/gauntlet/undone/${epic}/1`])).toBe(landed);
  expect(kept(`candidate/${epic}`)).toEqual([]);
  expect(kept(`undone/${epic}-1`)).not.toEqual([]);
});

test('BEYOND-12 a machine that drove a run before another one undid it puts its copy aside and begins anew', async () => {
  const epic = place().epic();
  const { first, second, base, landed, hub, kept } = await twoMachines(epic);
  await driven(epic, hub, first, async (keeping) => {
    await record(keeping, ...begun(base, landed));
    await keeping.executor.share('T-1');
  });
  await driven(epic, hub, second, async (keeping) => {
    await record(keeping, undone(epic));
  });
  await driven(epic, hub, second, async (keeping) => {
    expect(keeping.journal.last()).toBe(0);
    await record(keeping, ...begun(base, base.commit));
  });
  const before = kept('');
  await driven(epic, hub, first, async ({ journal }) => {
    expect(journal.last()).toBe(2);
  });
  // Nothing of the run that was undone came back to the others.
  expect(kept('')).toEqual(before);
  expect(kept(`ticket/${epic}`)).toEqual([]);
  expect(first.notes.join()).toContain('was undone on another machine');
  // The name e-1 is the second machine's, in the hub that all share.
  expect(first.sample.git(['rev-parse', `refs/gauntlet/undone/${epic}/2`])).toBe(landed);
  expect(existsSync(join(first.repository.state, 'undone', `${epic}-2`, 'journal.db'))).toBe(true);
});

test('STATE-01 BEYOND-08 a coordinator that was overtaken brings nothing to the others any more', async () => {
  const epic = place().epic();
  const { first, second, base, landed, hub, kept } = await twoMachines(epic);
  await driven(epic, hub, first, async (keeping) => {
    await record(keeping, ...begun(base, landed));
    // It sleeps for longer than its lease.
    await place().postgres.query('UPDATE gauntlet.epics SET until = clock_timestamp() WHERE epic = $1', [
      epic,
    ]);
    await driven(epic, hub, second, async () => {
      const before = kept('');
      await expect(keeping.executor.share('T-1')).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
      expect(kept('')).toEqual(before);
    });
  });
});

test('STATE-01 a machine with another run of that name is refused before anything of it goes to the others', async () => {
  const epic = place().epic();
  const { first, second, base, landed, hub, kept } = await twoMachines(epic);
  await driven(epic, hub, first, async (keeping) => {
    await record(keeping, ...begun(base, landed));
    await keeping.executor.share('T-1');
  });
  await place().postgres.query('DELETE FROM gauntlet.epics WHERE epic = $1', [epic]);
  for (const ref of kept(''))
    execFileSync('git', ['--git-dir', hub.slice('file://'.length), 'update-ref', '-d', ref]);
  await driven(epic, hub, second, (keeping) => record(keeping, ...begun(base, base.commit)));
  const before = kept('');
  const refused = driven(epic, hub, first, async () => undefined);
  await expect(refused).rejects.toThrow(
    'a copy of a run of that epic, but the cluster no longer has the run',
  );
  expect(kept('')).toEqual(before);
  // Nobody waits for a lease that the refused one has left behind.
  await driven(epic, hub, second, async ({ journal }) => {
    expect(journal.last()).toBe(2);
  });
});
