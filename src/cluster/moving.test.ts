import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { clusterPlace, slowed } from '../../test/support/cluster-place.ts';
import { journal as command } from '../cli/commands/journal.ts';
import { isCopy } from '../cli/cluster/copy-note.ts';
import { runCommand } from '../cli/run-command.ts';
import { openJournal, records, stageRun, verifyJournal } from '../journal/index.ts';
import type { ResultDraft } from '../ports/records.ts';
import { birthOf } from './birth.ts';
import { type ClusterJournal, openClusterJournal } from './journal.ts';
import { writeClusterRun } from './moving.ts';
import { openPostgres } from './postgres.ts';
import { readClusterJournal } from './reader.ts';
import { clusterRecords } from './records.ts';

const place = clusterPlace();
const passed: ResultDraft = {
  type: 'critic_pass',
  v: 1,
  ticket: 'API-1',
  run: 7,
  used: { usd: 0.25, tokens: 1200 },
  commit: 'c1',
};

let top: string;
let epic: string;

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'gauntlet-move-'));
  epic = place().epic();
  for (const name of ['here', 'there']) await mkdir(join(top, name, '.git'), { recursive: true });
});

afterEach(() => rm(top, { recursive: true, force: true }));

const folderIn = (repository: string): string => join(top, repository, '.git/gauntlet/epics', epic);

/** A run with rows of several events, records with every sign, and a value kept by its hash. */
async function runHere(last = 6): Promise<string> {
  const folder = folderIn('here');
  const journal = openJournal({ file: join(folder, 'journal.db') });
  await journal.append(sampleEvents(1, 3));
  for (let seq = 4; seq <= last; seq++) await journal.append([sampleEvent(seq)]);
  journal.close();
  const kept = records(folder);
  await kept.put(7, 'prompt', 'Do it.\u2028 \u0000 \ud800\n');
  await kept.finish(7, passed);
  writeFileSync(join(kept.folder(7), 'transcript.log'), 'not a record');
  return kept.keep({ plan: ['ü', 1] });
}

async function gauntlet(
  repository: string,
  ...args: string[]
): Promise<{ readonly code: number; readonly said: string }> {
  return saying({ GAUNTLET_CLUSTER: place().url }, repository, ...args);
}

async function saying(
  env: Readonly<Record<string, string>>,
  repository: string,
  ...args: string[]
): Promise<{ readonly code: number; readonly said: string }> {
  let said = '';
  const sink = { isTty: () => false, write: (text: string) => void (said += text) };
  const io = {
    cwd: join(top, repository),
    env,
    stdin: () => Readable.from([]),
    stdout: sink,
    stderr: sink,
  };
  return { code: await runCommand(command, args, io), said };
}

test('STATE-01 BEYOND-08 a run goes to Postgres, is gone on with there, and comes back with all it had', async () => {
  const hash = await runHere(300);
  const { postgres } = place();
  expect(await gauntlet('here', 'export', epic, '-o', '../out')).toMatchObject({ code: 0 });
  expect(statSync(join(top, 'out')).mode & 0o77).toBe(0);
  expect(await gauntlet('here', 'import', '../out', '--cluster')).toMatchObject({ code: 0 });
  // What is left here is a copy, so that nobody goes on with it.
  expect(isCopy(folderIn('here'))).toBe(true);
  expect(await gauntlet('here', 'export', epic)).toMatchObject({ code: 6 });
  const there = clusterRecords(postgres, await birthOf(postgres, epic), top);
  expect(await there.get(7, 'prompt')).toBe('Do it.\u2028 \u0000 \ud800\n');
  expect(await there.finished(7)).toEqual(passed);
  expect(await there.kept(hash)).toEqual({ plan: ['ü', 1] });
  const journal = await openClusterJournal(postgres, epic, { holder: 'test', leaseMs: 30_000 });
  expect([...journal.read()]).toEqual(sampleEvents(1, 300));
  await journal.append(sampleEvents(301, 302));
  journal.close();
  await journal.closed();

  expect(await gauntlet('there', 'export', epic, '-o', '../back', '--cluster')).toMatchObject({ code: 0 });
  expect(await gauntlet('there', 'import', '../back')).toEqual({
    code: 0,
    said: `${epic}: 302 events, all as they were written\n`,
  });
  expect(verifyJournal(join(folderIn('there'), 'journal.db'))).toEqual({ ok: true, events: 302 });
  const back = openJournal({ file: join(folderIn('there'), 'journal.db') });
  expect([...back.read()]).toEqual(sampleEvents(1, 302));
  await back.append([sampleEvent(303)]);
  back.close();
  expect(await records(folderIn('there')).finished(7)).toEqual(passed);
  expect(await records(folderIn('there')).kept(hash)).toEqual({ plan: ['ü', 1] });
});

