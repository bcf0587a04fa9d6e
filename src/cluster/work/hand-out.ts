import { GauntletError } from '../../model/error.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { type Executor, STOPPED } from '../../ports/executor.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { answerOf, lost, neverBegun } from './answer-of.ts';
import type { Within } from '../append.ts';
import { ANSWERS, STOP, WORK } from '../channel.ts';
import { hearLive } from './live-output.ts';
import { onceAtATime, patiently } from '../patiently.ts';
import type { Statements } from '../postgres.ts';
import { kindOf, kinds, queueName, type WantedWork } from './queues.ts';
import { ensureSent, type HandOut, sendAndEnd } from './send-work.ts';
import { WORKER_RENEWALS } from './signs-of-life.ts';

export type HandingOut = Executor & {
  /** Sends and ends jobs in the transaction that records why. */
  readonly within: Within;
  close(): void;
};

type Waiting = {
  readonly assignment: AssignmentEvent;
  readonly tell: (draft: ResultDraft | undefined) => void;
  /** It was answered: what is said of it from now on is what was kept. */
  isEnding: boolean;
};

/** The coordinator's end of the job queues: assignments go out with their event, answers come in and are recorded. */
export async function openHandOut(options: HandOut): Promise<HandingOut> {
  const { postgres, boss, epic } = options;
  const waiting = new Map<number, Waiting>();
  for (const kind of kinds) await boss.ensureQueue(queueName({ ...options, kind }));
  const { look, watch, leave } = lookout(options, waiting);
  const heard = await postgres.listen(ANSWERS, (said) => {
    if (said === undefined || said === epic) look();
  });
  const ear = hearLive(postgres, epic, {
    isWanted: (run) => (run === undefined ? waiting.size > 0 : waiting.get(run)?.isEnding === false),
    tell: options.overheard,
  });
  return {
    takes: (assignment) => kindOf(assignment) !== null,
    within: (transaction, events) => sendAndEnd(options, transaction, events),
    share: (job) => options.share(job),
    carryOut(assignment, cancel) {
      return new Promise((resolve, reject) => {
        const over = (): void => {
          waiting.delete(assignment.run);
          cancel.removeEventListener('abort', callOff);
          watch();
        };
        const callOff = (): void => {
          if (cancel.reason === STOPPED) return void stop(options, assignment).catch(options.onProblem);
          over();
          resolve(undefined);
        };
        waiting.set(assignment.run, {
          assignment,
          isEnding: false,
          tell(draft) {
            over();
            resolve(draft);
          },
        });
        cancel.addEventListener('abort', callOff);
        watch();
        patiently(() => ensureSent(options, assignment)).then(look, (error: unknown) => {
          over();
          reject(error);
        });
        if (cancel.aborted) callOff();
      });
    },
    close() {
      leave();
      ear.close();
      heard.close();
    },
  };
}

/** Nobody says that a worker is lost: that is looked for when the first would be, but only while somebody works. */
function lookout(options: HandOut, waiting: ReadonlyMap<number, Waiting>) {
  const noteAbsence = absenceNoter(options.postgres, options, options.onProblem);
  const usualMs = options.workerLeaseMs / WORKER_RENEWALS;
  let timer: NodeJS.Timeout | undefined;
  let hasLeft = false;
  const forget = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const watch = (ms = usualMs): void => {
    if (waiting.size > 0 && !hasLeft) timer ??= setTimeout(look, ms);
    else forget();
  };
  const look = onceAtATime(
    async () => {
      let nextMs = usualMs;
      try {
        nextMs = await takeAnswers(options, waiting);
        if (waiting.size > 0) await noteAbsence();
      } finally {
        forget();
        watch(Math.min(nextMs, usualMs));
      }
    },
    (error) => {
      if (!hasLeft) options.onProblem(error);
    },
  );
  const leave = (): void => {
    hasLeft = true;
    forget();
  };
  return { look, watch: () => watch(), leave };
}

/** The worker is told; its answer, or the news that it is lost, ends the run. */
async function stop({ postgres, epic }: HandOut, { run }: AssignmentEvent): Promise<void> {
  await postgres.query(
    `WITH marked AS (
       UPDATE gauntlet.work SET stop = true,
              state = CASE state WHEN 'waiting' THEN 'lost' ELSE state END
        WHERE epic = $1 AND run = $2 RETURNING epic)
     SELECT pg_notify($3, $4), pg_notify($5, epic) FROM marked`,
    [epic, run, WORK, STOP, ANSWERS],
  );
}

