// The founding contracts (EPIC-14). On a journal of 1,000 tickets with 60 events each, recording what came back and
// deciding what follows takes under 100 ms. In a run of the built command line with such a journal, real git, sandbox and processes,
// the developer of a revision is at work within 5 s of the verdict that sent the work back, and a review takes under 2
// minutes of our own time: all of it is ours here, because these critics answer at once.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { snapshotKeeper } from '../src/run/loop/keep-snapshots.ts';
import { foldJournal } from '../src/run/index.ts';
import { runLoop } from '../src/run/loop/run-loop.ts';
import type { LoopEnd, Perform } from '../src/run/loop/run-loop.ts';
import { openJournal } from '../src/journal/index.ts';
import type { AssignmentEvent, Draft, Event } from '../src/model/events.ts';
import { overtakingBound } from '../src/decide/index.ts';
import type { Policy } from '../src/decide/index.ts';
import { initialState } from '../src/state/index.ts';
import { contractRows, TICKETS } from './contract-rows.ts';
import { pass, planOf, policy } from './coordinator.ts';
import { onDisks } from './places.ts';
import type { Places } from './places.ts';
import { realRevisions } from './real-revisions.ts';
import type { Asked, Bench, Row } from './table.ts';

/** Events left for the real disk, after all that came before was written in memory. */
const LAST = 2000;
const REVISIONS = 6;

/** As much work as one lander keeps up with, so that all kinds of it go on until the end. */
const chosen: Policy = { ...policy, maxParallel: 1, maxAgents: 3, maxVerify: 2 };

export const bench: Bench = {
  name: 'contracts',
  run: (asked = {}) => onDisks((places) => measure(places, asked)),
};

async function measure({ disk, memory }: Places, asked: Asked): Promise<Row[]> {
  const { tickets = TICKETS, revisions = REVISIONS, limits } = asked;
  const draft = join(memory, 'journal.db');
  const events = await allButTheEnd(draft, tickets);
  const file = join(disk, 'journal.db');
  copyFileSync(draft, file);
  const updates = await goOn(file);
  return contractRows({ tickets, events, updates, ...(await realRevisions(revisions, tickets)) }, limits);
}

/** Writes all but the last events of the epic; answers with how many there will be in all, about. */
async function allButTheEnd(file: string, tickets: number): Promise<number> {
  const total = await play(file, Number.POSITIVE_INFINITY, tickets);
  const part = file.replace('journal.db', 'part.db');
  await play(part, total - Math.min(LAST, Math.ceil(total / 2)), tickets);
  copyFileSync(part, file);
  return total;
}

/** Plays an epic whose tickets take about 60 events each, to its end or to an event; answers with its last one. */
export async function play(file: string, until: number, tickets = TICKETS): Promise<number> {
  const journal = openJournal({ file, lease: `${file}.lease` });
  const drain = new AbortController();
  const first = {
    type: 'run_started',
    v: 1,
    plan: plan(tickets),
    overtaking: overtakingBound(chosen),
  } as const;
  const began: Event = { ...first, seq: 1, at: 0 };
  await journal.append([began]);
  const { memory } = foldJournal(journal);
  const keeper = snapshotKeeper(journal, memory);
  const { end } = runLoop({
    journal,
    clock: { now: () => 0 },
    policy: chosen,
    state: memory.state,
    open: [],
    perform: (assignment) => Promise.resolve(answer(assignment)),
    onEvents(steps) {
      keeper.learn(steps);
      if (memory.state.seq >= until) drain.abort();
    },
    drain: drain.signal,
    kill: new AbortController().signal,
  });
  const { state }: LoopEnd = await end;
  await keeper.finish();
  journal.close();
  return state.seq;
}

/** The rest on a real disk: from the moment an agent has answered until what follows from it is durable. */
export async function goOn(file: string, now = () => performance.now()): Promise<readonly number[]> {
  const journal = openJournal({ file });
  const { memory, open } = foldJournal(journal);
  if (memory.state === initialState) throw new Error('the journal is empty');
  const keeper = snapshotKeeper(journal, memory);
  const came = new Map<number, number>();
  const updates: number[] = [];
  const perform: Perform = async (assignment) => {
    await new Promise((resolve) => setImmediate(resolve));
    came.set(assignment.run, now());
    return answer(assignment);
  };
  const { end } = runLoop({
    journal,
    clock: { now: () => 0 },
    policy: chosen,
    state: memory.state,
    open,
    perform,
    onEvents(steps) {
      keeper.learn(steps);
      for (const { event } of steps)
        if ('used' in event) updates.push(now() - (came.get(event.run) ?? Number.NaN));
    },
    drain: new AbortController().signal,
    kill: new AbortController().signal,
  });
  await end;
  await keeper.finish();
  journal.close();
  return updates;
}

function plan(tickets: number): ReturnType<typeof planOf> {
  const pairs = planOf(tickets);
  return { ...pairs, tickets: pairs.tickets.map((ticket) => ({ ...ticket, needs: [] })) };
}

/** Two rounds go back to the developer, and every agent has to be asked twice before it says something that counts. */
function answer(assignment: AssignmentEvent): Draft {
  const { ticket, run, stage, attempt, clarification } = assignment;
  const head = { v: 1 as const, ticket, run, used: { usd: 0, tokens: 0 } };
  const commit = `c-${ticket}-${attempt}`;
  if (['develop', 'review', 'audit'].includes(stage) && clarification === 0)
    return { ...head, type: 'agent_unclear', because: 'no signal' };
  if (stage === 'develop')
    return { ...head, type: 'developer_ready_for_review', commit, tree: `t-${commit}` };
  if (stage === 'validate')
    return { ...head, type: 'validation_passed', commit, tree: `t-${commit}`, changed: true };
  if (stage === 'review' && attempt < 2) return { ...head, type: 'critic_fail', commit, findings: ['one'] };
  if (stage === 'review') return { ...head, type: 'critic_pass', commit };
  if (stage === 'audit') return { ...head, type: 'auditor_pass', commit };
  return pass(assignment);
}
