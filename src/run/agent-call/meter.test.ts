import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { unsetAgent } from '../../model/config.ts';
import type { AgentSettings } from '../../model/config.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { Budget } from '../../model/usage.ts';
import { direct } from '../../../test/support/director.ts';
import type { Director } from '../../../test/support/director.ts';
import { chargeFor } from './charge.ts';
import { Meter } from './meter.ts';

const settings: AgentSettings = { ...unsetAgent, use: 'api', prices: { in: 1_000_000, out: 0 } };
const cost = { usd: 10, tokens: 10 };
const estimates = {
  developer: cost,
  critic: cost,
  auditor: cost,
  reviewer: cost,
  fixer: cost,
  remediator: cost,
};
const none: Budget = { usd: null, tokens: null };

/** Dollars are tokens here: each costs one. */
function used(dollars: number) {
  return { tokensIn: dollars, tokensOut: 0, usd: null };
}

function sent(stage: Director, ticket: string): AssignmentEvent {
  const [last] = stage.events('developer_dispatched').filter((event) => event.ticket === ticket);
  if (last === undefined) throw new Error(`${ticket} was not sent`);
  return last;
}

function world(budget: number, ticketBudget: Budget = none) {
  const bounds = { budget: { usd: budget, tokens: null }, ticketBudget };
  let stage: Director | undefined;
  const meter = new Meter(() => director().state(), bounds);
  const policy = { estimates, ...bounds, maxParallel: 3, excess: meter.excess.bind(meter) };
  const director = (): Director => (stage ??= direct({ tickets: ['A', 'B', 'C', 'D'] }, policy));
  const tells = (ticket: string, dollars: number): boolean => {
    meter.tell(sent(director(), ticket), settings, used(dollars));
    return meter.reachesFor(sent(director(), ticket));
  };
  return { meter, stage: director(), tells };
}

test('TEAM-16 an agent may use what was set aside for it, and what nobody was promised', () => {
  const { tells, stage } = world(35);
  expect(stage.running()).toHaveLength(3);
  expect(tells('A', 10)).toBe(true);
  // Five are left over beside what B and C were promised.
  expect(tells('A', 14)).toBe(true);
  expect(tells('A', 15)).toBe(false);
  expect(tells('B', 10)).toBe(true);
  expect(tells('B', 11)).toBe(false);
});

test('TEAM-16 nobody goes on once everything that running agents have used comes to the budget', () => {
  const { tells } = world(30);
  tells('A', 21);
  expect(tells('B', 8)).toBe(true);
  expect(tells('B', 9)).toBe(false);
  expect(tells('C', 1)).toBe(false);
});

test('TEAM-16 what an ended run has cost counts once, and what it was promised is free again', () => {
  const { tells, stage } = world(34);
  tells('A', 5);
  stage.answer('A', 'developer_ready_for_review', { used: { usd: 5, tokens: 5 } });
  // 5 settled, 10 for C: nineteen are B's.
  expect(tells('B', 18)).toBe(true);
  expect(tells('B', 19)).toBe(false);
});

test('TEAM-16 the budget of a ticket stops its agents alone', () => {
  const { tells } = world(1000, { usd: 12, tokens: null });
  expect(tells('A', 11)).toBe(true);
  expect(tells('A', 12)).toBe(false);
  expect(tells('B', 3)).toBe(true);
});

test('TEAM-16 money that a running agent has used beyond its share is given to nobody else', () => {
  const { tells, stage, meter } = world(60);
  tells('A', 40);
  expect(meter.excess(stage.state())).toEqual({
    all: { usd: 30, tokens: 30 },
    byJob: new Map([['A', { usd: 30, tokens: 30 }]]),
  });
  stage.answer('B', 'developer_question', { used: { usd: 5, tokens: 5 } });
  // 5 spent, 20 promised, 30 beyond that: D would be one too many.
  expect(stage.running()).toEqual(['A develop', 'C develop']);
  stage.answer('A', 'developer_question', { used: { usd: 40, tokens: 40 } });
  expect(stage.running()).toEqual(['C develop']);
});

test('TEAM-16 whatever three agents do, at most one call of each goes past the budget', () => {
  const calls = fc.array(
    fc.record({ who: fc.constantFrom('A', 'B', 'C'), dollars: fc.integer({ min: 1, max: 9 }) }),
    {
      maxLength: 80,
    },
  );
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 60 }), calls, (budget, all) => {
      const { tells } = world(budget);
      const spent = new Map([
        ['A', 0],
        ['B', 0],
        ['C', 0],
      ]);
      const stopped = new Set<string>();
      let past = 0;
      for (const { who, dollars } of all) {
        if (stopped.has(who)) continue;
        const before = [...spent.values()].reduce((sum, each) => sum + each, 0);
        if (before >= budget) past += 1;
        spent.set(who, (spent.get(who) ?? 0) + dollars);
        if (!tells(who, spent.get(who) ?? 0)) stopped.add(who);
      }
      expect(past).toBeLessThanOrEqual(3);
    }),
  );
});

