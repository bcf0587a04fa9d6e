import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jsonIn } from '../../schema/json-in.ts';
import type { ResultDraft } from '../../ports/records.ts';
import type { Boss } from '../boss.ts';
import { ANSWERS, STOP, WORK } from '../channel.ts';
import { onceAtATime } from '../patiently.ts';
import { forgetDead } from './see-workers.ts';
import { queuesOf } from './queues.ts';
import { deregister, type LiveMachine, register, sayAlive, WORKER_RENEWALS } from './signs-of-life.ts';
import { isRunDescription, type RunDescription } from './told.ts';

/** One assignment that this worker has taken. */
export type TakenWork = {
  readonly epic: string;
  readonly run: number;
  /** The event that hands it out. */
  readonly seq: number;
  /** When it was taken: only who took it then may answer. A number may be given again, where an epic begins anew. */
  readonly taken: string;
  /** When its epic began: another run of the same name has nothing to do with this one. */
  readonly born: string;
  readonly told: RunDescription;
};

export type WorkerOptions = LiveMachine & {
  readonly boss: Boss;
  /** Carries one out; undefined: it was called off. */
  carryOut(job: TakenWork, cancel: AbortSignal): Promise<ResultDraft | undefined>;
  onTaken(job: TakenWork): void;
  onEnded(job: TakenWork, how: 'answered' | 'too late' | 'called off' | 'failed', error?: unknown): void;
  readonly onProblem: (error: unknown) => void;
};

export type OpenWorker = {
  readonly id: string;
  /** Takes nothing more; resolves when what is in hand is done. */
  drain(): Promise<void>;
  /** Calls off what is in hand and says so, for others to take it up at once. */
  stop(): Promise<void>;
};

type InHand = { readonly job: TakenWork; readonly off: AbortController; readonly done: Promise<void> };

/** Work is said to be there; once in a while it is looked for anyway. */
const LOOK_MS = 5000;

/** A worker: takes assignments from its queues while it has room, says that it lives, and answers. */
export async function openWorker(settings: WorkerOptions): Promise<OpenWorker> {
  const { postgres, workerLeaseMs } = settings;
  const id = randomUUID();
  const inProgress = openWorkInHand(settings, id);
  let confirmed = performance.now();
  const live = onceAtATime(async () => {
    const began = performance.now();
    for (const key of await sayAlive(settings, id, inProgress.keys())) inProgress.callOff('stopped', key);
    confirmed = began;
  }, settings.onProblem);
  await forgetDead(postgres);
  await register(settings, id);
  const heard = await postgres.listen(WORK, (said) => {
    inProgress.fill();
    // Where many machines are, not all of them can ask the database for every piece of work that one of them gets.
    if (inProgress.areBusy() && (said === STOP || said === undefined)) live();
  });
  const pulse = setInterval(() => {
    live();
    // Others have taken our work up, or are about to: what we go on doing would be done twice.
    if (performance.now() - confirmed > workerLeaseMs) inProgress.callOff('lost');
  }, workerLeaseMs / WORKER_RENEWALS);
  const look = setInterval(inProgress.fill, LOOK_MS);
  inProgress.fill();
  const close = async (): Promise<void> => {
    await inProgress.settled();
    clearInterval(pulse);
    clearInterval(look);
    heard.close();
    await deregister(settings, id).catch(settings.onProblem);
  };
  return {
    id,
    async drain() {
      inProgress.close();
      await postgres.query('UPDATE gauntlet.workers SET leaving = true WHERE id = $1', [id]);
      await close();
    },
    async stop() {
      inProgress.close();
      inProgress.callOff('leaving');
      await close();
    },
  };
}

/** What a worker has in hand at the same time. */
type WorkInHand = {
  /** Takes more as long as there is room. */
  readonly fill: () => void;
  areBusy(): boolean;
  keys(): readonly string[];
  callOff(why: 'stopped' | 'lost' | 'leaving', key?: string): void;
  /** Takes nothing more. */
  close(): void;
  settled(): Promise<void>;
};

function openWorkInHand(settings: WorkerOptions, id: string): WorkInHand {
  const inHand = new Map<string, InHand>();
  const leaving = new AbortController();
  const begin = (job: TakenWork): void => {
    const off = new AbortController();
    const key = `${job.epic} ${job.run} ${job.taken}`;
    const done = workOn(settings, id, job, off.signal).finally(() => {
      inHand.delete(key);
      fill();
    });
    inHand.set(key, { job, off, done });
    settings.onTaken(job);
  };
  const fill = onceAtATime(async () => {
    while (!leaving.signal.aborted && inHand.size < settings.capacity) {
      const job = await take(settings, id);
      if (job === undefined) return;
      begin(job);
    }
  }, settings.onProblem);
  return {
    fill,
    areBusy: () => inHand.size > 0,
    keys: () => [...inHand.keys()],
    callOff(why, key) {
      for (const [each, { off }] of inHand) if (key === undefined || key === each) off.abort(why);
    },
    close: () => leaving.abort(),
    async settled() {
      while (inHand.size > 0) await Promise.allSettled([...inHand.values()].map(({ done }) => done));
    },
  };
}