function exportedLines(file: string): readonly string[] {
  return readFileSync(join(top, file), 'utf8').trimEnd().split('\n');
}

/** A run that was begun in a repository and went on in the cluster; what is left in the repository is a copy. */
async function runInCluster(): Promise<void> {
  await runHere();
  await gauntlet('here', 'export', epic, '-o', '../out');
  await gauntlet('here', 'import', '../out', '--cluster');
  await driven((journal) => journal.append(sampleEvents(7, 8)));
}

async function driven(use: (journal: ClusterJournal) => Promise<void>): Promise<void> {
  const journal = await openClusterJournal(place().postgres, epic, { holder: 'test', leaseMs: 30_000 });
  try {
    await use(journal);
  } finally {
    await journal.closed();
  }
}

test('STATE-01 a run that was brought out of the cluster is not driven there any more, until it comes back', async () => {
  await runInCluster();
  expect(await gauntlet('there', 'export', epic, '-o', '../back', '--cluster')).toMatchObject({ code: 0 });
  await driven(async () => undefined);
  expect(await gauntlet('there', 'import', '../back')).toMatchObject({ code: 0 });
  const refused = driven(async () => undefined);
  await expect(refused).rejects.toThrow('this run was brought out of the cluster');
  await expect(refused).rejects.toMatchObject({ code: 'STATE_CONFLICT', data: { moved: 1 } });
  // To be read it is still there, were the file lost that it went with.
  expect(await gauntlet('here', 'export', epic, '-o', '../once-more', '--cluster')).toMatchObject({
    code: 0,
  });

  const there = openJournal({ file: join(folderIn('there'), 'journal.db') });
  await there.append(sampleEvents(9, 9));
  there.close();
  expect(await gauntlet('there', 'export', epic, '-o', '../again')).toMatchObject({ code: 0 });
  expect(await gauntlet('there', 'import', '../again', '--cluster')).toMatchObject({ code: 0 });
  expect(isCopy(folderIn('there'))).toBe(true);
  await driven(async (journal) => {
    expect([...journal.read()]).toEqual(sampleEvents(1, 9));
  });
});

test('STATE-01 a run comes back to the cluster however long it takes to make room for it', async () => {
  await runInCluster();
  await gauntlet('there', 'export', epic, '-o', '../back', '--cluster');
  await gauntlet('there', 'import', '../back');
  await gauntlet('there', 'export', epic, '-o', '../again');
  await slowed(place().postgres, 'records', 2.2);
  const hasty = await openPostgres(place().url, { statementMs: 1000 });
  const run = await stageRun(Readable.from(exportedLines('again')));
  try {
    await writeClusterRun(hasty, run);
  } finally {
    run.close();
    await hasty.close();
  }
  await driven(async () => undefined);
});

test('STATE-01 a run comes back to the repository that has a copy of it, and the copy is kept beside it', async () => {
  await runInCluster();
  await gauntlet('here', 'export', epic, '-o', '../back', '--cluster');
  expect(await gauntlet('here', 'import', '../back')).toMatchObject({ code: 0 });
  expect(isCopy(folderIn('here'))).toBe(false);
  expect(verifyJournal(join(folderIn('here'), 'journal.db'))).toEqual({ ok: true, events: 8 });
  const kept = join(top, 'here/.git/gauntlet/copies', `${epic}-1`);
  expect(await readFile(join(kept, 'runs/7/transcript.log'), 'utf8')).toBe('not a record');
  await expect(driven(async () => undefined)).rejects.toThrow('brought out of the cluster');
});

