import { expect, test } from 'vitest';

import type { Event } from '../../src/model/events.ts';
import { defaultPolicy } from '../../src/decide/index.ts';
import { direct } from '../support/director.ts';
import { breaches } from './journal-rules.ts';

const overrides = { auditors: 0, waitForPeople: true, perMilestone: false, endOfRun: false, maxParallel: 2 };
const policy = { ...defaultPolicy, ...overrides };

/** Two tickets side by side and one after them; a critic sends one back, a worker is lost, and all of them land. */
function aGoodJournal(): readonly Event[] {
  const director = direct({ tickets: ['A', 'B', { id: 'C', needs: ['A'] }] }, overrides);
  director.drive('A', 'review');
  director.answer('A', 'critic_fail');
  director.answer('B', 'agent_failed', { trouble: 'stall', because: 'was lost' });
  for (const ticket of ['A', 'B', 'C']) director.land(ticket);
  return director.journal;
}

const good = aGoodJournal();

/** The journal with every event that fits replaced by these; numbered as if nothing had happened. */
function bent(fits: (event: Event) => boolean, into: (event: Event) => readonly Event[]): readonly Event[] {
  const events = good.flatMap((event) => (fits(event) ? into(event) : [event]));
  return events.map((event, nth) => ({ ...event, seq: nth + 1 }));
}

const isOf = (type: Event['type'], ticket: string) => (event: Event) =>
  event.type === type && 'ticket' in event && event.ticket === ticket;

const twice = (event: Event): readonly Event[] => [event, event];
const changed =
  (change: object) =>
  (event: Event): readonly Event[] => [{ ...event, ...change }];
const run = (type: Event['type'], ticket: string): number => {
  const found = good.find(isOf(type, ticket));
  return found !== undefined && 'run' in found ? found.run : -1;
};

test('RECOVER-01 a journal as the coordinator writes it breaks nothing', () => {
  expect(good.at(-1)?.type).toBe('run_ended');
  expect(breaches(good, policy)).toEqual([]);
});

const broken: readonly (readonly [what: string, journal: readonly Event[], rule: RegExp])[] = [
  ['an event is lost', good.filter(({ seq }) => seq !== 9), /event 10 follows 8/],
  [
    'an event is there twice',
    good.flatMap((event) => (event.seq === 9 ? [event, event] : [event])),
    /event 9 follows 9/,
  ],
  ['its end is missing', good.slice(0, -1), /the run has not ended/],
  ['its beginning is missing', good.slice(1), /does not begin with run_started/],
  [
    'an event is of no known shape',
    bent(isOf('merged', 'A'), changed({ hurried: true })),
    /does not fit its schema/,
  ],
  ['work is handed out twice', bent(isOf('validation_started', 'B'), twice), /was handed out twice/],
  ['an answer counts twice', bent(isOf('validation_passed', 'B'), twice), /was answered twice/],
  [
    'nobody asked for an answer',
    bent(isOf('validation_passed', 'B'), changed({ run: 999 })),
    /run 999 was answered, not asked/,
  ],
  [
    'the answer of one who was given up counts',
    bent(isOf('developer_ready_for_review', 'B'), changed({ run: run('agent_failed', 'B') })),
    /was answered twice/,
  ],
  ['a ticket lands twice', bent(isOf('task_complete', 'B'), landsAgain), /P3: B lands twice/],
  [
    'something else lands',
    bent(isOf('task_complete', 'B'), changed({ commit: 'e'.repeat(40) })),
    /P1: B lands another commit/,
  ],
  [
    'another tree lands',
    bent(isOf('task_complete', 'B'), changed({ tree: 'e'.repeat(40) })),
    /P1: B lands another commit/,
  ],
  [
    'no check has passed on what lands',
    bent(
      (event) => isOf('validation_passed', 'B')(event) || isOf('landing_gate_passed', 'B')(event),
      changed({ tree: 'unseen' }),
    ),
    /P1: B lands a tree on which no check has passed/,
  ],
  [
    'its critic spoke of something else',
    bent(isOf('critic_pass', 'B'), changed({ commit: 'other' })),
    /P2: B lands without its critics' pass/,
  ],
  [
    'its auditor spoke of something else',
    bent(isOf('auditor_pass', 'B'), changed({ commit: 'other' })),
    /P2: B lands without an audit/,
  ],
  [
    'the evidence was not confirmed',
    bent(isOf('claim_confirmed', 'B'), changed({ type: 'claim_unchecked', because: 'no' })),
    /P2: B lands without an audit/,
  ],
  [
    'it starts before what it needs',
    bent(({ type }) => type === 'run_started', needing),
    /DISPATCH-03: B starts before C has landed/,
  ],
  [
    'it is sent back for nothing',
    bent(isOf('critic_fail', 'A'), changed({ type: 'critic_pass' })),
    /A is sent back \(review\)/,
  ],
  [
    'it fails and nobody said so',
    bent(isOf('task_complete', 'C'), failing),
    /FLOW-07: C failed and nobody said so/,
  ],
];

test.each(broken)('RECOVER-01 it is noticed in a journal when %s', (_what, journal, rule) => {
  expect(breaches(journal, policy).join('\n')).toMatch(rule);
});

test('DISPATCH-04 the bounds are those of the run', () => {
  expect(breaches(good, { ...policy, maxParallel: 1 }).join('\n')).toMatch(
    /DISPATCH-04: 2 developers at once/,
  );
  expect(breaches(good, { ...policy, agentTries: 0 }).join('\n')).toMatch(/RECOVER-02: B gets try 1/);
  expect(breaches(good, { ...policy, maxRevisions: 0 }).join('\n')).toMatch(/EPIC-07: A gets attempt 1/);
});

function landsAgain(event: Event): readonly Event[] {
  const started = good.find(isOf('landing_started', 'B'));
  return [event, { ...started, run: 999 } as Event, { ...event, run: 999 } as Event];
}

function needing(event: Event): readonly Event[] {
  if (event.type !== 'run_started') return [event];
  const tickets = event.plan.tickets.map((ticket) =>
    ticket.id === 'B' ? { ...ticket, needs: [2] } : ticket,
  );
  return [{ ...event, plan: { ...event.plan, tickets } }];
}

function failing(event: Event): readonly Event[] {
  const about = { v: 1, seq: 0, at: event.at, ticket: 'C', kind: null, reason: 'so' } as const;
  return [{ ...about, type: 'workflow_failed', reviewAttempts: 0, auditAttempts: 0 }];
}