/** The most urgent assignment of the queues this worker serves, taken in one transaction. One that looks in vain asks once. */
async function take(settings: WorkerOptions, id: string): Promise<TakenWork | undefined> {
  const queues = queuesOf(settings);
  const { rows } = await settings.postgres.query<{ queue: string }>(
    "SELECT DISTINCT queue FROM gauntlet.work WHERE state = 'waiting' AND queue = ANY ($1)",
    [queues],
  );
  const full = new Set(rows.map(({ queue }) => queue));
  for (const queue of queues.filter((each) => full.has(each))) {
    const taken = await settings.postgres.transaction((transaction) =>
      takeFrom(settings, transaction, queue, id),
    );
    if (taken !== undefined) return taken;
  }
  return undefined;
}

type Found = Pick<TakenWork, 'seq' | 'taken' | 'born'> & { readonly told: string };

async function takeFrom(
  { boss }: WorkerOptions,
  transaction: Parameters<Boss['take']>[0],
  queue: string,
  id: string,
): Promise<TakenWork | undefined> {
  for (;;) {
    const job = await boss.take(transaction, queue);
    if (job === undefined) return undefined;
    const { rows } = await transaction.query<Found>(
      `UPDATE gauntlet.work SET state = 'taken', worker = $3, taken = clock_timestamp()
        WHERE epic = $1 AND run = $2 AND state = 'waiting'
      RETURNING seq, told, taken::text AS taken,
                (SELECT created::text FROM gauntlet.epics e WHERE e.epic = work.epic) AS born`,
      [job.epic, job.run, id],
    );
    const [found] = rows;
    const told = jsonIn(found?.told);
    if (found !== undefined && isRunDescription(told))
      return { epic: job.epic, run: job.run, ...found, told };
    // Nobody waits for it any more.
    await boss.end(transaction, { queue, id: job.id });
  }
}

async function workOn(
  settings: WorkerOptions,
  id: string,
  job: TakenWork,
  cancel: AbortSignal,
): Promise<void> {
  try {
    const result = await settings.carryOut(job, cancel);
    // A worker that leaves or was cut off has nothing to say: another one does it.
    if (cancel.aborted && cancel.reason !== 'stopped') {
      settings.onEnded(job, 'called off');
      return await giveBack(settings, id, job);
    }
    settings.onEnded(job, (await answer(settings, id, job, result)) ? 'answered' : 'too late');
  } catch (error) {
    settings.onEnded(job, 'failed', error);
    await giveBack(settings, id, job).catch(settings.onProblem);
    // Whoever fails at once must not be the quickest to take the next.
    await pause(BREATH_MS, undefined, { signal: cancel }).catch(() => undefined);
  }
}

const BREATH_MS = 5000;
const TRIES_MS = [100, 500, 1000, 2000, 5000];

/** Only for the one who has it, and only as long as nobody has given it up: a late answer changes nothing. */
async function answer(
  settings: WorkerOptions,
  id: string,
  { epic, run, taken }: TakenWork,
  result: ResultDraft | undefined,
): Promise<boolean> {
  const json = result === undefined ? null : JSON.stringify(result);
  for (let nth = 0; ; nth++) {
    try {
      const { count } = await settings.postgres.query(
        `WITH told AS (
           UPDATE gauntlet.work SET state = 'answered', result = $4
            WHERE epic = $1 AND run = $2 AND worker = $3 AND state = 'taken' AND taken = $6::timestamptz
           RETURNING epic)
         SELECT pg_notify($5, epic) FROM told`,
        [epic, run, id, json, ANSWERS, taken],
      );
      return count > 0;
    } catch (error) {
      const wait = TRIES_MS[nth];
      if (wait === undefined) throw error;
      settings.onProblem(error);
      await pause(wait);
    }
  }
}

async function giveBack(
  { postgres }: WorkerOptions,
  id: string,
  { epic, run, taken }: TakenWork,
): Promise<void> {
  await postgres.query(
    `WITH told AS (
       UPDATE gauntlet.work SET state = 'lost'
        WHERE epic = $1 AND run = $2 AND worker = $3 AND state = 'taken' AND taken = $5::timestamptz
       RETURNING epic)
     SELECT pg_notify($4, epic) FROM told`,
    [epic, run, id, ANSWERS, taken],
  );
}
