// What it costs to make a transition durable, as a ratio to the least that SQLite can do with the same promise: one
// row in one synced transaction of a log that has already grown. In turns, because disks are busy and differ.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openJournal } from '../src/journal/index.ts';
import type { Event } from '../src/model/events.ts';
import { evolve, initialState } from '../src/state/index.ts';
import type { State } from '../src/state/index.ts';
import { startEpic, turn } from './journal-drive.ts';
import type { Drive } from './journal-drive.ts';
import { atMost, median } from './table.ts';
import type { Bench, Row } from './table.ts';

const ROUNDS = 5;
const BLOCK = 200;
const WARM = 1000;
const IN_FLIGHT = 50;
const RESUMED = 80_000;
const MEMORY_DISK = '/dev/shm';

/** The journal on a real disk, driven by the real decisions. */
export const bench: Bench = {
  name: 'journal',
  async run() {
    const place = mkdtempSync(join(tmpdir(), 'gauntlet-bench-'));
    // What is about CPU, memory or bytes needs no disk, and is done sooner without one.
    const quick = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'gauntlet-bench-'));
    try {
      return [
        ...(await perTransition(place)),
        ...syncs(place),
        ...(await growth(quick)),
        ...memory(quick),
        ...(await resume(quick)),
      ];
    } finally {
      for (const each of [place, quick]) rmSync(each, { recursive: true, force: true });
    }
  },
};

type Cost = { readonly p50: number; readonly p99: number; readonly mean: number; readonly cpu: number };

async function perTransition(place: string): Promise<Row[]> {
  const floor = bareAppends(join(place, 'floor.db'));
  const single = openJournal({ file: join(place, 'single', 'journal.db') });
  const grouped = openJournal({ file: join(place, 'grouped', 'journal.db') });
  const one = await startEpic(single, 2000, 8);
  const many = await startEpic(grouped, 5000, 5000);
  const rounds: { floor: Cost; one: Cost; many: Cost }[] = [];
  for (let nth = 0; nth < WARM; nth++) floor.append();
  await block(WARM, () => one.transition());
  // The baseline comes first, on its own.
  while (many.open() < IN_FLIGHT) await many.transition();
  await groupedBlock(many, 20);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      floor: await block(BLOCK, floor.append),
      one: await block(BLOCK, () => one.transition()),
      many: await groupedBlock(many, 20),
    });
  }
  floor.close();
  single.close();
  grouped.close();
  const ratio = (of: (round: (typeof rounds)[number]) => number): number => median(rounds.map(of));
  const unit = 'x one bare append';
  return [
    { what: 'one bare append to SQLite, synced', value: ratio((round) => round.floor.p50), unit: 'us' },
    atMost(
      { what: 'persisted transition, wall p50', value: ratio(({ one, floor }) => one.p50 / floor.p50), unit },
      1.25,
    ),
    atMost(
      { what: 'persisted transition, CPU', value: ratio(({ one, floor }) => one.cpu / floor.cpu), unit },
      1.5,
    ),
    atMost(
      {
        what: `persisted transition, ${IN_FLIGHT} in flight`,
        value: ratio(({ many, floor }) => many.mean / IN_FLIGHT / floor.mean),
        unit,
      },
      0.1,
    ),
    atMost(
      {
        what: `group of ${IN_FLIGHT}, p99 : p50`,
        value: ratio(({ many }) => many.p99 / many.p50),
        unit: 'x',
      },
      15,
    ),
  ];
}

/** The floor: the JSON of one event of usual size, one row, one transaction, one sync. */
function bareAppends(file: string): { append: () => void; close(): void } {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO events VALUES (?, ?)');
  const used = { usd: 0, tokens: 0 };
  let seq = 0;
  const append = (): void => {
    const event = {
      type: 'critic_pass',
      v: 1,
      seq: ++seq,
      at: seq,
      ticket: `T${seq}`,
      run: seq,
      used,
      commit: 'c',
    };
    insert.run(seq, JSON.stringify(event));
  };
  return { append, close: () => database.close() };
}

async function groupedBlock(drive: Drive, turns: number): Promise<Cost> {
  return block(turns, async () => {
    if ((await turn(drive, IN_FLIGHT)) !== IN_FLIGHT) throw new Error('too few were in flight');
  });
}

async function block(count: number, act: () => unknown): Promise<Cost> {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let nth = 0; nth < count; nth++) {
    const start = performance.now();
    const acting = act();
    if (acting instanceof Promise) await acting;
    times.push((performance.now() - start) * 1000);
  }
  const mean = ((performance.now() - began) * 1000) / count;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(count * 0.99)] ?? Number.NaN;
  return { p50: median(times), p99, mean, cpu: (user + system) / count };
}