/** So that who is looked at is silent for too long indeed. */
const LATER_MS = 50;

type Answered = {
  readonly run: number;
  readonly state: string;
  readonly result: string | null;
  readonly worker: string | null;
  /** What it had said of its use by then. */
  readonly metered: string | null;
};

/** Answers after how many milliseconds the first of those who work would be silent for too long. */
async function takeAnswers(options: HandOut, waiting: ReadonlyMap<number, Waiting>): Promise<number> {
  if (waiting.size === 0) return Infinity;
  const { postgres, epic, workerLeaseMs } = options;
  // From here on a late answer finds nothing to answer to: whoever was silent for too long is out.
  const silent = await postgres.query<{ next: number | null }>(
    `WITH heard AS (
       SELECT id, seen + greatest($2, lease) * interval '1 millisecond' - clock_timestamp() AS left
         FROM gauntlet.workers),
     lost AS (
       UPDATE gauntlet.work w SET state = 'lost' WHERE w.epic = $1 AND w.state = 'taken'
          AND NOT EXISTS (SELECT 1 FROM heard h WHERE h.id = w.worker AND h.left >= interval '0'))
     SELECT (extract(epoch FROM min(h.left)) * 1000)::float8 AS next
       FROM gauntlet.work w JOIN heard h ON h.id = w.worker
      WHERE w.epic = $1 AND w.state = 'taken' AND h.left >= interval '0'`,
    [epic, workerLeaseMs],
  );
  const { rows } = await postgres.query<Answered>(
    `SELECT w.run, w.state, w.result, w.worker, r.json AS metered FROM gauntlet.work w
       LEFT JOIN gauntlet.records r ON r.epic = w.epic AND r.run = w.run AND r.name = 'metered' AND w.state = 'lost'
      WHERE w.epic = $1 AND w.state IN ('answered', 'lost')`,
    [epic],
  );
  for (const row of rows) {
    const waiter = waiting.get(row.run);
    // One that cannot be brought here is tried again at the next look, and keeps nobody else waiting.
    if (waiter !== undefined) await take(options, waiter, row).catch(options.onProblem);
  }
  return (silent.rows[0]?.next ?? Infinity) + LATER_MS;
}

async function take(options: HandOut, waiter: Waiting, answered: Answered): Promise<void> {
  const { assignment, tell } = waiter;
  const { state, result, worker, metered } = answered;
  if (state === 'lost') return tell(worker === null ? neverBegun(assignment) : lost(assignment, metered));
  waiter.isEnding = true;
  await options.collect(assignment);
  tell(answerOf(result, assignment));
}

type Asked = Omit<WantedWork, 'kind'> & { readonly epic: string };

/** Says once that work waits and nobody is there who could take it, and again when that comes back. */
function absenceNoter(
  postgres: Statements,
  asked: Asked,
  note: (error: unknown) => void,
): () => Promise<void> {
  let wasServed = true;
  return async () => {
    const { rows } = await postgres.query<{ waiting: number; served: boolean }>(
      `SELECT (SELECT count(*) FROM gauntlet.work WHERE epic = $1 AND state = 'waiting') AS waiting,
              EXISTS (SELECT 1 FROM gauntlet.workers
                       WHERE version = $2 AND NOT leaving AND ($3::text IS NULL OR $3 = ANY (labels))
                         AND ($4 = 'verified' OR enforcement = 'enforced')
                         AND seen >= clock_timestamp() - lease * interval '1 millisecond') AS served`,
      [asked.epic, asked.version, asked.label, asked.enforcement],
    );
    const [found] = rows;
    const isServed = found === undefined || found.waiting === 0 || found.served;
    if (!isServed && wasServed) note(absent(asked));
    wasServed = isServed;
  };
}

function absent({ version, label, enforcement }: Asked): GauntletError {
  const marks = [
    `release ${version}`,
    ...(label === null ? [] : [`label ${label}`]),
    ...(enforcement === 'enforced' ? ['with a sandbox for its agents'] : []),
  ];
  return new GauntletError(
    'ENVIRONMENT_UNFIT',
    `work is waiting, but no connected worker can take it (${marks.join(', ')})`,
    {
      hint: 'List workers: gauntlet workers. Start one: gauntlet worker.',
    },
  );
}
