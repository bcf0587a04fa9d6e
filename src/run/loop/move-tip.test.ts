import { expect, test } from 'vitest';
import { memoryJournal } from '../../../test/support/memory-journal.ts';
import type { Lander } from '../../ports/git.ts';
import { gateContextFor } from '../stages/checks.ts';
import { excusedChecks, lastBaseline } from '../records/baseline-of.ts';
import { syncBase } from './move-tip.ts';
import type { TipPorts } from './move-tip.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Scene, Stand } from '../../../test/support/site.ts';

const moved = { commits: { later: { files: { 'src/a.ts': 'three\n' }, parents: ['base'] } } };

async function ports(scene: Scene): Promise<{ context: Stand; tip: TipPorts }> {
  const context = siteOf({ ...moved, ...scene });
  const journal = memoryJournal();
  const never = new AbortController().signal;
  const { hub, lander, clock } = context;
  const assignment = handOut(context, 'baseline', { ticket: 'baseline' });
  await context.records.put(assignment.run, 'baseline', {
    red: ['lint'],
    inconclusive: [],
    flaky: [],
    cells: [],
  });
  context.tell({ type: 'infrastructure_restored', attempts: 0, by: 'override' });
  const gate = await gateContextFor(context, assignment, never);
  const tip = {
    journal: { ...journal, append: async () => undefined },
    hub,
    lander,
    clock,
    gate,
    epic: 'e1',
  };
  return { context, tip };
}

const ask = { ref: 'later', by: 'ada' };

test('REMEDY-01 what a person accepted as red excuses that check alone, also when the base is synced', async () => {
  const lintOnly = await ports({ epic: '', checks: (words) => (words === 'run lint' ? 1 : 0) });
  expect((await syncBase(lintOnly.tip, lintOnly.context.state(), ask)).kind).toBe('moved');
  const unit = await ports({ checks: (words) => (words === 'run unit' ? 1 : 0) });
  expect(await syncBase(unit.tip, unit.context.state(), ask)).toMatchObject({
    kind: 'red',
    cells: [{ check: 'unit', status: 'FAIL' }],
  });
});

test('nothing is excused without a person, and nothing that was not measured as red', async () => {
  const { context } = await ports({});
  const measured = await lastBaseline(context.records, context.dossier('baseline'));
  expect([...excusedChecks(context.state(), measured, [])]).toEqual(['lint']);
  expect([...excusedChecks(context.state(), undefined, [])]).toEqual([]);
  const { infrastructure } = context.state();
  const before = { ...context.state(), infrastructure: { ...infrastructure, overridden: false } };
  expect([...excusedChecks(before, measured, [])]).toEqual([]);
  const accepted = [{ check: 'types' }] as unknown as Parameters<typeof excusedChecks>[2];
  expect([...excusedChecks(before, measured, accepted)]).toEqual(['types']);
});

test('DISPATCH-09 the branch is proved to stand where the journal says before anything is moved or recorded', async () => {
  const lander: Partial<Lander> = {
    tip: async () => 'foreign',
    land: async () => ({ kind: 'foreign', tip: 'foreign' }),
  };
  const { context, tip } = await ports({ lander });
  await expect(syncBase(tip, context.state(), ask)).rejects.toThrow('which this run did not land');
  expect(context.ran).toEqual([]);
});

test('a branch that somebody moved meanwhile is said, not taken for moved', async () => {
  const lander: Partial<Lander> = { land: async () => ({ kind: 'foreign', tip: 'foreign' }) };
  const { context, tip } = await ports({ lander });
  await expect(syncBase(tip, context.state(), ask)).rejects.toThrow('which this run did not land');
});

test('the tip is not moved under a ticket that is half-way onto it', async () => {
  const { context, tip } = await ports({});
  for (const stage of ['merge', 'land'] as const) {
    context.tell({ type: 'ticket_routed', ticket: 'A', stage, seats: 1, claim: null, because: '' });
    handOut(context, stage, { commit: 'later' });
  }
  const said = await syncBase(tip, context.state(), ask);
  expect(said).toEqual({
    kind: 'nothing',
    because: expect.stringMatching(/^A is being landed; first: gauntlet resume \w+$/) as string,
  });
  expect(context.ran).toEqual([]);
});

test('BEYOND-13 BEYOND-08 the others have what the branch is moved to before anybody can be sent there', async () => {
  const { context, tip } = await ports({ checks: (words) => (words === 'run lint' ? 1 : 0) });
  const told: string[] = [];
  const shared: TipPorts = {
    ...tip,
    journal: { ...tip.journal, append: async ([event]) => void told.push(`recorded ${event?.type}`) },
    share: async (job) => void told.push(`shared ${job}`),
  };
  await syncBase(shared, context.state(), ask);
  expect(told).toEqual(['shared baseline', 'recorded base_synced']);
  const away = { ...shared, share: async () => Promise.reject(new Error('no hub')) };
  await expect(syncBase(away, context.state(), ask)).rejects.toThrow('no hub');
  expect(told).toHaveLength(2);
});