/**
 * Counted by the kernel: the difference between two lengths of run, so that opening and closing fall out. Both end
 * before SQLite first moves its log into the main file, which takes syncs of its own every few hundred transactions.
 */
function syncs(place: string): Row[] {
  const what = 'syncs per persisted transition';
  const [few, many] = [50, 200].map((count) =>
    countSyncs(join(place, `syncs-${count}`, 'journal.db'), count),
  );
  if (few === undefined || many === undefined)
    return [{ what: `${what}: not counted, strace is missing`, value: Number.NaN, unit: '' }];
  const value = (many - few) / 150;
  return [{ what, value, unit: '', goal: '= 1', ok: value === 1 }];
}

function countSyncs(file: string, count: number): number | undefined {
  const watched = ['-f', '-c', '-e', 'trace=fsync,fdatasync'];
  const child = [process.execPath, '--no-warnings', join(import.meta.dirname, 'journal-child.ts')];
  const args = [...watched, ...child, 'transitions', file, String(count)];
  const ran = spawnSync('strace', args, { encoding: 'utf8' });
  if (ran.status !== 0) return undefined;
  const calls = [...ran.stderr.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+.*f(?:data)?sync$/gm)];
  return calls.reduce((sum, call) => sum + Number(call[1]), 0);
}

/** The same epic of 10,000 tickets: what its last 500 cost against those that end with the 1,000th. */
async function growth(place: string): Promise<Row[]> {
  const ratios: number[] = [];
  for (let round = 0; round < 3; round++) {
    const journal = openJournal({ file: join(place, `growth-${round}`, 'journal.db') });
    const drive = await startEpic(journal, 10_000, 8);
    const early = await costOfTickets(drive, 500, 1000);
    const late = await costOfTickets(drive, 9400, 9900);
    ratios.push(late / early);
    journal.close();
  }
  return [
    atMost({ what: 'cost per ticket, CPU, 10,000th : 1,000th', value: median(ratios), unit: 'x' }, 1.05),
  ];
}

async function costOfTickets(drive: Drive, from: number, to: number): Promise<number> {
  while (drive.landed() < from) await turn(drive, 8);
  const cpu = process.cpuUsage();
  while (drive.landed() < to) await turn(drive, 8);
  const { user, system } = process.cpuUsage(cpu);
  return user + system;
}

function memory(place: string): Row[] {
  const peaks = [1000, 10_000].map((tickets) => {
    const child = join(import.meta.dirname, 'journal-child.ts');
    const args = [
      '--no-warnings',
      child,
      'tickets',
      join(place, `memory-${tickets}`, 'journal.db'),
      String(tickets),
    ];
    return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
  });
  const value = ((peaks[1] ?? Number.NaN) - (peaks[0] ?? Number.NaN)) / 9000;
  return [atMost({ what: 'peak memory per finished ticket', value, unit: 'KB' }, 4)];
}

async function resume(place: string): Promise<Row[]> {
  const file = join(place, 'resume', 'journal.db');
  await write(file);
  const bytes = statSync(file).size / jsonBytes(file);
  const ratios = { snapshot: [] as number[], fold: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const bare = timed(() => bareSelect(file));
    ratios.snapshot.push(timed(() => resumed(file, 'v1')) / bare);
    ratios.fold.push(timed(() => resumed(file, 'none')) / bare);
  }
  const unit = 'x bare SELECT';
  return [
    atMost({ what: `resume of ${RESUMED} events`, value: median(ratios.snapshot), unit }, 3),
    { what: `resume of ${RESUMED} events without a snapshot`, value: median(ratios.fold), unit },
    atMost({ what: 'bytes of the journal', value: bytes, unit: 'x JSON of the events' }, 2.25),
  ];
}

/** A snapshot is at most a few thousand events old. */
async function write(file: string): Promise<void> {
  const journal = openJournal({ file });
  const drive = await startEpic(journal, 10_000, 50);
  while (journal.last() < RESUMED - 2000) await turn(drive, IN_FLIGHT);
  await journal.saveSnapshot(drive.state().seq, drive.state(), 'v1');
  while (journal.last() < RESUMED) await turn(drive, IN_FLIGHT);
  journal.close();
}

function resumed(file: string, version: string): State {
  const journal = openJournal({ file });
  const snapshot = journal.loadSnapshot(version);
  let state = snapshot === undefined ? initialState : (snapshot.value as State);
  for (const event of journal.read(snapshot?.seq ?? 0)) state = evolve(state, event);
  journal.close();
  return state;
}

function bareSelect(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT seq, json FROM events ORDER BY seq').all() as unknown as Event[];
  database.close();
  return rows.length;
}

function jsonBytes(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('SELECT sum(octet_length(json)) AS bytes FROM events').get();
  database.close();
  return Number(row?.['bytes']);
}

function timed(act: () => unknown): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}
