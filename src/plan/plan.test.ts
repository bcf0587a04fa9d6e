import { expect, test } from 'vitest';
import { planOf } from './plan.ts';
import { goodConfig, goodEpic, withTickets } from '../../test/support/plan-samples.ts';

const ticket = (id: string, more = '') => `{id: ${id}, title: Title ${id}, acceptance: [x]${more}}`;
const plan = (tickets: readonly string[], more = '', config = '') =>
  planOf(goodEpic(`${withTickets(...tickets)}\n${more}`), goodConfig(config));

test('DISPATCH-04 tickets know whom they wait for, who waits for them and how long the way is', () => {
  const { tickets, criticalPath } = plan([
    ticket('A'),
    ticket('B', ', needs: [A]'),
    ticket('C', ', needs: [B, A]'),
    ticket('D', ', needs: [A]'),
  ]);
  expect(
    tickets.map(({ index, needs, neededBy, criticalPath, milestone }) => ({
      index,
      needs,
      neededBy,
      criticalPath,
      milestone,
    })),
  ).toEqual([
    { index: 0, needs: [], neededBy: [1, 2, 3], criticalPath: 3, milestone: -1 },
    { index: 1, needs: [0], neededBy: [2], criticalPath: 2, milestone: -1 },
    { index: 2, needs: [1, 0], neededBy: [], criticalPath: 1, milestone: -1 },
    { index: 3, needs: [0], neededBy: [], criticalPath: 1, milestone: -1 },
  ]);
  expect(criticalPath).toEqual([0, 1, 2]);
});

test('DISPATCH-04 the critical path may begin and go on anywhere in the file, the first of equals wins', () => {
  const { criticalPath } = plan([
    ticket('A'),
    ticket('B'),
    ticket('C', ', needs: [B]'),
    ticket('D', ', needs: [B]'),
    ticket('E', ', needs: [D]'),
    ticket('F'),
    ticket('G', ', needs: [F]'),
    ticket('H', ', needs: [G]'),
  ]);
  expect(criticalPath).toEqual([1, 3, 4]);
});

test('DISPATCH-04 the rank is by way, then priority, then the order of the file', () => {
  const { tickets } = plan([
    ticket('A', ', priority: low'),
    ticket('B'),
    ticket('C', ', priority: high'),
    ticket('D'),
    ticket('E', ', priority: low'),
    ticket('F', ', needs: [E]'),
  ]);
  expect(tickets.map(({ ticket, rank, priority }) => [ticket.id, rank, priority])).toEqual([
    ['A', 5, -100],
    ['B', 2, 0],
    ['C', 1, 100],
    ['D', 3, 0],
    ['E', 0, -100],
    ['F', 4, 0],
  ]);
});

test('DISPATCH-14 a milestone lengthens the way of everything before it', () => {
  const { tickets, milestones, criticalPath } = plan(
    [ticket('A', ', milestone: m1'), ticket('B', ', milestone: m2'), ticket('C')],
    'milestones: [{id: m2, after: [m1]}, {id: m1}]',
  );
  expect(tickets.map(({ criticalPath, milestone, needs }) => ({ criticalPath, milestone, needs }))).toEqual([
    { criticalPath: 2, milestone: 1, needs: [] },
    { criticalPath: 1, milestone: 0, needs: [] },
    { criticalPath: 1, milestone: -1, needs: [] },
  ]);
  expect(milestones).toEqual([
    { id: 'm2', after: [1], tickets: [1] },
    { id: 'm1', after: [], tickets: [0] },
  ]);
  expect(criticalPath).toEqual([0, 1]);
});

test('TEAM-10 the epic wins over the configuration, and a ticket over the epic', () => {
  const tickets = [ticket('A'), ticket('B', ', depth: exhaustive')];
  const config = 'depth: quick\nlimits: {maxParallel: 9, stall: 1m}';
  const {
    gating,
    tickets: planned,
    limits,
  } = plan(tickets, 'depth: thorough\nlimits: {maxParallel: 2}', config);
  expect(gating.depth).toBe('thorough');
  expect(planned.map(({ gating }) => gating.depth)).toEqual(['thorough', 'exhaustive']);
  expect(limits).toMatchObject({ maxParallel: 2, maxAgents: 4, stall: 60_000 });
  expect(plan(tickets, '', config).tickets.map(({ gating }) => gating.depth)).toEqual([
    'quick',
    'exhaustive',
  ]);
});

test('DISPATCH-01 setup, environments and checks come from the epic, else the configuration, else are local', () => {
  const config = 'setup: {run: [c]}\nenvironments: [{id: ci}]\nverify: [{id: c, run: c}]';
  const epic = 'setup: {run: [e]}\nenvironments: [{id: own}]\nverify: [{id: e, run: e}]';
  const said = (more: string, settings: string) => {
    const { setup, environments, verify } = plan([ticket('A')], more, settings);
    return [setup?.run, environments.map(({ id }) => id), verify.map(({ id }) => id)];
  };
  expect(said(epic, config)).toEqual([['e'], ['own'], ['e']]);
  expect(said('', config)).toEqual([['c'], ['ci'], ['c']]);
  expect(said('', '')).toEqual([undefined, ['local'], []]);
  expect(plan([ticket('A')]).environments).toEqual([{ id: 'local', prefix: [], env: {}, setup: null }]);
});

test('DISPATCH-04 tickets carry the class of what they touch', () => {
  const { tickets, touchClasses } = plan([
    ticket('A', ', touches: [src/a/**]'),
    ticket('B'),
    ticket('C', ', touches: [src/**]'),
    ticket('D', ', touches: [src/a/**]'),
  ]);
  expect(tickets.map(({ touchClass }) => touchClass)).toEqual([0, -1, 1, 0]);
  expect(touchClasses).toEqual([
    { touches: ['src/a/**'], overlaps: [0, 1] },
    { touches: ['src/**'], overlaps: [0, 1] },
  ]);
});

test('DISPATCH-04 a chain of 20,000 tickets is planned', () => {
  const epic = goodEpic(withTickets(ticket('A')));
  const [one] = epic.tickets;
  const tickets = Array.from({ length: 20_000 }, (_, at) => ({
    ...one,
    id: `T${at}`,
    needs: at === 0 ? [] : [`T${at - 1}`],
  }));
  const planned = planOf({ ...epic, tickets } as typeof epic, goodConfig());
  expect(planned.tickets[0]?.criticalPath).toBe(20_000);
  expect(planned.criticalPath).toHaveLength(20_000);
});

test('TEAM-19 TEAM-10 the request is reconciled where the depth says so and there is one, or where it is switched on', () => {
  const files = { 'PRD.md': '- a part' };
  const reconciled = (depth: string, config = '', original = 'original: PRD.md') =>
    planOf(goodEpic(`${withTickets(ticket('A'))}\n${original}\ndepth: ${depth}`, files), goodConfig(config))
      .reconcile;
  expect(['quick', 'standard', 'thorough', 'exhaustive'].map((depth) => reconciled(depth))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(reconciled('thorough', 'reconcile: false')).toBe(false);
  expect(reconciled('thorough', '', '')).toBe(false);
  expect(reconciled('quick', 'reconcile: true', '')).toBe(true);
});
