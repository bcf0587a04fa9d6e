import { join } from 'node:path';

import { migrate, openBoss, openClusterJournal } from '../../src/cluster/index.ts';
import { openHandOut, openWorker, openPostgres } from '../../src/cluster/index.ts';
import { clock } from '../../src/project/open-ports.ts';
import { runLoop } from '../../src/run/loop/run-loop.ts';
import type { Perform } from '../../src/run/loop/run-loop.ts';
import { openJournal } from '../../src/journal/index.ts';
import type { AssignmentEvent, Draft } from '../../src/model/events.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { ResultDraft } from '../../src/ports/records.ts';
import { overtakingBound } from '../../src/decide/index.ts';
import type { Policy } from '../../src/decide/index.ts';
import { evolve, initialState } from '../../src/state/index.ts';
import { pass, planOf, policy } from '../coordinator.ts';
import { median } from '../table.ts';

/** Milliseconds of one effect that is nothing but being handed out and answered, one after the other. */
export type Emptiness = {
  readonly inProcess: number;
  readonly cluster: number;
  /** Parts of an effect in the cluster: recorded and sent, taken by the worker, answered by it, brought back. */
  readonly appended: number;
  readonly taken: number;
  readonly answered: number;
  readonly collected: number;
};

/** The real loop, journals, job queues and one worker; only what is to be done is left out. Rounds in turn. */
export async function emptyEffects(
  url: string,
  place: string,
  { rounds, tickets }: { readonly rounds: number; readonly tickets: number },
): Promise<Emptiness> {
  const here: number[] = [];
  const there: number[] = [];
  const parts: Record<'appended' | 'taken' | 'answered' | 'collected', number[]> = {
    appended: [],
    taken: [],
    answered: [],
    collected: [],
  };
  for (let round = 0; round < rounds; round++) {
    const journal = openJournal({ file: join(place, `empty-${round}`, 'journal.db') });
    const free: Perform = (assignment) => Promise.resolve(pass(assignment));
    here.push(await millisecondsPerEffect(journal, tickets, free));
    journal.close();
    there.push(
      await inCluster(url, `empty-${round}`, tickets, (name, ms) => {
        parts[name].push(ms);
      }),
    );
  }
  return {
    inProcess: median(here),
    cluster: median(there),
    appended: median(parts.appended),
    taken: median(parts.taken),
    answered: median(parts.answered),
    collected: median(parts.collected),
  };
}

type Part = 'appended' | 'taken' | 'answered' | 'collected';

type Note = (part: Part, ms: number) => void;

async function inCluster(url: string, epic: string, tickets: number, note: Note): Promise<number> {
  const postgres = await openPostgres(url);
  await migrate(postgres);
  const boss = await openBoss(postgres, url);
  const executor = await handOut({ postgres, boss, epic });
  const underway = new Map<number, Underway>();
  const worker = await workerOf({ postgres, boss }, underway, note);
  const journal = await openClusterJournal(postgres, epic, {
    holder: 'bench',
    leaseMs: 15_000,
    within: executor.within,
  });
  const perform: Perform = async (assignment, cancel) => {
    if (!executor.takes(assignment)) return pass(assignment);
    const mark = { assignment, appended: performance.now(), taken: 0, ended: 0 };
    underway.set(assignment.run, mark);
    const draft = await executor.carryOut(assignment, cancel);
    note('collected', performance.now() - mark.ended);
    underway.delete(assignment.run);
    return draft;
  };
  const timed: Journal = {
    ...journal,
    async append(events) {
      const began = performance.now();
      await journal.append(events);
      note('appended', performance.now() - began);
    },
  };
  const value = await millisecondsPerEffect(timed, tickets, perform);
  await worker.drain();
  executor.close();
  await journal.closed();
  await boss.close();
  await postgres.close();
  return value;
}

type Underway = {
  readonly assignment: AssignmentEvent;
  readonly appended: number;
  taken: number;
  ended: number;
};

type Engine = {
  readonly postgres: Awaited<ReturnType<typeof openPostgres>>;
  readonly boss: Awaited<ReturnType<typeof openBoss>>;
};

const wanted = { version: 'bench', enforcement: 'verified', label: null } as const;
const onProblem = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);

function handOut(engine: Engine & { readonly epic: string }) {
  return openHandOut({
    ...wanted,
    ...engine,
    workerLeaseMs: 30_000,
    told: () => ({ hub: '', lessons: [] }),
    collect: async () => undefined,
    share: async () => undefined,
    overheard: () => undefined,
    fence: () => 0,
    onProblem,
  });
}

/** A worker that has done everything as soon as it has it. */
function workerOf(engine: Engine, underway: ReadonlyMap<number, Underway>, note: Note) {
  return openWorker({
    ...wanted,
    ...engine,
    host: 'bench',
    kinds: ['verify', 'critic', 'developer'],
    labels: [],
    capacity: 1,
    workerLeaseMs: 30_000,
    carryOut({ run }) {
      const mark = underway.get(run);
      if (mark === undefined) return Promise.resolve(undefined);
      mark.taken = performance.now();
      note('taken', mark.taken - mark.appended);
      return Promise.resolve(pass(mark.assignment) as ResultDraft);
    },
    onTaken: () => undefined,
    onEnded({ run }) {
      const mark = underway.get(run);
      if (mark === undefined) return;
      mark.ended = performance.now();
      note('answered', mark.ended - mark.taken);
    },
    onProblem,
  });
}

/** One ticket at a time, all of which pass. */
async function millisecondsPerEffect(journal: Journal, tickets: number, perform: Perform): Promise<number> {
  const chosen: Policy = { ...policy, maxParallel: 1, maxAgents: 1, maxVerify: 1 };
  const draft: Draft = {
    type: 'run_started',
    v: 1,
    plan: planOf(tickets),
    overtaking: overtakingBound(chosen),
  };
  const began = { ...draft, seq: 1, at: clock.now() };
  await journal.append([began]);
  let effects = 0;
  const start = performance.now();
  const { end } = runLoop({
    journal,
    clock,
    policy: chosen,
    state: evolve(initialState, began),
    open: [],
    perform(assignment, cancel) {
      effects++;
      return perform(assignment, cancel);
    },
    onEvents: () => undefined,
    drain: new AbortController().signal,
    kill: new AbortController().signal,
  });
  await end;
  return (performance.now() - start) / effects;
}
