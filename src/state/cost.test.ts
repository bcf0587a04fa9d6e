import { describe, expect, test } from 'vitest';
import type { Stage } from '../model/events.ts';
import { decide, defaultPolicy } from '../decide/index.ts';
import { readsOf } from '../../test/support/count-reads.ts';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';
import type { TicketSketch } from '../../test/support/sketch.ts';
import { evolve, initialState } from './index.ts';

/** Operations, not time: what deciding and folding look at, event by event. */
type Cost = { readonly type: string; readonly reads: number };

const policy = { ...defaultPolicy, auditors: 0, waitForPeople: true, maxParallel: 2 };
const FEW = 100;
const MANY = 10_000;

const plans: readonly (readonly [string, (nth: number) => TicketSketch])[] = [
  ['that wait for nothing', (nth) => ({ id: `T${nth}` })],
  ['in a chain', (nth) => ({ id: `T${nth}`, needs: nth === 0 ? [] : [`T${nth - 1}`] })],
  ['on the same files', (nth) => ({ id: `T${nth}`, touchClass: 0 })],
  ['of a milestone', (nth) => ({ id: `T${nth}`, milestone: 'm' })],
];

describe('the cost of an event', () => {
  test.each(plans)(
    'STATE-01 does not grow with the number of tickets %s: 10,000 of them cost at most twice what 100 do',
    (_kind, ticket) => {
      const few = costs(FEW, ticket);
      const many = costs(MANY, ticket);
      expect(many.map((cost) => cost.type)).toEqual(few.map((cost) => cost.type));
      const grown = many.filter((cost, nth) => cost.reads > 2 * (few[nth]?.reads ?? 0));
      expect(grown).toEqual([]);
    },
  );

  test('STATE-01 the counting notices whoever looks through all tickets', () => {
    const look = (size: number) => {
      const state = told(size, (nth) => ({ id: `T${nth}` })).state();
      return readsOf(state, (watched) => watched.plan.tickets.filter((ticket) => ticket.rank < 0));
    };
    expect(look(MANY)).toBeGreaterThan(50 * look(FEW));
  });
});

/** One ticket through its whole life: rework, a conflict, a limit, a question, and then it lands. */
function costs(size: number, ticket: (nth: number) => TicketSketch): Cost[] {
  const stage = told(size, ticket);
  const measured: Cost[] = [];
  let state = initialState;
  for (const event of stage.journal) {
    const reads =
      readsOf(state, (watched) => decide(watched, policy)) +
      readsOf(state, (watched) => evolve(watched, event));
    // The first event brings the plan: it may cost what the plan costs.
    if (event.type !== 'run_started') measured.push({ type: event.type, reads });
    state = evolve(state, event);
  }
  return measured;
}

function told(size: number, ticket: (nth: number) => TicketSketch): Director {
  const tickets = Array.from({ length: size }, (_, nth) => ticket(nth));
  const stage = direct({ tickets, milestones: [{ id: 'm' }], overlaps: [[0]] }, policy);
  stage.answer('T0', 'agent_unclear');
  stage.answer('T0', 'agent_limited');
  stage.answer('T0', 'wait_over');
  reach(stage, 'review');
  stage.answer('T0', 'critic_fail');
  reach(stage, 'merge');
  stage.answer('T0', 'merge_conflict');
  work(stage);
  stage.answer('T0', 'developer_question');
  stage.decide('T0', 'answer');
  reach(stage, 'land');
  stage.pass('T0');
  return stage;
}

function reach(stage: Director, wanted: Stage): void {
  work(stage);
  while (stage.job('T0').stage !== wanted) {
    stage.pass('T0');
    work(stage);
  }
}

/** Others may have taken the place meanwhile: let them go on until somebody works on T0 again. */
function work(stage: Director): void {
  while (stage.job('T0').seats[0]?.state !== 'running') {
    const [other = ''] = stage.running();
    stage.pass(other.split(' ')[0] ?? '');
  }
}