test('STATE-01 a run is brought out of the cluster to one place alone, and again to that one if it did not arrive', async () => {
  await runInCluster();
  await gauntlet('here', 'export', epic, '-o', '../back', '--cluster');
  expect(await gauntlet('there', 'import', '../back')).toMatchObject({ code: 0 });
  await gauntlet('here', 'export', epic, '-o', '../second', '--cluster');
  for (const file of ['../back', '../second']) {
    const refused = await gauntlet('here', 'import', file);
    expect(refused).toMatchObject({ code: 6 });
    expect(refused.said).toContain('this run was brought out of the cluster');
  }
  expect(isCopy(folderIn('here'))).toBe(true);
  // As after a crash between the two steps: closed in the cluster, and not written here.
  await rm(folderIn('there'), { recursive: true });
  expect(await gauntlet('there', 'import', '../second')).toMatchObject({ code: 0 });
});

test('STATE-01 a coordinator that slept since before a run was brought out writes nothing when it wakes', async () => {
  await runInCluster();
  await gauntlet('here', 'export', epic, '-o', '../back', '--cluster');
  const { postgres } = place();
  const sleeping = await openClusterJournal(postgres, epic, { holder: 'asleep', leaseMs: 3_600_000 });
  await postgres.query('UPDATE gauntlet.epics SET until = clock_timestamp() WHERE epic = $1', [epic]);
  expect(await gauntlet('there', 'import', '../back')).toMatchObject({ code: 0 });
  await expect(sleeping.append(sampleEvents(9, 9))).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  await sleeping.closed();
});

test('STATE-01 nothing is brought out of a cluster that drives it, has more of it, or is not told', async () => {
  await runInCluster();
  await gauntlet('here', 'export', epic, '-o', '../back', '--cluster');
  await driven(async () => {
    expect(await gauntlet('there', 'import', '../back')).toMatchObject({ code: 6 });
  });
  const untold = await saying({}, 'there', 'import', '../back');
  expect(untold).toMatchObject({ code: 2 });
  expect(untold.said).toContain('this run comes from a cluster');
  await driven((journal) => journal.append(sampleEvents(9, 9)));
  expect(await gauntlet('there', 'import', '../back')).toMatchObject({ code: 6 });
  expect(existsSync(folderIn('there'))).toBe(false);
  await driven(async () => undefined);
  // Where that database is gone for good, what was exported is all there is.
  expect(await saying({}, 'there', 'import', '../back', '--without-cluster')).toMatchObject({ code: 0 });
});

test('STATE-01 nothing is brought out of a database that is not the one it was in', async () => {
  await runInCluster();
  await gauntlet('here', 'export', epic, '-o', '../back', '--cluster');
  const other = { GAUNTLET_CLUSTER: await place().server.database() };
  const refused = await saying(other, 'there', 'import', '../back');
  expect(refused).toMatchObject({ code: 6 });
  expect(refused.said).toContain('--without-cluster');
  const postgres = await openPostgres(other.GAUNTLET_CLUSTER);
  try {
    // Somebody looked for it there.
    await postgres.query('INSERT INTO gauntlet.epics (epic) VALUES ($1)', [epic]);
    expect(await saying(other, 'there', 'import', '../back')).toMatchObject({ code: 6 });
    await postgres.query('DELETE FROM gauntlet.epics');
  } finally {
    await postgres.close();
  }
  // What it was a while ago is there, as in a database that was made from a backup.
  expect(await saying(other, 'there', 'import', '../out', '--cluster')).toMatchObject({ code: 0 });
  expect(await saying(other, 'there', 'import', '../back')).toMatchObject({ code: 6 });
  expect(existsSync(folderIn('there'))).toBe(false);
});

test('STATE-01 what was exported from a cluster goes into none while it may be driven where it was', async () => {
  await runInCluster();
  await gauntlet('here', 'export', epic, '-o', '../back', '--cluster');
  const other = { GAUNTLET_CLUSTER: await place().server.database() };
  expect(await saying(other, 'there', 'import', '../back', '--cluster')).toMatchObject({ code: 2 });
  expect(await gauntlet('there', 'import', '../back')).toMatchObject({ code: 0 });
  // It goes on there: what was exported before is not what comes back, whatever is said about the cluster.
  expect(await gauntlet('here', 'import', '../back', '--cluster', '--without-cluster')).toMatchObject({
    code: 6,
  });
  await expect(driven(async () => undefined)).rejects.toThrow('brought out of the cluster');
  const gone = await saying(other, 'there', 'import', '../back', '--cluster', '--without-cluster');
  expect(gone).toMatchObject({ code: 0 });
});

