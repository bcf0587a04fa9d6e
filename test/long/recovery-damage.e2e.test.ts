// What a machine can do to the files of a run: a torn log is recovered, damage is refused and left as it is, a full disk
// stops the run until there is space again, and an answer of a person is neither lost nor counted twice.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { epicId, escalated } from '../sweep/content.ts';
import { cleanRun, compared, decide, drive, resuming, running, sayEnd } from '../sweep/drive.ts';
import { type EndState, processesOf } from '../sweep/end-state.ts';
import { makeWorld, type World } from '../sweep/world.ts';

const few = ['S-2'];
let clean: EndState;
/** A run that has come to its end, for those who spoil its journal. */
let finished: World;
const worlds: World[] = [];

function makeOne(more: { readonly folder?: string; readonly only?: readonly string[] } = {}): World {
  const world = makeWorld({ only: few, ...more });
  worlds.push(world);
  return world;
}

beforeAll(async () => {
  finished = makeWorld({ only: few });
  clean = (await cleanRun(finished)).end;
});
afterEach(() => worlds.splice(0).forEach((world) => world.remove()));
afterAll(() => finished.remove());

async function endsTheSame(world: World): Promise<void> {
  const driven = await drive(world, () => undefined);
  expect([...driven.differences, ...compared(clean, driven.end)]).toEqual([]);
}

/** Dies right after an append, before anything that was appended is begun: that append may as well be lost. */
async function killedAfterAppend(world: World, point: string): Promise<string> {
  const ended = await world.run(running(world), { GAUNTLET_KILL_AT: point });
  expect(ended.signal, sayEnd(ended)).toBe('SIGKILL');
  expect(ended.points.at(-1)).toMatch(/^appended /);
  return join(world.epic, 'journal.db');
}

test.each([
  ['cut off', (log: string, bytes: Buffer) => truncateSync(log, bytes.length - 100)],
  [
    'garbled',
    (log: string, bytes: Buffer) =>
      writeFileSync(log, Buffer.concat([bytes.subarray(0, -64), Buffer.alloc(64, 0x5a)])),
  ],
] as const)(
  'RECOVER-01 STATE-01 a log whose end is %s by a crash loses that append alone, and the run ends the same',
  async (_, tear) => {
    const world = makeOne();
    const file = await killedAfterAppend(world, '6');
    const log = readFileSync(`${file}-wal`);
    expect(log.length).toBeGreaterThan(4096);
    tear(`${file}-wal`, log);
    await endsTheSame(world);
  },
);

/** Which events are written together is the run's own affair. */
const third = '(SELECT seq FROM events ORDER BY seq LIMIT 1 OFFSET 2)';

const damages: readonly (readonly [string, (file: string) => void])[] = [
  [
    'an event that somebody edited',
    (file) => {
      const database = new DatabaseSync(file);
      database.exec(`UPDATE events SET json = replace(json, '"v":1', '"v":1 ') WHERE seq = ${third}`);
      database.close();
    },
  ],
  [
    'an event that somebody removed',
    (file) => {
      const database = new DatabaseSync(file);
      database.exec(`DELETE FROM events WHERE seq = ${third}`);
      database.close();
    },
  ],
  ['a header of rubbish', (file) => overwrite(file, 0, 'this is not a database'.repeat(4))],
  // Pages that were split hold old copies which nobody reads, so every copy is hit.
  [
    'bytes that the disk got wrong',
    (file) => writeFileSync(file, flipped(readFileSync(file), 'run_started')),
  ],
  ['half of the file gone', (file) => truncateSync(file, readFileSync(file).length / 2)],
];

test.each(damages)(
  'STATE-01 RECOVER-01 %s is exit 6 for whoever goes on, and not a byte is changed',
  async (_, damage) => {
    const world = finished;
    const file = join(world.epic, 'journal.db');
    const whole = readFileSync(file);
    damage(file);
    const before = digest(file);
    for (const args of [resuming, running(world), ['events', epicId, '--verify']]) {
      const refused = await world.run(args);
      expect(refused.code, sayEnd(refused)).toBe(6);
      expect(digest(file)).toBe(before);
    }
    writeFileSync(file, whole);
  },
);

function overwrite(file: string, at: number, text: string): void {
  const bytes = readFileSync(file);
  bytes.write(text, at, 'latin1');
  writeFileSync(file, bytes);
}

function flipped(bytes: Buffer, word: string): Buffer {
  for (let at = bytes.indexOf(word); at !== -1; at = bytes.indexOf(word, at + 1)) bytes[at + 1] = 0x01;
  return bytes;
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

test('RECOVER-01 an answer given while a run is on survives kill -9, and delivered twice it counts once', async () => {
  const world = makeOne({ only: [escalated, 'S-1'] });
  const run = world.start(running(world), { SWEEP_HOLD: 'S-1' });
  await run.said(`[${escalated}] reviewing -> escalated`);
  run.child.kill('SIGSTOP');
  await decide(world);
  const inbox = join(world.epic, 'inbox');
  const [letter = ''] = readdirSync(inbox);
  const copy = join(world.folder, 'letter');
  copyFileSync(join(inbox, letter), copy);
  run.child.kill('SIGKILL');
  await run.ended;
  const next = await world.run(resuming);
  expect(next.code, sayEnd(next)).toBe(0);
  expect(readdirSync(inbox)).toEqual([]);
  copyFileSync(copy, join(inbox, letter));
  const again = await world.run(resuming);
  expect(again.code, sayEnd(again)).toBe(0);
  expect(readdirSync(inbox)).toEqual([]);
  expect(
    world.git('log', '--format=%(trailers:key=Ticket,valueonly)', `epic/${epicId}`).match(/S-5/g),
  ).toHaveLength(1);
});

/** Whether this machine lets us make a small disk; containers often do not, even for root. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-mount-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) return false;
    return spawnSync('umount', [folder]).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.skipIf(!canMount())(
  'RECOVER-01 a full disk stops the run with exit 5; with space again it ends the same',
  async () => {
    const disk = mkdtempSync(join(tmpdir(), 'gauntlet-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]);
    try {
      const world = makeOne({ folder: disk });
      const run = world.start(running(world), {
        SWEEP_HOLD: 'S-2',
        XDG_CACHE_HOME: join(disk, 'cache'),
        GAUNTLET_WORKSPACES: join(disk, 'ws'),
      });
      await Promise.race([world.until('held S-2\n'), run.ended]);
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize));
      world.letGo();
      const ended = await run.ended;
      expect(ended.code, sayEnd(ended)).toBe(5);
      expect(ended.stderr).toContain('space');
      expect(processesOf(world)).toEqual([]);
      rmSync(join(disk, 'ballast'));
      await endsTheSame(world);
      worlds.splice(0);
      world.close();
    } finally {
      execFileSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  },
);
