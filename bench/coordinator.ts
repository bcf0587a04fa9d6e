import { settle } from '../src/run/index.ts';
import type { AssignmentEvent, Draft, Event, RunTicket, RunPlan } from '../src/model/events.ts';
import { defaultPolicy, overtakingBound } from '../src/decide/index.ts';
import type { Policy } from '../src/decide/index.ts';
import { evolve, initialState } from '../src/state/index.ts';
import type { State } from '../src/state/index.ts';
import { campaign } from '../test/simulation/campaign.ts';
import { atMost, median } from './table.ts';
import type { Bench, Row } from './table.ts';

const ROUNDS = 5;
const sizes = [10, 1000, 10_000];
/** Each round handles about as many events at every size, so that the clock sees the same amount of work. */
const TICKETS_PER_ROUND = 10_000;
const SEEDS = 20_000;

export const policy: Policy = { ...defaultPolicy, maxParallel: 8, maxAgents: 10, maxVerify: 4, auditors: 0 };

/** Decide and evolve in memory, epics of three sizes in turn: cost per event may not grow with their number. */
export const bench: Bench = {
  name: 'coordinator',
  run: () => Promise.resolve(measure()),
};

function measure(): Row[] {
  const perEvent = new Map<number, number[]>(sizes.map((size) => [size, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of sizes) perEvent.get(size)?.push(microsecondsPerEvent(size));
  }
  const typical = sizes.map((size) => median(perEvent.get(size) ?? []));
  const [, thousand = Number.NaN, tenThousand = Number.NaN] = typical;
  return [
    ...sizes.map((size, index) => ({
      what: `decide + evolve, ${size} tickets`,
      value: 1e6 / (typical[index] ?? Number.NaN),
      unit: 'events/s',
    })),
    atMost({ what: 'cost per event, 10,000 : 1,000 tickets', value: tenThousand / thousand, unit: 'x' }, 1.5),
    simulated(),
  ];
}

function simulated(): Row {
  const started = process.cpuUsage();
  const { transitions } = campaign(0, SEEDS);
  const cpu = process.cpuUsage(started);
  const value = transitions / ((cpu.user + cpu.system) / 1e6);
  return { what: 'simulated transitions, every promise checked', value, unit: 'per CPU second' };
}

function microsecondsPerEvent(tickets: number): number {
  const plan = planOf(tickets);
  const times = TICKETS_PER_ROUND / tickets;
  let events = 0;
  const started = process.cpuUsage();
  for (let nth = 0; nth < times; nth++) events += drive(plan);
  const cpu = process.cpuUsage(started);
  return (cpu.user + cpu.system) / events;
}

/** Independent pairs with files of their own: the common shape of a large epic. */
export function planOf(count: number): RunPlan {
  const tickets = Array.from({ length: count }, (_, index): RunTicket => ({
    id: `T${index}`,
    needs: index % 2 === 1 ? [index - 1] : [],
    milestone: -1,
    rank: index,
    touchClass: index,
    review: true,
    critics: 1,
  }));
  return { epic: 'bench', tickets, milestones: [], overlaps: tickets.map((_, index) => [index]) };
}

/** Every agent passes at once; answers with the number of events it took. */
function drive(plan: RunPlan): number {
  let seq = 0;
  let state: State = initialState;
  const stamp = (draft: Draft): Event => ({ ...draft, seq: ++seq, at: seq });
  const recorder = { stamp, append: () => undefined };
  const queue: AssignmentEvent[] = [];
  let taken = 0;
  state = evolve(state, stamp({ type: 'run_started', v: 1, plan, overtaking: overtakingBound(policy) }));
  for (;;) {
    const settled = settle(state, policy, recorder);
    state = settled.state;
    queue.push(...settled.start);
    const assignment = queue[taken++];
    if (assignment === undefined) return seq;
    state = evolve(state, stamp(pass(assignment)));
  }
}

const free = { usd: 0, tokens: 0 };

export function pass(assignment: AssignmentEvent): Draft {
  const head = { v: 1 as const, ticket: assignment.ticket, run: assignment.run, used: free };
  const commit = `c-${assignment.ticket}`;
  const tree = `t-${assignment.ticket}`;
  switch (assignment.stage) {
    case 'baseline':
      return { ...head, type: 'baseline_measured', red: [], inconclusive: [] };
    case 'develop':
      return { ...head, type: 'developer_ready_for_review', commit, tree };
    case 'validate':
      return { ...head, type: 'validation_passed', commit, tree, changed: true };
    case 'review':
      return { ...head, type: 'critic_pass', commit };
    case 'audit':
      return { ...head, type: 'auditor_pass', commit };
    case 'confirm':
      return { ...head, type: 'claim_confirmed', claim: 'audit_pass' };
    case 'merge':
      return { ...head, type: 'merged', commit: `m-${commit}`, tree: `m-${tree}`, overlapping: false };
    case 'gate':
      return { ...head, type: 'landing_gate_passed', tree: `m-${tree}` };
    case 'land':
    case 'survey':
    case 'recover':
    case 'reconcile':
    case 'team':
    case 'score':
      return { ...head, type: 'task_complete', commit: `m-${commit}`, tree: `m-${tree}` };
  }
}
