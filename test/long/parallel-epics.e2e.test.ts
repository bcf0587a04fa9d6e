// Two epics in one repository at the same time: each has a coordinator of its own, they share the hub, and whoever is
// killed or started beside the other takes nothing from it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Event } from '../../src/model/events.ts';
import { type Ended, EpicRun, plainEpic } from '../support/epic-run.ts';

const ticketsOf = (letter: string): readonly { id: string; needs?: readonly string[] }[] => [
  { id: `${letter}-1` },
  { id: `${letter}-2` },
  { id: `${letter}-3`, needs: [`${letter}-1`] },
  { id: `${letter}-4`, needs: [`${letter}-3`] },
];

let world: EpicRun;
const ends: Ended[] = [];

/** Starts a coordinator, waits until an agent of its epic is at work, and kills it there. */
async function killedAt(args: readonly string[], told: string): Promise<void> {
  const { child, ended } = world.start([...args, '--no-input']);
  await world.until(told);
  child.kill('SIGKILL');
  const { signal } = await ended;
  expect(signal).toBe('SIGKILL');
}

beforeAll(async () => {
  const second = ticketsOf('B').map(({ id, ...more }) => ({
    id,
    title: `Part ${id}`,
    acceptance: [{ id: 'AC1', text: 'the part is there' }],
    ...more,
  }));
  world = new EpicRun({
    tickets: ticketsOf('A'),
    files: { 'second.yaml': JSON.stringify({ ...plainEpic, epic: 'e2', tickets: second }) },
    // Nobody lets the first one go: whoever dies may still take what is meant for the next.
    playbook: [
      { role: 'critic', ticket: 'A-1', has: '.agent/again' },
      { role: 'critic', ticket: 'A-1', hold: 'critic' },
    ],
  });
  // The first epic is in the middle of its work, its critic held; meanwhile the second is started and killed, twice.
  const first = world.start(['run', 'epic.yaml', '--no-input']);
  await world.until('held critic');
  await killedAt(['run', 'second.yaml'], 'start|developer/|B-1|');
  await killedAt(['resume', 'e2'], 'start|critic/|B-1|');
  // Now the first one is killed while the second goes on, and both are brought to their ends together.
  const other = world.start(['resume', 'e2', '--no-input']);
  first.child.kill('SIGKILL');
  await first.ended;
  world.write({ '.agent/again': '' });
  await killedAt(['resume', 'e1'], 'start|developer/|A-3|');
  const last = world.start(['resume', 'e1', '--no-input']);
  ends.push(await other.ended, await last.ended);
}, 300_000);

afterAll(() => world?.remove());

test('BEYOND-17 two epics run in one repository at once, through kills and restarts of either, and both complete', () => {
  for (const { code, stderr } of ends) expect(code, stderr.slice(-2000)).toBe(0);
});

test.each([
  ['e1', 'A'],
  ['e2', 'B'],
])('every ticket of %s landed exactly once, on its own branch', async (epic, letter) => {
  const { stdout } = await world.ask('events', '--json', epic);
  const events = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event);
  const landed = events.flatMap((event) => (event.type === 'task_complete' ? [event.ticket] : []));
  const expected = ticketsOf(letter).map(({ id }) => id);
  expect(landed.toSorted()).toEqual(expected);
  const parts = world.git('ls-tree', '--name-only', `epic/${epic}:parts`).split('\n');
  expect(parts.toSorted()).toEqual([...expected.map((id) => `${id}.txt`), 'base.txt']);
  const subjects = world.git('log', '--first-parent', '--format=%s', `main..epic/${epic}`).split('\n');
  expect(subjects).toHaveLength(expected.length);
});

test('nothing is damaged and nothing is left behind in the hub they share', () => {
  const state = join(world.repository, '.git/gauntlet');
  const hub = join(state, 'hub.git');
  for (const repository of [join(world.repository, '.git'), hub])
    expect(world.git('--git-dir', repository, 'fsck', '--strict')).not.toMatch(/missing|broken|error/);
  const names = readdirSync(hub, { recursive: true }).map(String);
  expect(names.filter((name) => /\.lock$|(^|\/)tmp_/.test(name))).toEqual([]);
  expect(readdirSync(join(state, 'tmp'))).toEqual([]);
});
