import { randomUUID } from 'node:crypto';
import { duration } from '../model/amounts.ts';
import { GauntletError } from '../model/error.ts';
import { channelOf } from './channel.ts';
import { patiently } from './patiently.ts';
import type { Postgres, Statements } from './postgres.ts';
import { HASH } from './rows.ts';
import type { End } from './rows.ts';

/** How often a coordinator renews its lease before the lease ends. */
const COORDINATOR_RENEWALS = 3;

export type LeaseOptions = {
  /** Who asks, for those who come second: a machine and a process. */
  readonly holder: string;
  /** For how long the lease holds unless it is renewed; it is, every third of this. */
  readonly leaseMs: number;
};

/** The right to write the journal of an epic, for a time. `fence` goes up whenever it changes hands. */
export type ClusterLease = {
  readonly fence: number;
  readonly leaseMs: number;
  /** When the run began that has the name now. */
  readonly born: string;
  /** Where the journal ended when the lease was taken. */
  readonly end: End;
  /** Aborted once the lease may be somebody else's. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
};

type Taken = Pick<ClusterLease, 'fence' | 'born'> & End;

/** Renewals on their way at the same time. */
const AT_ONCE = 3;

const FREE = '(until IS NULL OR until <= clock_timestamp())';
/** Runs of that name that were put aside: who slept since then must not find a number of its own on the next one. */
const FORMER =
  "(SELECT coalesce(max(fence), 0) FROM gauntlet.epics former WHERE starts_with(former.epic, $1 || '/'))";
const UNTIL = "clock_timestamp() + $3 * interval '1 millisecond'";

/** Takes the lease at once, or says who has it. The clock is the database's: those of machines disagree. */
export async function takeLease(
  postgres: Postgres,
  epic: string,
  options: LeaseOptions,
): Promise<ClusterLease> {
  const { leaseMs } = options;
  // So that an answer that got lost can be asked for again: what this very call has taken is its own.
  const holder = `${options.holder}#${randomUUID()}`;
  let asked = 0;
  const { rows } = await patiently(async () => {
    asked = performance.now();
    await postgres.query('INSERT INTO gauntlet.epics (epic) VALUES ($1) ON CONFLICT DO NOTHING', [epic]);
    return postgres.query<Taken>(
      `UPDATE gauntlet.epics SET holder = $2, fence = greatest(fence, ${FORMER}) + 1, until = ${UNTIL}
        WHERE epic = $1 AND (${FREE} OR holder = $2) RETURNING fence, seq, ${HASH}, created::text AS born`,
      [epic, holder, leaseMs],
    );
  });
  const [taken] = rows;
  if (taken === undefined) throw held(await readLease(postgres, epic));
  const { fence, seq, hash, born } = taken;
  const renewal = renewing(postgres, { epic, fence, leaseMs, asked });
  const release = async (): Promise<void> => {
    renewal.stop();
    await postgres.query(
      `WITH freed AS (UPDATE gauntlet.epics SET holder = NULL, until = NULL
         WHERE epic = $1 AND fence = $2 RETURNING epic)
       SELECT pg_notify($3, 'lease') FROM freed`,
      [epic, fence, channelOf(epic)],
    );
  };
  return { fence, leaseMs, born, end: { seq, hash }, lost: renewal.lost, release };
}

/** Rejects where the lease has changed hands since it had this fence. */
export async function refuseOvertaken(postgres: Statements, epic: string, fence: number): Promise<void> {
  const { count } = await postgres.query('SELECT 1 FROM gauntlet.epics WHERE epic = $1 AND fence = $2', [
    epic,
    fence,
  ]);
  if (count === 0) throw takeoverError(epic);
}

/** Resolves as soon as the lease of an epic is free. Others may wait too: whoever then takes it first has it. */
export async function waitForLease(postgres: Postgres, epic: string, signal?: AbortSignal): Promise<void> {
  let wake: () => void = () => undefined;
  const heard = await patiently(() =>
    postgres.listen(channelOf(epic), (said) => {
      if (said === undefined || said === 'lease') wake();
    }),
  );
  try {
    for (;;) {
      signal?.throwIfAborted();
      // Set before looking: what is said meanwhile counts.
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const { left } = await patiently(() => readLease(postgres, epic));
      if (left <= 0) return;
      await earliest(woken, left, signal);
    }
  } finally {
    heard.close();
  }
}

/** Nobody says that a lease has run out: that is looked for when it would. */
async function earliest(woken: Promise<void>, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const over = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.ceil(ms));
  signal?.addEventListener('abort', () => resolve(), { signal: over.signal });
  await Promise.race([woken, promise]);
  clearTimeout(timer);
  over.abort();
}