/** Two workers with a meter each, and a coordinator that sees neither; runs go to them in turn. */
function cluster(budget: number, ticketBudget: Budget = none) {
  const bounds = { budget: { usd: budget, tokens: null }, ticketBudget };
  const stage = direct(
    { tickets: ['A', 'B', 'C', 'D', 'E'] },
    { estimates, ...bounds, maxParallel: 3, sharesOut: true },
  );
  const meters = [0, 1].map(() => new Meter(() => stage.state(), bounds));
  const used = new Map<number, number>();
  const runOf = (ticket: string): AssignmentEvent | undefined => {
    const all = stage.events('developer_dispatched').filter((event) => event.ticket === ticket);
    return stage.running().includes(`${ticket} develop`) ? all.at(-1) : undefined;
  };
  return {
    stage,
    runOf,
    /** One more call of the model of whoever works on it; false: it has to stop. */
    calls: (assignment: AssignmentEvent, dollars: number): boolean => {
      const now = (used.get(assignment.run) ?? 0) + dollars;
      used.set(assignment.run, now);
      const meter = meters[assignment.run % 2];
      meter?.tell(assignment, settings, { tokensIn: now, tokensOut: 0, usd: null });
      return meter?.reachesFor(assignment) ?? false;
    },
    usedBy: ({ run }: AssignmentEvent): number => used.get(run) ?? 0,
    total: (): number => [...used.values()].reduce((sum, each) => sum + each, 0),
  };
}

test('TEAM-16 BEYOND-08 agents on two machines that see nothing of each other stay within one budget', () => {
  const calls = fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { minLength: 200, maxLength: 400 });
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 90 }), calls, (budget, all) => {
      const { stage, runOf, calls: call, usedBy, total } = cluster(budget);
      for (const ticket of all) {
        const run = runOf(ticket);
        if (run === undefined) continue;
        const mayGoOn = call(run, 1);
        expect(total()).toBeLessThanOrEqual(budget + stage.running().length);
        const amount = { usd: usedBy(run), tokens: usedBy(run) };
        if (!mayGoOn) stage.answer(ticket, 'developer_question', { used: amount });
      }
    }),
  );
});

test('TEAM-16 BEYOND-08 with its assignment an agent gets a part of what is left over, also of its ticket', () => {
  const { runOf, calls } = cluster(50);
  const [a, b, c] = ['A', 'B', 'C'].map((ticket) => runOf(ticket));
  expect([a?.extra, b?.extra, c?.extra].map((extra) => extra?.usd)).toEqual([10, 5, 1.25]);
  if (a === undefined || b === undefined) throw new Error('they were not sent');
  expect([calls(a, 19), calls(a, 1), calls(b, 14), calls(b, 1)]).toEqual([true, false, true, false]);
  const bounded = cluster(1000, { usd: 12, tokens: null });
  expect(bounded.runOf('A')?.extra).toEqual({ usd: 2, tokens: 0 });
});

const charged = { settings, model: null, reserved: { usd: 2, tokens: 30 }, bounded: none };
const bounded = { usd: 100, tokens: 100 };

test('TEAM-16 an agent’s own word wins over prices, configured ones over published ones', () => {
  const said = { tokensIn: 4, tokensOut: 1, usd: 7 };
  expect(chargeFor(said, charged)).toEqual({
    used: { usd: 7, tokens: 5 },
    meter: { usd: 'said', tokens: 'said', tokensIn: 4, tokensOut: 1, model: null },
  });
  const { usd: _, ...tokens } = said;
  expect(chargeFor({ ...tokens, usd: null }, { ...charged, model: 'claude-sonnet-4-5' })).toMatchObject({
    used: { usd: 4 },
    meter: { usd: 'priced', model: 'claude-sonnet-4-5' },
  });
  const unpriced = { ...charged, settings: { ...settings, prices: null, model: 'claude-sonnet-4-5' } };
  const million = { tokensIn: 1_000_000, tokensOut: 0, usd: null };
  expect(chargeFor(million, unpriced)).toMatchObject({ used: { usd: 3 }, meter: { usd: 'listed' } });
});

test('TEAM-16 a published price is not that of somebody else’s endpoint', () => {
  const elsewhere = { ...settings, prices: null, model: 'gpt-5', baseUrl: 'http://127.0.0.1:1/v1' };
  expect(chargeFor(used(5), { ...charged, settings: elsewhere })).toMatchObject({
    used: { usd: 0, tokens: 5 },
    meter: { usd: 'unknown', tokens: 'said' },
  });
});

test('TEAM-16 silence is charged the estimate where there is a budget, and stays unknown elsewhere', () => {
  expect(chargeFor(null, { ...charged, bounded })).toMatchObject({
    used: { usd: 2, tokens: 30 },
    meter: { usd: 'estimated', tokens: 'estimated', tokensIn: null, tokensOut: null },
  });
  expect(chargeFor(null, { ...charged, bounded: { usd: 1, tokens: null } })).toMatchObject({
    used: { usd: 2, tokens: 0 },
    meter: { usd: 'estimated', tokens: 'unknown' },
  });
  expect(chargeFor(null, charged)).toMatchObject({ used: { usd: 0, tokens: 0 }, meter: { usd: 'unknown' } });
  // Tokens without a price: they are metered, the dollars are not.
  const unpriced = { ...charged, bounded, settings: { ...settings, prices: null } };
  expect(chargeFor(used(5), unpriced)).toMatchObject({
    used: { usd: 2, tokens: 5 },
    meter: { usd: 'estimated', tokens: 'said' },
  });
});
