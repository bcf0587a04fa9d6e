// Tickets get another text, and more of them come during a run: real processes, the real mailbox and lease.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;
const said: Record<string, Ended> = {};

async function ask(...args: readonly string[]): Promise<Ended> {
  const answer = await epic.gauntlet(...args);
  said[args.slice(0, 3).join(' ')] = answer;
  return answer;
}

function ticketFile(id: string, more = ''): string {
  return `id: ${id}\ntitle: Part ${id}\n${more}acceptance:\n  - { id: AC1, text: "parts/${id}.txt exists", verify: "test -f parts/${id}.txt" }\n`;
}

beforeAll(async () => {
  epic = new EpicRun({
    config: { limits: { maxParallel: 1, maxVerify: 2, agentTimeout: '2m', stall: '2m' } },
    tickets: [{ id: 'HELD' }, { id: 'LATER', needs: ['HELD'] }, { id: 'BEHIND', needs: ['LATER'] }],
    playbook: [{ role: 'developer', ticket: 'HELD', hold: 'held', write: { 'parts/HELD.txt': 'x\n' } }],
  });
  epic.write({
    '.agent/later.yaml': ticketFile('LATER', 'description: The-new-text of it.\n'),
    '.agent/one.yaml': ticketFile('ONE', 'needs: [HELD]\n'),
    '.agent/two.yaml': ticketFile('TWO'),
    '.agent/late.yaml': ticketFile('LATE'),
    '.agent/bad.yaml': 'id: LATER\ntitle: x\nneeds: [BEHIND, LATR]\ntouchs: []\nacceptance: [it works]\n',
    '.agent/held.yaml': ticketFile('HELD'),
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('held held');
  await ask('edit', 'LATER');
  await ask('edit', 'LATER', '.agent/bad.yaml', '--reason', 'no');
  await ask('edit', 'HELD', '.agent/held.yaml', '--reason', 'too late');
  await ask('edit', 'BEHIND', '.agent/later.yaml');
  await ask('add', '.agent/held.yaml', '--reason', 'twice');
  await ask('edit', 'LATER', '.agent/later.yaml', '--reason', 'it was unclear', '--json');
  // One after the other without waiting: the second is understood from what the first left.
  await ask('add', '.agent/one.yaml', '--reason', 'forgotten');
  await ask('add', '.agent/two.yaml', '--reason', 'forgotten too');
  await epic.untilEvent('ticket_added', 'TWO');
  await ask('why', '--all', '--json');
  epic.letGo('held');
  ended = await running.ended;
  await epic.look();
}, patience);
afterAll(() => epic.remove());

test('BEYOND-10 BEYOND-17 every change of the plan is in the journal with who, why and what', () => {
  const changes = epic.events().filter(({ type }) => type === 'ticket_edited' || type === 'ticket_added');
  expect(changes).toMatchObject([
    { type: 'ticket_edited', ticket: 'LATER', by: 'ada', why: 'it was unclear' },
    { type: 'ticket_added', ticket: 'ONE', by: 'ada', why: 'forgotten' },
    { type: 'ticket_added', ticket: 'TWO', by: 'ada', why: 'forgotten too' },
  ]);
  expect(changes[0]).toMatchObject({
    fields: expect.arrayContaining(['description', 'acceptance']) as unknown,
  });
  const [first, second, third] = changes.map((event) => ('inputs' in event ? event : undefined));
  expect([second, third]).toMatchObject([{ from: first?.inputs }, { from: second?.inputs }]);
  expect(JSON.parse(said['edit LATER .agent/later.yaml']?.stdout ?? '')).toMatchObject({
    act: { type: 'ticket_edited', ticket: 'LATER' },
    delivered: 'told',
  });
});

test('BEYOND-10 P9 developers, critics and checks of a changed ticket go by the new text, and what was added lands', () => {
  for (const stage of ['develop', 'review'] as const)
    expect(epic.prompts('LATER', stage).at(-1), stage).toContain('The-new-text');
  expect(epic.prompts('LATER', 'audit').at(-1)).toContain('parts/LATER.txt exists');
  expect([...epic.landed()].sort()).toEqual(['BEHIND', 'HELD', 'LATER', 'ONE', 'TWO']);
  expect(ended.code).toBe(0);
  const one = epic
    .events()
    .findIndex((event) => event.type === 'developer_dispatched' && event.ticket === 'ONE');
  const held = epic.events().findIndex((event) => event.type === 'task_complete' && event.ticket === 'HELD');
  expect(one).toBeGreaterThan(held);
});

test('BEYOND-10 a ticket is printed as it can be given back', () => {
  expect(said['edit LATER']?.stdout).toMatch(/^id: LATER\n[^]*^title: Part LATER$/m);
});

test('BEYOND-10 what cannot be is refused with every complaint at once, and nothing is recorded', () => {
  const bad = said['edit LATER .agent/bad.yaml'];
  expect(bad?.code).toBe(2);
  for (const part of [
    'wait for each other',
    'no ticket "LATR"',
    'unknown key "touchs"',
    '.agent/bad.yaml:3:',
  ])
    expect(bad?.stderr).toContain(part);
  expect(said['edit HELD .agent/held.yaml']).toMatchObject({ code: 2 });
  expect(said['edit HELD .agent/held.yaml']?.stderr).toContain('gauntlet ticket cancel HELD');
  expect(said['edit BEHIND .agent/later.yaml']?.stderr).toContain('needs --reason');
  expect(said['add .agent/held.yaml --reason']?.stderr).toContain('gauntlet ticket edit HELD');
});

test('BEYOND-10 why is answered for every ticket at once', () => {
  const told = JSON.parse(said['why --all --json']?.stdout ?? '') as { tickets: { ticket: string }[] };
  expect(told.tickets.map(({ ticket }) => ticket)).toEqual(['HELD', 'LATER', 'BEHIND', 'ONE', 'TWO']);
});

test(
  'BEYOND-10 after the end one more is written at once, and the run goes on with it',
  async () => {
    const landed = await epic.gauntlet('edit', 'HELD', '.agent/held.yaml', '--reason', 'x');
    expect([landed.code, landed.stderr]).toEqual([2, expect.stringContaining('it has landed')]);
    const trial = await epic.gauntlet('add', '.agent/late.yaml', '--reason', 'x', '--dry-run', '--json');
    expect(JSON.parse(trial.stdout)).toMatchObject({ delivered: 'dry-run', act: { ticket: 'LATE' } });
    const late = await epic.gauntlet('add', '.agent/late.yaml', '--reason', 'one more', '--json');
    expect(JSON.parse(late.stdout)).toMatchObject({ delivered: 'recorded', next: 'gauntlet resume e1' });
    const resumed = await epic.run('resume');
    expect(resumed.code).toBe(0);
    expect(epic.landed()).toContain('LATE');
  },
  patience,
);
