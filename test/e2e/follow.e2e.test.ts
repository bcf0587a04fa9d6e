// One process writes the journal, others follow it: nobody misses an event, and nobody gets one twice.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, epicId, patience } from '../support/epic-run.ts';

let epic: EpicRun;
const followers: Record<string, Ended> = {};

beforeAll(async () => {
  epic = new EpicRun({
    config: { limits: { maxParallel: 4, maxVerify: 2, agentTimeout: '2m', stall: '2m' } },
    tickets: [
      { id: 'HELD' },
      ...Array.from({ length: 4 }, (_, nth) => ({ id: `T${nth}` })),
      { id: 'LAST', needs: ['HELD'] },
    ],
    playbook: [{ role: 'developer', ticket: 'HELD', hold: 'held', write: { 'parts/HELD.txt': 'x\n' } }],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('held held');
  const early = epic.start(['events', epicId, '--json', '-f']).ended;
  await epic.untilEvent('task_complete');
  const late = epic.start(['events', epicId, '--json', '-f']).ended;
  // Something that a third process brings in while they follow.
  await epic.gauntlet('note', 'LAST', 'hello');
  await epic.untilEvent('note_added', 'LAST');
  epic.letGo('held');
  await running.ended;
  followers['early'] = await early;
  followers['late'] = await late;
  await epic.look();
}, patience);
afterAll(() => epic.remove());

test.each(['early', 'late'])(
  'STATE-02 whoever follows (%s) sees every event once, in order, to the end',
  (who) => {
    const { code, stdout } = followers[who] ?? { code: null, stdout: '' };
    const seen = stdout.split('\n').filter((line) => line !== '');
    expect(seen.map((line) => JSON.parse(line) as unknown)).toEqual(epic.events());
    const numbers = seen.map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect(numbers).toEqual(Array.from({ length: epic.events().length }, (_, nth) => nth + 1));
    expect(epic.events().at(-1)?.type).toBe('run_ended');
    expect(code).toBe(0);
  },
);
