import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { clock } from '../src/project/open-ports.ts';
import { runLoop } from '../src/run/loop/run-loop.ts';
import { mailbox } from '../src/journal/index.ts';
import type { AssignmentEvent, Draft } from '../src/model/events.ts';
import type { Journal } from '../src/ports/journal.ts';
import { overtakingBound } from '../src/decide/index.ts';
import type { Policy } from '../src/decide/index.ts';
import { evolve, initialState } from '../src/state/index.ts';
import { pass, planOf, policy } from './coordinator.ts';

/** What a run did while everybody waited. */
export type Stillness = {
  readonly running: number;
  readonly asking: number;
  readonly seconds: number;
  readonly cpuMs: number;
  /** Writes and reads of the whole process, as the kernel counts them; NaN where it does not tell. */
  readonly writes: number;
  readonly reads: number;
  readonly events: number;
  /** How often the process went to sleep of its own accord: every poll is one. */
  readonly wakes: number;
  /** Timers that would wake it. */
  readonly timers: number;
};

const SETTLE_MS = 3000;
const WATCH_MS = 5000;

/**
 * The real loop with the real journal, mailbox and clock: half of the tickets have an agent at work that says nothing
 * yet, the other half has asked a person.
 */
export async function waitStill(journal: Journal, file: string, tickets: number): Promise<Stillness> {
  const plan = planOf(tickets);
  const independent = { ...plan, tickets: plan.tickets.map((ticket) => ({ ...ticket, needs: [] })) };
  const chosen: Policy = { ...policy, maxParallel: tickets, waitForPeople: true };
  const draft: Draft = { type: 'run_started', v: 1, plan: independent, overtaking: overtakingBound(chosen) };
  const began = { ...draft, seq: 1, at: clock.now() };
  await journal.append([began]);
  const start = evolve(initialState, began);
  let state = start;
  const kill = new AbortController();
  const { intake, end } = runLoop({
    journal,
    clock,
    policy: chosen,
    state: start,
    open: [],
    perform,
    onEvents: (steps) => (state = steps.at(-1)?.after ?? state),
    drain: new AbortController().signal,
    kill: kill.signal,
  });
  const post = mailbox(join(dirname(file), 'inbox')).watch((_, done) => done());
  await quietFor(SETTLE_MS, () => state.seq);
  const before = counters();
  const seq = state.seq;
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  await asleep(WATCH_MS);
  const after = counters();
  const stillness = {
    running: state.running,
    asking: state.asking.size,
    seconds: WATCH_MS / 1000,
    cpuMs: after.cpuMs - before.cpuMs,
    writes: after.writes - before.writes,
    reads: after.reads - before.reads,
    events: state.seq - seq,
    wakes: after.wakes - before.wakes,
    timers,
  };
  post.close();
  kill.abort();
  intake.put({ type: 'run_halted', v: 1, by: 'bench', because: 'measured' });
  await end;
  return stillness;
}

/** Every second ticket asks; all others work until they are called off. */
function perform(assignment: AssignmentEvent, cancel: AbortSignal): Promise<Draft | undefined> {
  if (assignment.stage !== 'develop') return Promise.resolve(pass(assignment));
  if (Number(assignment.ticket.slice(1)) % 2 === 0) {
    const { ticket, run } = assignment;
    const used = { usd: 0, tokens: 0 };
    return Promise.resolve({ type: 'developer_question', v: 1, ticket, run, used, question: 'Which?' });
  }
  return new Promise((resolve) => cancel.addEventListener('abort', () => resolve(undefined), { once: true }));
}

/** Until nothing has changed for so long. */
async function quietFor(ms: number, seen: () => number): Promise<void> {
  for (let last = -1; last !== seen();) {
    last = seen();
    await asleep(ms);
  }
}

function asleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Counters = Pick<Stillness, 'cpuMs' | 'writes' | 'reads' | 'wakes'>;

function counters(): Counters {
  const { user, system } = process.cpuUsage();
  const io = ioOf();
  return {
    cpuMs: (user + system) / 1000,
    writes: Number(/^syscw: (\d+)/m.exec(io)?.[1]),
    reads: Number(/^syscr: (\d+)/m.exec(io)?.[1]),
    wakes: process.resourceUsage().voluntaryContextSwitches,
  };
}

function ioOf(): string {
  try {
    return readFileSync('/proc/self/io', 'utf8');
  } catch {
    return '';
  }
}