type Standing = { readonly holder: string; readonly left: number };

/** Who holds the lease and for how many milliseconds; none or less where it is free. */
export async function readLease(postgres: Postgres, epic: string): Promise<Standing> {
  const { rows } = await postgres.query<{ holder: string | null; left: number | null }>(
    `SELECT holder, (extract(epoch FROM until - clock_timestamp()) * 1000)::float8 AS left
       FROM gauntlet.epics WHERE epic = $1`,
    [epic],
  );
  const [found] = rows;
  const holder = found?.holder?.replace(/#[^#]*$/, '') ?? '';
  return { holder, left: found?.left ?? 0 };
}

type Renewing = {
  readonly epic: string;
  readonly fence: number;
  readonly leaseMs: number;
  /** When it was asked for: nobody knows how long the answer took. */
  readonly asked: number;
};

/** Renews a lease until told to stop. By our own clock it ends when nobody has confirmed it for its whole time. */
function renewing(
  postgres: Postgres,
  { epic, fence, leaseMs, asked }: Renewing,
): { readonly lost: AbortSignal; stop(): void } {
  const controller = new AbortController();
  let confirmed = asked;
  let timer: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;
  let asking = 0;
  const stop = (): void => {
    clearInterval(timer);
    clearTimeout(expiry);
  };
  const lose = (error: GauntletError): void => {
    stop();
    controller.abort(error);
  };
  const watchExpiry = (): void => {
    clearTimeout(expiry);
    expiry = setTimeout(() => lose(cutOff(leaseMs)), Math.max(0, confirmed + leaseMs - performance.now()));
  };
  const renew = async (): Promise<void> => {
    // One that hangs on a dead connection must not keep the next from trying another.
    if (asking >= AT_ONCE) return;
    asking++;
    const start = performance.now();
    try {
      const { count } = await postgres.query(
        `UPDATE gauntlet.epics SET until = ${UNTIL} WHERE epic = $1 AND fence = $2`,
        [epic, fence, leaseMs],
      );
      if (controller.signal.aborted) return;
      if (count === 0) return lose(takeoverError(epic));
      confirmed = Math.max(confirmed, start);
      watchExpiry();
    } catch {
      // Tried again when the time comes, until the lease has run out.
    } finally {
      asking--;
    }
  };
  timer = setInterval(() => void renew(), leaseMs / COORDINATOR_RENEWALS);
  watchExpiry();
  return { lost: controller.signal, stop };
}

export function takeoverError(epic: string): GauntletError {
  return new GauntletError('STATE_CONFLICT', `another coordinator has taken over epic ${epic}`, {
    hint: 'This coordinator stops; `gauntlet status` shows the run of the other one.',
  });
}

function cutOff(leaseMs: number): GauntletError {
  return new GauntletError(
    'ENVIRONMENT_UNFIT',
    `Postgres could not be reached for ${duration(leaseMs)}, so the lease expired`,
    { hint: 'Another coordinator may have taken over. Check the connection, then resume.' },
  );
}

/** Only what looks like a machine and a process, or a folder, goes to a terminal. */
function shown(who: string): string {
  return /^[\w.:@/ -]{1,200}$/.test(who) ? ` (${who})` : '';
}

function held({ holder, left }: Standing): GauntletError {
  const who = shown(holder);
  return new GauntletError('STATE_CONFLICT', `another coordinator runs this epic${who}`, {
    data: { leftMs: Math.max(0, Math.ceil(left)) },
    hint: 'Wait until it has ended, or stop it; `gauntlet status` shows what it does.',
  });
}
