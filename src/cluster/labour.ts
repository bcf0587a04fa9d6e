import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ResultDraft } from '../ports/records.ts';
import type { Boss } from './boss.ts';
import { ANSWERS, STOP, WORK } from './channel.ts';
import { onceAtATime } from './hand-out.ts';
import { forgetDead } from './see-workers.ts';
import { queuesOf } from './queues.ts';
import { deregister, type LiveMachine, register, sayAlive } from './signs-of-life.ts';
import type { RunDescription } from './told.ts';

/** One assignment that this worker has taken. */
export type Errand = {
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

export type Labour = LiveMachine & {
  readonly boss: Boss;
  /** Carries one out; undefined: it was called off. */
  carryOut(errand: Errand, cancel: AbortSignal): Promise<ResultDraft | undefined>;
  onTaken(errand: Errand): void;
  onEnded(errand: Errand, how: 'answered' | 'too late' | 'called off' | 'failed', error?: unknown): void;
  readonly onProblem: (error: unknown) => void;
};

export type Labouring = {
  readonly id: string;
  /** Takes nothing more; resolves when what is in hand is done. */
  drain(): Promise<void>;
  /** Calls off what is in hand and says so, for others to take it up at once. */
  stop(): Promise<void>;
};

type InHand = { readonly errand: Errand; readonly off: AbortController; readonly done: Promise<void> };

/** Work is said to be there; once in a while it is looked for anyway. */
const LOOK_MS = 5000;

/** A worker: takes assignments from its queues while it has room, says that it lives, and answers. */
export async function openLabour(labour: Labour): Promise<Labouring> {
  const { postgres, leaseMs } = labour;
  const id = randomUUID();
  const hands = handsOf(labour, id);
  let confirmed = performance.now();
  const live = onceAtATime(async () => {
    const began = performance.now();
    for (const key of await sayAlive(labour, id, hands.keys())) hands.callOff('stopped', key);
    confirmed = began;
  }, labour.onProblem);
  await forgetDead(postgres);
  await register(labour, id);
  const heard = await postgres.listen(WORK, (said) => {
    hands.fill();
    // Where many machines are, not all of them can ask the database for every piece of work that one of them gets.
    if (hands.areBusy() && (said === STOP || said === undefined)) live();
  });
  const pulse = setInterval(() => {
    live();
    // Others have taken our work up, or are about to: what we go on doing would be done twice.
    if (performance.now() - confirmed > leaseMs) hands.callOff('lost');
  }, leaseMs / 3);
  const look = setInterval(hands.fill, LOOK_MS);
  hands.fill();
  const close = async (): Promise<void> => {
    await hands.settled();
    clearInterval(pulse);
    clearInterval(look);
    heard.close();
    await deregister(labour, id).catch(labour.onProblem);
  };
  return {
    id,
    async drain() {
      hands.close();
      await postgres.query('UPDATE gauntlet.workers SET leaving = true WHERE id = $1', [id]);
      await close();
    },
    async stop() {
      hands.close();
      hands.callOff('leaving');
      await close();
    },
  };
}

/** What a worker has in hand at the same time. */
type Hands = {
  /** Takes more as long as there is room. */
  readonly fill: () => void;
  areBusy(): boolean;
  keys(): readonly string[];
  callOff(why: 'stopped' | 'lost' | 'leaving', key?: string): void;
  /** Takes nothing more. */
  close(): void;
  settled(): Promise<void>;
};

function handsOf(labour: Labour, id: string): Hands {
  const inHand = new Map<string, InHand>();
  const leaving = new AbortController();
  const begin = (errand: Errand): void => {
    const off = new AbortController();
    const key = `${errand.epic} ${errand.run} ${errand.taken}`;
    const done = workOn(labour, id, errand, off.signal).finally(() => {
      inHand.delete(key);
      fill();
    });
    inHand.set(key, { errand, off, done });
    labour.onTaken(errand);
  };
  const fill = onceAtATime(async () => {
    while (!leaving.signal.aborted && inHand.size < labour.capacity) {
      const errand = await take(labour, id);
      if (errand === undefined) return;
      begin(errand);
    }
  }, labour.onProblem);
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
async function take(labour: Labour, id: string): Promise<Errand | undefined> {
  const queues = queuesOf(labour);
  const { rows } = await labour.postgres.query<{ queue: string }>(
    "SELECT DISTINCT queue FROM gauntlet.work WHERE state = 'waiting' AND queue = ANY ($1)",
    [queues],
  );
  const full = new Set(rows.map(({ queue }) => queue));
  for (const queue of queues.filter((each) => full.has(each))) {
    const taken = await labour.postgres.transaction((transaction) =>
      takeFrom(labour, transaction, queue, id),
    );
    if (taken !== undefined) return taken;
  }
  return undefined;
}

type Found = Pick<Errand, 'seq' | 'taken' | 'born'> & { readonly told: string };

async function takeFrom(
  { boss }: Labour,
  transaction: Parameters<Boss['take']>[0],
  queue: string,
  id: string,
): Promise<Errand | undefined> {
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
    if (found !== undefined)
      return { epic: job.epic, run: job.run, ...found, told: JSON.parse(found.told) as RunDescription };
    // Nobody waits for it any more.
    await boss.end(transaction, { queue, id: job.id });
  }
}

async function workOn(labour: Labour, id: string, errand: Errand, cancel: AbortSignal): Promise<void> {
  try {
    const result = await labour.carryOut(errand, cancel);
    // A worker that leaves or was cut off has nothing to say: another one does it.
    if (cancel.aborted && cancel.reason !== 'stopped') {
      labour.onEnded(errand, 'called off');
      return await giveBack(labour, id, errand);
    }
    labour.onEnded(errand, (await answer(labour, id, errand, result)) ? 'answered' : 'too late');
  } catch (error) {
    labour.onEnded(errand, 'failed', error);
    await giveBack(labour, id, errand).catch(labour.onProblem);
    // Whoever fails at once must not be the quickest to take the next.
    await pause(BREATH_MS, undefined, { signal: cancel }).catch(() => undefined);
  }
}

const BREATH_MS = 5000;
const TRIES_MS = [100, 500, 1000, 2000, 5000];

/** Only for the one who has it, and only as long as nobody has given it up: a late answer changes nothing. */
async function answer(
  labour: Labour,
  id: string,
  { epic, run, taken }: Errand,
  result: ResultDraft | undefined,
): Promise<boolean> {
  const json = result === undefined ? null : JSON.stringify(result);
  for (let nth = 0; ; nth++) {
    try {
      const { count } = await labour.postgres.query(
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
      labour.onProblem(error);
      await pause(wait);
    }
  }
}

async function giveBack({ postgres }: Labour, id: string, { epic, run, taken }: Errand): Promise<void> {
  await postgres.query(
    `WITH told AS (
       UPDATE gauntlet.work SET state = 'lost'
        WHERE epic = $1 AND run = $2 AND worker = $3 AND state = 'taken' AND taken = $5::timestamptz
       RETURNING epic)
     SELECT pg_notify($4, epic) FROM told`,
    [epic, run, id, ANSWERS, taken],
  );
}
