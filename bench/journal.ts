// What it costs to make a transition durable, as a ratio to the least that SQLite can do with the same promise. In
// turns, because disks are busy and differ; the median of the ratios of many rounds.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openJournal } from '../src/journal/index.ts';
import type { Event } from '../src/model/events.ts';
import { startEpic } from './journal-drive.ts';
import type { Drive } from './journal-drive.ts';
import { onDisks } from './places.ts';
import type { Places } from './places.ts';
import { atMost, median } from './table.ts';
import type { Bench, Row } from './table.ts';

const BLOCK = 80;
/** So many acts in a row; blocks are multiples of it. */
const FEW = 8;
const IN_FLIGHT = 50;
const SAMPLE = 2000;

/** The journal on a real disk, driven by the real decisions. */
export const bench: Bench = {
  name: 'journal',
  run: () =>
    onDisks(async (places) => [
      ...(await perTransition(places)),
      ...syncs(places.disk),
      ...(await growth(places.memory)),
    ]),
};

type Cost = { readonly p50: number; readonly p99: number; readonly mean: number; readonly cpu: number };
type Contender = {
  readonly act: () => unknown;
  readonly times: number;
  /** What has to be at hand before the next few acts, and is no part of them. */
  readonly before?: (acts: number) => void;
  close(): void;
};

async function perTransition(places: Places): Promise<Row[]> {
  await warmCode(places.memory);
  const alone = { tickets: 3000, inFlight: 8, rounds: 41 };
  const crowd = { tickets: 8000, inFlight: 8000, rounds: 12 };
  const [one, turn] = [await sampleOf((drive) => drive.step()), await sampleOf((drive) => drive.answer(1))];
  const events = turn.flat().length / turn.length;
  return rowsOf({
    step: await inTurns(places, one, { ...alone, act: 'step', atOnce: 1 }),
    turn: await inTurns(places, turn, { ...alone, act: 'answer', atOnce: 1 }),
    crowd: await inTurns(places, one, { ...crowd, act: 'answer', atOnce: IN_FLIGHT }),
    events,
  });
}

/** What a round of ours cost against a round of the floor: the median of all rounds. And the floor itself, and ours. */
type Compared = { readonly ratio: Cost; readonly bare: Cost; readonly ours: Cost };

async function inTurns(
  places: Places,
  sample: readonly (readonly Event[])[],
  flight: Flight,
): Promise<Compared> {
  const place = join(places.disk, `${flight.act}-${flight.atOnce}`);
  const ours = await transitions(join(place, 'journal.db'), flight);
  const bare = bareAppends(join(place, 'bare.db'), sample);
  const rounds: Compared[] = [];
  for (let round = 0; round < flight.rounds; round++) {
    const [floor, cost] = [await block(bare), await block(ours)];
    rounds.push({ bare: floor, ours: cost, ratio: each((of) => cost[of] / floor[of]) });
  }
  bare.close();
  ours.close();
  const typical = (kind: keyof Compared): Cost =>
    each((of) => median(rounds.map((round) => round[kind][of])));
  return { ratio: typical('ratio'), bare: typical('bare'), ours: typical('ours') };
}

function each(value: (of: keyof Cost) => number): Cost {
  return { p50: value('p50'), p99: value('p99'), mean: value('mean'), cpu: value('cpu') };
}

type Measured = {
  readonly step: Compared;
  readonly turn: Compared;
  readonly crowd: Compared;
  readonly events: number;
};

function rowsOf({ step, turn, crowd, events }: Measured): Row[] {
  const unit = 'x bare append of the same JSON';
  const whole = `a result and all that follows (${events.toFixed(1)} events, one append)`;
  const perResult = crowd.ratio.mean / IN_FLIGHT;
  return [
    { what: 'bare append of one event to SQLite, synced, wall p50', value: step.bare.p50, unit: 'us' },
    { what: 'bare append of one event to SQLite, synced, CPU', value: step.bare.cpu, unit: 'us' },
    atMost({ what: 'persisted transition, wall p50', value: step.ratio.p50, unit }, 1.25),
    atMost({ what: 'persisted transition, CPU', value: step.ratio.cpu, unit }, 1.5),
    { what: `${whole}, wall p50`, value: turn.ratio.p50, unit },
    { what: `${whole}, CPU`, value: turn.ratio.cpu, unit },
    atMost(
      { what: `persisted transition, ${IN_FLIGHT} results in flight`, value: perResult / events, unit },
      0.1,
    ),
    { what: `a result and all that follows, ${IN_FLIGHT} in flight`, value: perResult, unit },
    atMost(
      { what: `group of ${IN_FLIGHT}, p99 : p50`, value: crowd.ours.p99 / crowd.ours.p50, unit: 'x' },
      15,
    ),
  ];
}

