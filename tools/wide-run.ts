// A large run in the middle of its work, made of nothing but decisions: for pictures of pages that have much to show.
import { settle } from '../src/run/index.ts';
import type { AssignmentEvent, Draft, Event, RunPlan, RunTicket } from '../src/model/events.ts';
import { defaultPolicy, overtakingBound, type Policy } from '../src/decide/index.ts';
import { evolve, initialState, type State } from '../src/state/index.ts';
import { pass } from '../bench/coordinator.ts';

const policy: Policy = {
  ...defaultPolicy,
  maxParallel: 8,
  maxAgents: 14,
  maxVerify: 4,
  auditors: 0,
  waitForPeople: true,
};

const verbs = ['Add', 'Limit', 'Cache', 'Check', 'Show', 'Move', 'Log', 'Retry'];
const things = [
  'orders',
  'sessions',
  'invoices',
  'the search',
  'uploads',
  'webhooks',
  'the till',
  'exports',
  'stock',
];
const where = ['per customer', 'in the background', 'by region', 'on every page', 'before the sale'];

export type WideRun = { readonly events: readonly Event[]; readonly inputs: unknown };

/** As many tickets, of which so many have landed. */
export function wideRun(count: number, landed: number): WideRun {
  const plan = planOf(count);
  const events: Event[] = [];
  let state: State = initialState;
  // A busy hour that ends about now.
  const began = Date.now() - count * 15 * 700;
  const stamp = (draft: Draft, nth = 0): Event => {
    const seq = events.length + 1 + nth;
    return { ...draft, seq, at: began + seq * 700 };
  };
  const record = (draft: Draft): void => {
    const event = stamp(draft);
    events.push(event);
    state = evolve(state, event);
  };
  const recorder = {
    stamp,
    append: (steps: readonly { readonly event: Event }[]) =>
      void events.push(...steps.map(({ event }) => event)),
  };
  record({ type: 'run_started', v: 1, plan, overtaking: overtakingBound(policy) });
  record(inputsRecorded);
  const queue: AssignmentEvent[] = [];
  for (let done = 0; done < landed;) {
    const settled = settle(state, policy, recorder);
    state = settled.state;
    queue.push(...settled.start);
    const assignment = queue.shift();
    if (assignment === undefined) break;
    const draft = answer(assignment);
    if (draft.type === 'task_complete') done += 1;
    record(draft);
  }
  const tickets = plan.tickets.map(({ id }, nth) => ({
    id,
    title: titleOf(nth),
    acceptance: [],
    touches: [],
  }));
  const settings = { use: 'claude', model: 'sonnet' };
  return {
    events,
    inputs: {
      epic: { title: 'The great sale', tickets, limits: { budgetUsd: count } },
      cast: Object.fromEntries(['developer', 'critic', 'auditor'].map((role) => [role, { settings }])),
    },
  };
}

const inputsRecorded: Draft = {
  type: 'inputs_recorded',
  v: 1,
  base: { ref: 'main', commit: 'c0', tree: 't0' },
  inputs: 'a'.repeat(64),
  epicFile: 'b'.repeat(64),
  configFile: null,
  agents: [],
  enforcement: 'enforced',
  notes: [],
};

function titleOf(nth: number): string {
  return `${verbs[nth % 8]} ${things[(nth * 5) % 9]} ${where[(nth * 3) % 5]}`;
}

/** Each ticket needs one or two of those a little before it, so that there is something to draw. */
function planOf(count: number): RunPlan {
  const tickets = Array.from({ length: count }, (_, index): RunTicket => {
    const back = [7 + ((index * 11) % 9), 16 + ((index * 7) % 13)].map((by) => index - by);
    return {
      id: `SALE-${index + 1}`,
      needs: back.filter((need, nth) => need >= 0 && (nth === 0 || index % 3 === 0)),
      milestone: -1,
      rank: index,
      touchClass: index,
      review: true,
      critics: 1,
    };
  });
  return { epic: 'told', tickets, milestones: [], overlaps: tickets.map((_, index) => [index]) };
}

/** Every seventh ticket is sent back once, every forty-first until a person is asked. */
function answer(assignment: AssignmentEvent): Draft {
  const nth = Number(assignment.ticket.slice('SALE-'.length));
  const draft = ofAttempt(pass(assignment), assignment);
  const used = { usd: 0.04 + (nth % 5) / 20, tokens: 9000 + (nth % 7) * 3100 };
  const { stage, attempt, ticket, run } = assignment;
  if (stage === 'review' && (nth % 41 === 12 || (nth % 7 === 3 && attempt === 0)))
    return {
      type: 'critic_fail',
      v: 1,
      ticket,
      run,
      used,
      commit: `c-${ticket}-${attempt}`,
      findings: ['one'],
    };
  const isAgent = stage === 'develop' || stage === 'review' || stage === 'audit';
  return isAgent && 'used' in draft ? { ...draft, used } : draft;
}

/** Each attempt hands in something new: the same again would be no attempt. */
function ofAttempt(draft: Draft, { ticket, attempt }: AssignmentEvent): Draft {
  const name = (text: string): string => text.replace(ticket, `${ticket}-${attempt}`);
  const named = { ...draft } as Record<string, unknown>;
  for (const key of ['commit', 'tree']) if (typeof named[key] === 'string') named[key] = name(named[key]);
  return named as Draft;
}
