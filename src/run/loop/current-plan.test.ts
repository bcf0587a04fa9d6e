import { expect, test } from 'vitest';

import { GauntletError } from '../../model/error.ts';
import type { Ticket } from '../../model/epic.ts';
import type { Replanning } from '../../model/steering.ts';
import { planOf, readConfig, readEpic, runPlanOf } from '../../plan/index.ts';
import { evolve, initialState } from '../../state/index.ts';
import { CurrentPlan } from './current-plan.ts';
import type { Inputs } from '../stage-context.ts';

const criterion = (id: string) => ({ id, text: 'it exits 0', verify: 'true' });
const epicText = JSON.stringify({
  version: 1,
  epic: 'two',
  title: 'Two tickets',
  tickets: ['A', 'B'].map((id) => ({
    id,
    title: id,
    touches: [`src/${id}.ts`],
    acceptance: [criterion('AC1')],
  })),
});

/** A run whose plan people change; `edit` is made from the plan that the editor saw. */
async function running() {
  const config = readConfig({ file: 'gauntlet.yaml', text: '' });
  if (!config.ok) throw new Error('the empty configuration is a valid one');
  const epic = readEpic({
    file: 'epic.yaml',
    text: epicText,
    readFile: () => undefined,
    config: config.value,
  });
  if (!epic.ok) throw new Error(JSON.stringify(epic.complaints));
  const pieces = new Map<string, string>();
  let isDiskBroken = false;
  const records = {
    async keep(value: unknown) {
      const hash = `kept ${pieces.size}`;
      pieces.set(hash, JSON.stringify(value));
      return hash;
    },
    async kept(hash: string): Promise<unknown> {
      if (isDiskBroken) throw new GauntletError('ENVIRONMENT_UNFIT', 'EIO');
      const json = pieces.get(hash);
      if (json === undefined) throw new GauntletError('JOURNAL_DAMAGED', 'it is missing');
      return JSON.parse(json);
    },
  };
  const inputs = { epic: epic.value, config: config.value } as Inputs;
  const first = await records.keep(inputs);
  const judging = new CurrentPlan(inputs, records);
  let state = evolve(initialState, {
    type: 'run_started',
    v: 1,
    seq: 1,
    at: 0,
    plan: runPlanOf(planOf(inputs.epic, inputs.config)),
    overtaking: 0,
  });
  state = { ...state, inputs: first };
  return {
    first,
    ticket: (id: string) => judging.inputs.epic.tickets.find((one) => one.id === id),
    breakDisk: () => void (isDiskBroken = true),
    /** A branch is brought by somebody who saw the plan at `from`. */
    async bring(from: string, id: string, commit: string): Promise<readonly string[]> {
      const seen = JSON.parse(pieces.get(from) ?? '') as Inputs;
      const adopts = { branch: `refs/heads/${id}`, commit, tree: 'tree' };
      const [like] = seen.epic.tickets;
      if (like === undefined) throw new Error('no ticket');
      const tickets = [...seen.epic.tickets, { ...like, id, adopts }];
      const wanted = { ...seen, epic: { ...seen.epic, tickets } };
      const kept = {
        from,
        inputs: await records.keep(wanted),
        plan: runPlanOf(planOf(wanted.epic, wanted.config)),
      };
      const act = { type: 'ticket_added', v: 1, ticket: id, ...kept, by: 'ada', why: 'x' } as const;
      const understood = await judging.understand(act, state);
      if (understood !== undefined) {
        const event = { ...understood, seq: state.seq + 1, at: 0 };
        const step = { event, before: state, after: evolve(state, event) };
        judging.learn([step]);
        state = step.after;
      }
      return state.plan.tickets.map((one) => one.id);
    },
    async edit(from: string, id: string, change: Partial<Ticket>): Promise<string> {
      const seen = JSON.parse(pieces.get(from) ?? '') as Inputs;
      const tickets = seen.epic.tickets.map((one) => (one.id === id ? { ...one, ...change } : one));
      const wanted = { ...seen, epic: { ...seen.epic, tickets } };
      const act: Replanning = {
        type: 'ticket_edited',
        v: 1,
        ticket: id,
        from,
        inputs: isDiskBroken ? first : await records.keep(wanted),
        plan: runPlanOf(planOf(wanted.epic, wanted.config)),
        fields: Object.keys(change),
        by: 'ada',
        why: 'x',
      };
      const understood = await judging.understand(act, state);
      if (understood === undefined) return 'not understood';
      const event = { ...understood, seq: state.seq + 1, at: 0 };
      const step = { event, before: state, after: evolve(state, event) };
      judging.learn([step]);
      state = step.after;
      return state.inputs === event.inputs ? 'done' : 'not done';
    },
  };
}

test('BEYOND-10 P9 an edit of a text that somebody has changed meanwhile comes to nothing: it would undo that change', async () => {
  const run = await running();
  const acceptance = [...(run.ticket('A')?.acceptance ?? [])].flatMap((one) => [one, { ...one, id: 'AC3' }]);
  expect(await run.edit(run.first, 'A', { acceptance })).toBe('done');
  expect(await run.edit(run.first, 'A', { title: 'Better' })).toBe('not done');
  expect(run.ticket('A')).toMatchObject({ title: 'A', acceptance: [{ id: 'AC1' }, { id: 'AC3' }] });
  // A change of another ticket is in nobody's way.
  expect(await run.edit(run.first, 'B', { title: 'Better' })).toBe('done');
  expect([run.ticket('A')?.acceptance.length, run.ticket('B')?.title]).toEqual([2, 'Better']);
});

test('BEYOND-10 what cannot be read now is not taken for something that was never written', async () => {
  const run = await running();
  run.breakDisk();
  await expect(run.edit(run.first, 'A', { title: 'Better' })).rejects.toThrow('EIO');
});

test('QUEUE-05 of branches that are brought at the same moment none is lost and no commit is taken twice', async () => {
  const run = await running();
  expect(await run.bring(run.first, 'x', 'c1')).toEqual(['A', 'B', 'x']);
  expect(await run.bring(run.first, 'x', 'c2')).toEqual(['A', 'B', 'x', 'x-2']);
  expect(await run.bring(run.first, 'y', 'c1')).toEqual(['A', 'B', 'x', 'x-2']);
  expect(run.ticket('x-2')?.adopts?.commit).toBe('c2');
});
