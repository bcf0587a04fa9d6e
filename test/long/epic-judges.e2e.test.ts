// Judges that write: where the kernel holds them they cannot, and where it does not, what they said is void.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import { pathWithout } from '../support/path-without.ts';
import type { Step } from '../support/playbook.ts';

const isThere = existsSync('/usr/bin/bwrap');

// Exports lie outside of the repository; the agents' script lies in it.
const common = '"$here"/../.git';
const attacks: readonly Step[] = [
  {
    role: 'critic',
    ticket: 'TREE',
    try: 0,
    shell: 'chmod u+w parts/TREE.txt . parts; echo forged >parts/TREE.txt; rm -f check.sh',
  },
  { role: 'critic', ticket: 'SETTINGS', try: 0, shell: `printf '[evil]\\n\\tkey = 1\\n' >>${common}/config` },
  {
    role: 'critic',
    ticket: 'HOOK',
    try: 0,
    shell: `mkdir -p ${common}/hooks; echo 'exit 0' >${common}/hooks/pre-push`,
  },
  {
    role: 'critic',
    ticket: 'HUB',
    try: 0,
    shell: `echo '[core]' >>${common}/gauntlet/hub.git/config; rm -rf ${common}/gauntlet/hub.git/refs/gauntlet/keep/ticket/e1/HUB`,
  },
];
const tickets = ['TREE', 'SETTINGS', 'HOOK', 'HUB'];

/** One after the other: what one judge does to the repository must not void the review of another ticket. */
function epicWith(): EpicRun {
  const chain = tickets.map((id, at) => ({ id, needs: at === 0 ? [] : [tickets[at - 1] ?? ''] }));
  return new EpicRun({ tickets: chain, playbook: attacks });
}

let held: { epic: EpicRun; ended: Ended };
let loose: { epic: EpicRun; ended: Ended };
let doctor: Ended;

beforeAll(async () => {
  const epic = epicWith();
  held = { epic, ended: await epic.run() };
  const other = epicWith();
  const path = pathWithoutSandbox(other.folder);
  const running = other.start(['run', 'epic.yaml', '--no-input'], { PATH: path });
  loose = { epic: other, ended: await running.ended };
  await other.look();
  doctor = await other.start(['doctor'], { PATH: path }).ended;
}, patience);
afterAll(() => {
  held.epic.remove();
  loose.epic.remove();
});

/** Every program of this machine but bubblewrap. */
function pathWithoutSandbox(folder: string): string {
  const place = pathWithout('bwrap', join(folder, 'programs'), '/usr/local/bin:/usr/bin:/bin');
  return [dirname(process.execPath), place].join(':');
}

const trouble = (epic: EpicRun, ticket: string): readonly string[] =>
  epic.of(ticket, 'agent_failed').map(({ trouble: kind, because }) => `${kind}: ${because}`);

test.skipIf(!isThere)(
  'EPIC-12 003#19 in the sandbox a judge can change nothing, so what it said counts at once',
  () => {
    const { epic, ended } = held;
    expect(ended.code).toBe(0);
    expect(epic.landed()).toEqual(tickets);
    for (const ticket of tickets) {
      expect(trouble(epic, ticket)).toEqual([]);
      expect(epic.runs(ticket, 'review')).toHaveLength(1);
    }
    expect(epic.git('config', '--default', 'no', '--get', 'evil.key')).toBe('no');
    expect(existsSync(join(epic.repository, '.git/hooks/pre-push'))).toBe(false);
    expect(epic.git('show', 'epic/e1:parts/TREE.txt')).not.toContain('forged');
  },
);

test('EPIC-12 003#19 without a sandbox a judge that writes is found out, its review is void, and a fresh one is asked', () => {
  const { epic, ended } = loose;
  expect(ended.code).toBe(0);
  expect(epic.landed()).toEqual(tickets);
  const said = Object.fromEntries(tickets.map((ticket) => [ticket, trouble(epic, ticket).join('\n')]));
  expect(said['TREE']).toMatch(/^void: the judge changed what it was judging.*parts\/TREE\.txt/);
  expect(said['SETTINGS']).toMatch(
    /^void: settings or refs changed.*configuration of the repository was changed/,
  );
  expect(said['HOOK']).toMatch(/^void: .*hook pre-push was added/);
  expect(said['HUB']).toMatch(/^void: .*config of the hub was changed/);
  for (const ticket of tickets) expect(epic.runs(ticket, 'review')).toHaveLength(2);
  // The next judge sees the tree as it was delivered, not as the first one left it.
  expect(epic.git('show', 'epic/e1:parts/TREE.txt')).not.toContain('forged');
});

test('EPIC-12 a void review keeps no answer: nothing it said can be read back after a restart', () => {
  const { epic } = loose;
  const [first, second] = epic.runs('TREE', 'review');
  expect(epic.record(first?.run ?? 0, 'answer')).toBeUndefined();
  expect(epic.record(second?.run ?? 0, 'answer')).toBeDefined();
});

test('EPIC-12 where the system cannot enforce it, doctor and the report say so', () => {
  expect(loose.ended.stdout).toContain('verified, not enforced');
  expect(doctor.stdout).toMatch(/verified/);
  const summary = readFileSync(join(loose.epic.repository, '.gauntlet/epics/e1/summary.md'), 'utf8');
  expect(summary).toContain('verified, not enforced');
});
