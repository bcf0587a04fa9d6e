import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { expect, onTestFinished, test } from 'vitest';

import { clusterPlace } from '../../../test/support/cluster-place.ts';
import { direct } from '../../../test/support/director.ts';
import { openClusterJournal, readClusterJournal } from '../../cluster/index.ts';
import { openJournal, readJournal } from '../../journal/index.ts';
import { decide } from '../../cli/commands/decide.ts';
import { ticket } from '../../cli/commands/steering/ticket.ts';
import type { CliCommand } from '../../cli/command.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { runCommand } from '../../cli/run-command.ts';
import { noteCopy } from './copy-note.ts';

const place = clusterPlace();

/** A repository whose copy ends where another machine took over; a question has come up since. */
async function overtaken() {
  const { postgres, epic } = place();
  const id = epic();
  const stage = direct({ tickets: ['A'] }, { maxRevisions: 0 });
  stage.drive('A', 'review');
  const known = stage.journal.length;
  stage.answer('A', 'critic_fail');
  const top = mkdtempSync(join(tmpdir(), 'gauntlet-fresh-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const folder = join(top, '.git/gauntlet/epics', id);
  mkdirSync(folder, { recursive: true });
  noteCopy(folder);
  const file = join(folder, 'journal.db');
  const copy = openJournal({ file });
  await copy.append(stage.journal.slice(0, known));
  copy.close();
  const remote = await openClusterJournal(postgres, id, { holder: 'other machine', leaseMs: 30_000 });
  await remote.append(stage.journal);
  await remote.closed();
  const gauntlet = async (command: CliCommand, env: Record<string, string>, ...args: string[]) => {
    let [stdout, stderr] = ['', ''];
    const code = await runCommand(command, args, {
      cwd: top,
      env,
      stdin: () => Readable.from([]),
      stdout: { isTty: () => false, write: (text: string) => void (stdout += text) },
      stderr: { isTty: () => false, write: (text: string) => void (stderr += text) },
    });
    return { code, stdout, stderr };
  };
  return { id, file, events: stage.journal.length, gauntlet };
}

const inCluster = (): Record<string, string> => ({ GAUNTLET_CLUSTER: place().url });

function lengthOf(file: string): number {
  const reader = readJournal(file);
  onTestFinished(() => reader.close());
  return reader.last();
}

test('BEYOND-10 on a machine that was overtaken a question is seen as the cluster has it, and answered there', async () => {
  const { id, file, events, gauntlet } = await overtaken();
  const listed = await gauntlet(decide, inCluster());
  expect(listed.stdout, listed.stderr).toContain('decide A');
  expect(listed.code).toBe(exitCodes.person);
  expect(lengthOf(file)).toBe(events);
  const decided = await gauntlet(decide, inCluster(), 'A', '--fail', '--reason', 'enough');
  expect(decided.code, decided.stderr).toBe(0);
  const there = await readClusterJournal(place().postgres, id);
  expect([...there.read(events)]).toMatchObject([{ type: 'decision_answered', ticket: 'A', choice: 'fail' }]);
  there.close();
});

test('BEYOND-10 where nobody knows the cluster it is said that this is a copy, which may be behind', async () => {
  const { gauntlet } = await overtaken();
  const listed = await gauntlet(decide, {});
  expect(listed.stdout).toContain('Nothing has to be decided');
  expect(listed.stderr).toContain('this is a copy of a run in a cluster');
});

test('BEYOND-10 the other words of steering are understood from where the cluster stands', async () => {
  const { file, events, gauntlet } = await overtaken();
  const noted = await gauntlet(ticket, inCluster(), 'note', 'A', 'mind the gap');
  expect(noted.code, noted.stderr).toBe(0);
  expect(lengthOf(file)).toBe(events + 1);
});

test('BEYOND-12 a copy of a run that is no longer there answers nothing', async () => {
  const { id, gauntlet } = await overtaken();
  await place().postgres.query('DELETE FROM gauntlet.epics WHERE epic = $1', [id]);
  const listed = await gauntlet(decide, inCluster());
  expect(listed.code).toBe(6);
  expect(listed.stderr).toContain('but the cluster no longer has the run');
});