test('STATE-01 a run that a coordinator drives is not exported, from neither place', async () => {
  await runHere();
  const driven = openJournal({ file: join(folderIn('here'), 'journal.db') });
  expect(await gauntlet('here', 'export', epic, '-o', '../out')).toMatchObject({ code: 6 });
  driven.close();
  await gauntlet('here', 'export', epic, '-o', '../out');
  await gauntlet('here', 'import', '../out', '--cluster');
  const journal = await openClusterJournal(place().postgres, epic, { holder: 'test', leaseMs: 30_000 });
  const refused = await gauntlet('here', 'export', epic, '-o', '../again', '--cluster');
  expect(refused).toMatchObject({ code: 6 });
  expect(refused.said).toContain('another coordinator drives this epic (test)');
  expect(existsSync(join(top, 'again'))).toBe(false);
  journal.close();
  await journal.closed();
});

test('STATE-01 nothing is overwritten: no file, no run here, no run there', async () => {
  await runHere();
  await gauntlet('here', 'export', epic, '-o', '../out');
  const exported = await readFile(join(top, 'out'));
  expect(await gauntlet('here', 'export', epic, '-o', '../out')).toMatchObject({ code: 6 });
  expect(await readFile(join(top, 'out'))).toEqual(exported);
  expect(await gauntlet('here', 'import', '../out')).toMatchObject({ code: 6 });
  expect(readdirSync(join(top, 'here/.git/gauntlet/epics'))).toEqual([epic]);
  expect(await gauntlet('here', 'import', '../out', '--cluster')).toMatchObject({ code: 0 });
  expect(await gauntlet('here', 'import', '../out', '--cluster')).toMatchObject({ code: 6 });
});

/** As somebody would write it who knows how it is done. */
function signed(text: string): string {
  const lines = text.slice(0, text.lastIndexOf('{"end"'));
  return `${lines}${JSON.stringify({ end: createHash('sha256').update(lines).digest('hex') })}\n`;
}

test.each([
  ['a changed event', 6, (text: string) => text.replace('somebody-5', 'somebody-8')],
  ['a changed event that is signed', 6, (text: string) => signed(text.replace('somebody-5', 'somebody-8'))],
  ['a changed record', 6, (text: string) => text.replace('Do it.', 'Do not')],
  ['a changed value that is signed', 6, (text: string) => signed(text.replace('plan', 'palm'))],
  ['a record without JSON', 6, (text: string) => signed(text.replace(String.raw`"\"Do it`, '"Do it'))],
  ['a record beside its place', 6, (text: string) => signed(text.replace('"prompt"', '"../../x"'))],
  ['a run that is none', 6, (text: string) => signed(text.replace('"run":7,"name"', '"run":-7,"name"'))],
  ['an epic beside its place', 2, (text: string) => signed(text.replace(`"${epic}"`, '"../../x"'))],
  ['a cut end', 6, (text: string) => text.slice(0, text.lastIndexOf('{"end"'))],
  ['a missing line', 6, (text: string) => signed(text.replace(/\n.*\n/, '\n'))],
  ['something behind its end', 6, (text: string) => `${text}${text}`],
  ['a later format', 6, (text: string) => signed(text.replace('"v":2', '"v":3'))],
  ['no events', 6, (text: string) => signed(text.replaceAll(/\{"row".*\n/g, ''))],
  ['anything else', 6, () => 'hello\n'],
])('STATE-01 a file with %s is refused before anything is written', async (_, code, spoil) => {
  await runHere();
  await gauntlet('here', 'export', epic, '-o', '../out');
  const whole = await readFile(join(top, 'out'), 'utf8');
  expect(signed(whole)).toBe(whole);
  expect(spoil(whole)).not.toBe(whole);
  writeFileSync(join(top, 'bad'), spoil(whole));
  expect(await gauntlet('there', 'import', '../bad')).toMatchObject({ code });
  expect(existsSync(join(top, 'there/.git/gauntlet'))).toBe(false);
  expect(await gauntlet('there', 'import', '../bad', '--cluster')).toMatchObject({ code });
  await expect(readClusterJournal(place().postgres, epic)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});
