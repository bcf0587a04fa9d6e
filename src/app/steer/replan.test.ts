import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { records } from '../../journal/index.ts';
import type { Ticket } from '../../model/epic.ts';
import { planOf, readConfig, readEpic, runPlanOf, ticketText } from '../../plan/index.ts';
import { evolve, initialState } from '../../state/index.ts';
import { replanning } from './replan.ts';
import type { Situation } from './steer.ts';

const folder = mkdtempSync(join(tmpdir(), 'gauntlet-replan-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const epicText = JSON.stringify({
  version: 1,
  epic: 'two',
  title: 'Two tickets',
  tickets: ['A', 'B'].map((id) => ({
    id,
    title: id,
    touches: [`src/${id}.ts`],
    acceptance: [{ id: 'AC1', text: 'it exits 0', verify: 'true' }],
  })),
});

test('BEYOND-10 an edit made from a text that is no more is refused; one of a ticket that is as it was is not', async () => {
  const config = readConfig({ file: 'gauntlet.yaml', text: '' });
  if (!config.ok) throw new Error('the empty configuration is a valid one');
  const read = readEpic({ file: 'e.yaml', text: epicText, readFile: () => undefined, config: config.value });
  if (!read.ok) throw new Error(JSON.stringify(read.complaints));
  const epic = read.value;
  const withTitleOfA = (title: string) => {
    const tickets = epic.tickets.map((one) => (one.id === 'A' ? { ...one, title } : one));
    return { epic: { ...epic, tickets }, config: config.value };
  };
  const opened = await records(folder).keep(withTitleOfA('old'));
  const inputs = await records(folder).keep(withTitleOfA('stricter'));
  const plan = runPlanOf(planOf(epic, config.value));
  const begun = evolve(initialState, { type: 'run_started', v: 1, seq: 1, at: 0, plan, overtaking: 0 });
  const situation = { state: { ...begun, inputs }, held: false, place: { folder } } as unknown as Situation;
  const edit = (id: string, from: string) => {
    const ticket = { ...(epic.tickets.find((one) => one.id === id) as Ticket), title: 'new' };
    const wanted = { file: 't.yaml', text: ticketText(ticket), ticket: id, from, top: folder, isTrial: true };
    return replanning(situation, { by: 'ada', why: 'x' }, wanted);
  };
  await expect(edit('A', opened)).rejects.toThrow('A has changed since you read it');
  expect(await edit('A', inputs)).toMatchObject({ type: 'ticket_edited', ticket: 'A', from: inputs });
  expect(await edit('B', opened)).toMatchObject({ type: 'ticket_edited', ticket: 'B', from: inputs });
});
