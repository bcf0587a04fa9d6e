// People steer a run that is on, from another terminal: real processes, the real mailbox and lease.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;
const said: Record<string, Ended> = {};

/** Asks for something while the run is on. */
async function ask(...args: readonly string[]): Promise<Ended> {
  const answer = await epic.gauntlet(...args);
  said[args.slice(0, 2).join(' ')] = answer;
  return answer;
}

beforeAll(async () => {
  epic = new EpicRun({
    config: { limits: { maxParallel: 2, maxVerify: 2, agentTimeout: '2m', stall: '2m' } },
    tickets: [
      { id: 'HUNG' },
      { id: 'HELD' },
      { id: 'NEXT', needs: ['HELD'] },
      { id: 'BEHIND', needs: ['HUNG'] },
      { id: 'LATER' },
      { id: 'UNWANTED' },
      { id: 'FREED', needs: ['UNWANTED'] },
    ],
    playbook: [
      { role: 'developer', ticket: 'HUNG', attempt: 0, hold: 'hung' },
      { role: 'developer', ticket: 'HELD', hold: 'held', write: { 'parts/HELD.txt': 'x\n' } },
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await Promise.all([epic.until('held hung'), epic.until('held held')]);
  await ask('why', 'LATER');
  await ask('why', 'NEXT', '--json');
  await ask('pause', '--reason', 'lunch');
  await epic.untilEvent('run_paused');
  await ask('status', '--json');
  await ask('why', 'UNWANTED');
  await ask('note', 'NEXT', 'Mind the <script>alert(1)</script> of \u202eothers.');
  await ask('skip', 'UNWANTED', '--reason', 'not needed', '--release-dependents');
  await ask('skip', 'LATER');
  await ask('cancel', 'HUNG', '--reason', 'it hangs');
  await epic.untilEvent('workflow_failed', 'HUNG');
  await ask('cancel', 'NEXTT', '--reason', 'typo');
  epic.letGo('held');
  await ask('parallel', '1', '--reason', 'slower');
  await ask('parallel', 'many');
  await ask('unpause');
  ended = await running.ended;
  await epic.look();
}, patience);
afterAll(() => epic.remove());

test('BEYOND-10 BEYOND-17 every act is in the journal with who and why', () => {
  const acts = epic.events().filter((event) => 'by' in event && event.by === 'ada');
  expect(acts).toMatchObject([
    { type: 'run_paused', why: 'lunch' },
    { type: 'note_added', ticket: 'NEXT' },
    { type: 'ticket_stopped', ticket: 'UNWANTED', how: 'skipped', dependents: 'released', why: 'not needed' },
    { type: 'ticket_stopped', ticket: 'HUNG', how: 'cancelled', dependents: 'withheld', why: 'it hangs' },
    { type: 'parallelism_changed', developers: 1, why: 'slower' },
    { type: 'run_unpaused' },
  ]);
});

test('BEYOND-10 while it is paused nothing is handed out, and status says so', () => {
  const events = epic.events();
  const from = events.findIndex(({ type }) => type === 'run_paused');
  const to = events.findIndex(({ type }) => type === 'run_unpaused');
  expect(events.slice(from, to).filter((event) => 'reserved' in event)).toEqual([]);
  expect(JSON.parse(said['status --json']?.stdout ?? '')).toMatchObject({ status: 'paused' });
});

test('BEYOND-10 a cancelled ticket is called off at once, and has failed; a skipped one has not passed', () => {
  expect(epic.of('HUNG', 'agent_failed')).toMatchObject([{ trouble: 'stopped' }]);
  expect(epic.runs('UNWANTED', 'develop')).toEqual([]);
  expect(epic.of('UNWANTED', 'workflow_failed')).toHaveLength(1);
  expect([...epic.landed()].sort()).toEqual(['FREED', 'HELD', 'LATER', 'NEXT']);
  expect(ended.code).toBe(1);
});

test('BEYOND-10 "why is this not running?" has an answer, from state alone', () => {
  expect(said['why LATER']?.stdout).toContain('all 2 slots for developers are in use');
  expect(JSON.parse(said['why NEXT']?.stdout ?? '')).toMatchObject({
    status: 'pending',
    reasons: [{ kind: 'dependency', next: 'gauntlet ticket why HELD --epic e1' }],
  });
  expect(said['why UNWANTED']?.stdout).toMatch(/paused by ada .* ago: lunch[^]*next: gauntlet unpause/);
});

test('BEYOND-10 a note stands in the next prompt as data, and nowhere among the instructions', () => {
  const [prompt = ''] = epic.prompts('NEXT', 'develop');
  expect(prompt).toContain('Mind the');
  const line = prompt.split('\n').find((each) => each.includes('Mind the')) ?? '';
  expect(line).not.toContain('\u202e');
  expect(epic.prompts('FREED', 'develop')[0]).not.toContain('Mind the');
});

test('BEYOND-10 what cannot be is refused with a word about it, and nothing is recorded', () => {
  expect(said['skip LATER']).toMatchObject({ code: 2 });
  expect(said['skip LATER']?.stderr).toContain('--reason');
  expect(said['cancel NEXTT']?.stderr).toContain('Did you mean NEXT?');
  expect(said['parallel many']).toMatchObject({ code: 2 });
});

test(
  'BEYOND-10 what was cancelled is taken up again after the run, and lands through the gate',
  async () => {
    const refused = await epic.gauntlet('pause');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('no active run')]);
    const again = await epic.gauntlet('retry', 'HUNG', '--reason', 'go faster', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({
      act: { type: 'ticket_reopened', by: 'ada', why: 'go faster' },
      delivered: 'recorded',
      next: 'gauntlet resume e1',
    });
    epic.letGo('hung');
    const resumed = await epic.run('resume');
    expect(epic.landed()).toEqual(expect.arrayContaining(['HUNG', 'BEHIND']));
    expect(epic.prompts('HUNG', 'develop').at(-1)).toContain('go faster');
    // What was skipped for good keeps the run from being complete.
    expect(resumed.code).toBe(1);
    const back = await epic.gauntlet('retry', 'UNWANTED');
    expect([back.code, back.stderr]).toEqual([2, expect.stringContaining('continued without it')]);
  },
  patience,
);