/** What is appended in a run whose agents all pass, in the groups in which it is. */
async function sampleOf(act: (drive: Drive) => Promise<void>): Promise<readonly (readonly Event[])[]> {
  const groups: (readonly Event[])[] = [];
  const append = (events: readonly Event[]): Promise<void> => Promise.resolve(void groups.push(events));
  const drive = await startEpic({ append }, 1000, 8);
  while (groups.length <= SAMPLE) await act(drive);
  // The first one carries the plan.
  return groups.slice(1);
}

/**
 * The floor: what one transition records as one value, written by one INSERT with one sync; nothing decided, checked
 * or chained. Every transition has its turn, so that both write as many bytes.
 */
function bareAppends(file: string, groups: readonly (readonly Event[])[]): Contender {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO events VALUES (?, ?)');
  const [begin, commit] = [database.prepare('BEGIN IMMEDIATE'), database.prepare('COMMIT')];
  let seq = 0;
  let nth = 0;
  const act = (): void => void insert.run(++seq, JSON.stringify(groups[nth++ % groups.length]));
  // SQLite's log is cheaper to write once it has grown.
  for (let part = 0; part < 20; part++) {
    begin.run();
    for (let row = 0; row < 400; row++) act();
    commit.run();
  }
  return { act, times: BLOCK, close: () => database.close() };
}

type Flight = {
  readonly act: 'step' | 'answer';
  readonly tickets: number;
  readonly inFlight: number;
  readonly atOnce: number;
  readonly rounds: number;
};

async function transitions(
  file: string,
  { act: kind, tickets, inFlight, atOnce }: Flight,
): Promise<Contender> {
  const journal = openJournal({ file });
  const drive = await startEpic(journal, tickets, inFlight, Math.max(atOnce, 8));
  while (drive.open() < atOnce) await drive.answer(1);
  for (let warm = 0; warm < 40; warm++) await drive.answer(Math.max(atOnce, 8));
  const act = (): Promise<void> => {
    if (kind === 'step') return drive.step();
    if (drive.open() < atOnce) throw new Error('too few were in flight');
    return drive.answer(atOnce);
  };
  return {
    act,
    times: atOnce === 1 ? BLOCK : FEW,
    before: (acts) => drive.makeUp(Math.min(acts * atOnce, drive.open())),
    close: () => journal.close(),
  };
}

/** The same code without a disk, until it is as quick as it gets. */
async function warmCode(place: string): Promise<void> {
  const journal = openJournal({ file: join(place, 'warm', 'journal.db') });
  const drive = await startEpic(journal, 2000, 8);
  for (let nth = 0; nth < 6000; nth++) await drive.answer(1);
  for (let nth = 0; nth < 12_000; nth++) await drive.step();
  journal.close();
}

async function block({ act, times: count, before }: Contender): Promise<Cost> {
  const times: number[] = [];
  let cpu = 0;
  // Whose turn it was before has left the caches to itself: the first few do not count, for nobody.
  for (let nth = -FEW; nth < count; nth += FEW) {
    before?.(FEW);
    const began = process.cpuUsage();
    const few = await timesOf(FEW, act);
    const { user, system } = process.cpuUsage(began);
    if (nth < 0) continue;
    cpu += user + system;
    times.push(...few);
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { p50: median(times), p99, mean, cpu: cpu / times.length };
}

async function timesOf(count: number, act: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    const start = performance.now();
    const acting = act();
    if (acting instanceof Promise) await acting;
    times.push((performance.now() - start) * 1000);
  }
  return times;
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

/**
 * The same epic of 10,000 tickets: what its last 500 cost against those that end with the 1,000th. The best round of each,
 * because one collection of garbage costs as much as all 500.
 */
async function growth(place: string): Promise<Row[]> {
  const early: number[] = [];
  const late: number[] = [];
  let bytes = Number.NaN;
  for (let round = 0; round < 11; round++) {
    const file = join(place, `growth-${round}`, 'journal.db');
    const journal = openJournal({ file });
    const drive = await startEpic(journal, 10_000, 8);
    early.push(await costOfTickets(drive, 500, 1000));
    late.push(await costOfTickets(drive, 9400, 9900));
    journal.close();
    bytes = statSync(file).size / jsonBytes(file);
  }
  const growing = Math.min(...late) / Math.min(...early);
  return [
    atMost({ what: 'cost per ticket, CPU, 10,000th : 1,000th', value: growing, unit: 'x' }, 1.05),
    atMost({ what: 'bytes of the journal', value: bytes, unit: 'x JSON of the events' }, 2.25),
  ];
}

async function costOfTickets(drive: Drive, from: number, to: number): Promise<number> {
  while (drive.landed() < from) await drive.answer(8);
  const cpu = process.cpuUsage();
  while (drive.landed() < to) await drive.answer(8);
  const { user, system } = process.cpuUsage(cpu);
  return user + system;
}

function jsonBytes(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('SELECT sum(octet_length(json)) AS bytes FROM events').get();
  database.close();
  return Number(row?.['bytes']);
}
