// Going on with a long journal: opened, every row of it proven or vouched for, the snapshot read, the rest folded; as a
// ratio to a bare SELECT of the same events from a table with a row for each.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { foldJournal } from '../src/run/index.ts';
import { openJournal, readJournal } from '../src/journal/index.ts';
import { foldVersion } from '../src/state/index.ts';
import { startEpic } from './journal-drive.ts';
import { onDisks } from './places.ts';
import { atMost } from './table.ts';
import type { Bench, Row } from './table.ts';

const EVENTS = 80_000;
const TICKETS = 10_000;
/** How old the snapshot of a killed run is: on average half of what a run lets it get with so many tickets. */
const BEHIND = 5000;
const ROUNDS = 15;

export const bench: Bench = {
  name: 'resume',
  run: () => onDisks(({ memory }) => measure(memory)),
};

async function measure(place: string): Promise<Row[]> {
  const stopped = await written(join(place, 'stopped', 'journal.db'), 0);
  const killed = await written(join(place, 'killed', 'journal.db'), BEHIND);
  const plain = plainTable(join(place, 'plain.db'), stopped);
  const acts = {
    bare: () => bareSelect(plain),
    stopped: () => resumed(stopped, true),
    killed: () => resumed(killed, true),
  };
  const times = { bare: [] as Time[], stopped: [] as Time[], killed: [] as Time[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of ['bare', 'stopped', 'killed'] as const) times[kind].push(timed(acts[kind]));
  }
  const whole = [1, 2].map(() => timed(() => resumed(stopped, false)));
  const unit = 'x bare SELECT';
  const ratio = (of: keyof Time, all: readonly Time[]): number => best(of, all) / best(of, times.bare);
  const what = `resume of ${EVENTS} events`;
  return [
    { what: `bare SELECT of ${EVENTS} events, CPU`, value: best('cpu', times.bare), unit: 'ms' },
    atMost({ what: `${what}, stopped, wall`, value: ratio('wall', times.stopped), unit }, 3),
    atMost({ what: `${what}, stopped, CPU`, value: ratio('cpu', times.stopped), unit }, 3),
    atMost({ what: `${what}, killed, wall`, value: ratio('wall', times.killed), unit }, 3),
    atMost({ what: `${what}, killed, CPU`, value: ratio('cpu', times.killed), unit }, 3),
    { what: `${what} without a snapshot, CPU`, value: ratio('cpu', whole), unit },
  ];
}

async function written(file: string, behind: number): Promise<string> {
  const journal = openJournal({ file });
  const drive = await startEpic(journal, TICKETS, 50);
  while (journal.last() < EVENTS - behind) await drive.answer(50);
  await journal.saveSnapshot(drive.state().seq, foldJournal(journal).memory.kept(), foldVersion);
  while (journal.last() < EVENTS) await drive.answer(50);
  journal.close();
  return file;
}

function resumed(file: string, fromSnapshot: boolean): number {
  const journal = openJournal({ file });
  const { state } = foldJournal(fromSnapshot ? journal : { read: (after) => journal.read(after) });
  journal.close();
  return state.seq;
}

/** The least that could hold these events: their JSON by number. */
function plainTable(file: string, journal: string): string {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE events (seq INTEGER PRIMARY KEY, json TEXT NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO events VALUES (?, ?)');
  const reader = readJournal(journal);
  database.exec('BEGIN');
  for (const event of reader.read()) insert.run(event.seq, JSON.stringify(event));
  database.exec('COMMIT');
  reader.close();
  database.close();
  return file;
}

function bareSelect(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT seq, json FROM events ORDER BY seq').all();
  database.close();
  return rows.length;
}

type Time = { readonly wall: number; readonly cpu: number };

function timed(act: () => unknown): Time {
  const cpu = process.cpuUsage();
  const began = performance.now();
  act();
  const wall = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000 };
}

/** What else a machine does can only make a round dearer. */
function best(of: keyof Time, times: readonly Time[]): number {
  return Math.min(...times.map((time) => time[of]));
}
