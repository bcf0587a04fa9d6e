import { describe, expect, test } from 'vitest';
import type { Draft, Event } from '../../model/events.ts';
import { EventSchema } from '../../model/events.ts';
import { problemTexts } from '../../schema/salvage.ts';
import { defaultPolicy } from '../../decide/index.ts';
import { evolve, initialState, mayMove } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { direct } from '../../../test/support/director.ts';
import { planOf } from '../../../test/support/sketch.ts';
import { admitted, settle } from '../index.ts';

const one = { tickets: ['A'] };
const stamped = (draft: Draft): Event => ({ ...draft, seq: 99, at: 0 });
const started = stamped({ type: 'run_started', v: 1, plan: planOf(one), overtaking: 2 });

describe('illegal moves', () => {
  test.each([
    ['executing', 'audit', 'auditing'],
    ['executing', 'merge', 'landing'],
    ['executing', 'review', 'reviewing'],
    ['validating', 'develop', 'queued'],
    ['reviewing', 'validate', 'validating'],
    ['auditing', 'review', 'reviewing'],
    ['landing', 'audit', 'auditing'],
    ['completed', 'develop', 'queued'],
    ['completed', 'merge', 'landing'],
  ] as const)(
    'EPIC-01 from %s a decision for %s is refused, and the state stays as it was',
    (from, stage, to) => {
      const state = ticketThatIs(from);
      const event = routed(stage);
      expect(mayMove(from, to)).toBe(false);
      const before = structuredClone(state);
      expect(() => admitted(state, event)).toThrow(`ticket_routed would move A from ${from} to ${to}`);
      expect(state).toEqual(before);
    },
  );

  test('EPIC-01 the refusal says by code, data and hint what it is', () => {
    let thrown: unknown;
    try {
      admitted(ticketThatIs('completed'), routed('develop'));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      code: 'TRANSITION_ILLEGAL',
      data: { ticket: 'A', event: 'ticket_routed' },
      hint: 'This is a bug in the coordinator; nothing was written.',
    });
  });

  test('EPIC-01 nothing is opened under a name that is taken', () => {
    const state = ticketThatIs('validating');
    const before = structuredClone(state);
    const twice = stamped({ type: 'remediation_opened', v: 1, ticket: 'A' });
    expect(() => admitted(state, twice)).toThrow('remediation_opened would open A a second time');
    const fix = stamped({ type: 'fix_opened', v: 1, ticket: 'A', audit: 'A', group: 0 });
    expect(() => admitted(state, fix)).toThrow('fix_opened would open A a second time');
    expect(state).toEqual(before);
  });

  test('EPIC-01 legal moves, events without a ticket and tickets nobody knows are admitted', () => {
    const state = ticketThatIs('validating');
    expect(admitted(state, routed('review')).seq).toBe(99);
    const halted = stamped({ type: 'run_halted', v: 1, by: 'somebody', because: '' });
    expect(admitted(state, halted).halted).toEqual({ by: 'somebody', why: '' });
    const stranger = stamped({ type: 'ticket_held', v: 1, ticket: 'X' });
    expect(admitted(state, stranger)).toEqual({ ...state, seq: 99 });
  });
});

describe('settling', () => {
  test('STATE-01 FLOW-02 every decision is stamped, folded and appended in order, and work starts only after the last', () => {
    const state = evolve(initialState, started);
    const seen: string[] = [];
    const settled = settle(
      state,
      { ...defaultPolicy, auditors: 0 },
      {
        stamp: (draft) => {
          seen.push(`stamp ${draft.type}`);
          return stamped(draft);
        },
        append: (steps) => {
          for (const { event, after } of steps) {
            seen.push(`append ${event.type}`);
            expect(after.seq).toBe(event.seq);
          }
        },
      },
    );
    expect(seen).toEqual([
      'stamp ticket_routed',
      'append ticket_routed',
      'stamp baseline_started',
      'append baseline_started',
    ]);
    expect(settled.start.map((event) => [event.type, event.run])).toEqual([['baseline_started', 0]]);
    expect(settled.state.running).toBe(1);
  });

  test('STATE-01 there is nothing to decide in a state that is settled, before a run, or after its end', () => {
    const stage = direct(one);
    const again = settle(stage.state(), defaultPolicy, neverCalled);
    expect(again).toEqual({ state: stage.state(), start: [] });
    stage.land('A');
    expect(settle(stage.state(), defaultPolicy, neverCalled).start).toEqual([]);
    expect(settle(initialState, defaultPolicy, neverCalled).state).toBe(initialState);
  });

  test('STATE-03 every event of a whole run fits its schema', () => {
    const stage = direct(one, { auditors: 1 });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    stage.land('A');
    stage.land('audit:run');
    for (const event of stage.journal) expect(problemTexts(EventSchema, event)).toEqual([]);
  });
});

const neverCalled = {
  stamp: (draft: Draft): Event => {
    throw new Error(`nothing should have been decided, but ${draft.type} was`);
  },
  append: () => undefined,
};

function routed(stage: Extract<Event, { type: 'ticket_routed' }>['stage']): Event {
  return stamped({ type: 'ticket_routed', v: 1, ticket: 'A', stage, seats: 1, claim: null, because: '' });
}

function ticketThatIs(
  status: 'executing' | 'validating' | 'reviewing' | 'auditing' | 'landing' | 'completed',
): State {
  const stage = direct(one);
  while (stage.status('A') !== status) stage.pass('A');
  return stage.state();
}

describe('one decision', () => {
  test('P5 all events of a decision are appended together: half of one could mean the opposite', () => {
    const policy = { ...defaultPolicy, auditors: 1, waitForPeople: true };
    const stage = direct(one, policy);
    stage.land('A');
    stage.drive('audit:run', 'score');
    stage.answer('audit:run', 'audit_scored', { move: 'fix', groups: 2 });
    const scored = stage.journal.findIndex((event) => event.type === 'audit_scored');
    const state = stage.journal.slice(0, scored + 1).reduce(evolve, initialState);
    const batches: string[][] = [];
    settle(state, policy, {
      stamp: (draft, nth) => ({ ...draft, seq: scored + 2 + nth, at: 0 }),
      append: (steps) => batches.push(steps.map(({ event }) => `${event.type} ${event.seq}`)),
    });
    expect(batches[0]).toEqual([`fix_opened ${scored + 2}`, `fix_opened ${scored + 3}`]);
  });
});

test('EPIC-01 a fix cannot bring an audit back that has ended', () => {
  const stage = direct(one);
  stage.land('A');
  expect(stage.status('audit:run')).toBe('completed');
  const opened = stamped({ type: 'fix_opened', v: 1, ticket: 'fix:1', audit: 'audit:run', group: 0 });
  expect(() => admitted(stage.state(), opened)).toThrow('would move audit:run from completed to auditing');
});
