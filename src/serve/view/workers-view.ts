import { each, type Job } from '../../state/index.ts';
import type { Book } from '../book.ts';
import type { SeenWorker } from '../dashboard-source.ts';
import type { WireWorker, WorkersView } from '../wire-tables.ts';

/** More machines or queues than anybody looks through on a page. */
const MOST = 500;
const MOST_RUNS = 50;

/** Who is there, what each does now, and what waits for whom. */
export async function workersView(book: Book, now: number): Promise<WorkersView> {
  const crew = await book.desk.crew();
  if (crew.where !== 'cluster') return { where: crew.where, at: now, workers: [], more: 0, queues: [] };
  const jobs = jobsByRun(book);
  return {
    where: 'cluster',
    at: now,
    workers: crew.workers
      .slice(0, MOST)
      .map((worker) => wireWorker(worker, { now, epic: book.desk.id, jobs })),
    more: Math.max(0, crew.workers.length - MOST),
    queues: crew.queues.slice(0, MOST),
  };
}

type Look = {
  readonly now: number;
  readonly epic: string;
  /** The job that each run of this epic is for. */
  readonly jobs: ReadonlyMap<number, Job>;
};

function jobsByRun(book: Book): ReadonlyMap<number, Job> {
  const jobs = new Map<number, Job>();
  for (const job of each(book.state().jobs))
    for (const seat of job.seats) if (seat.state === 'running') jobs.set(seat.run, job);
  return jobs;
}

function wireWorker(worker: SeenWorker, { now, epic, jobs }: Look): WireWorker {
  const { id, host, pid, version, enforcement, kinds, labels, capacity, busy } = worker;
  const before = (ms: number): number => Math.round(now - ms);
  return {
    id,
    host,
    pid,
    standing: worker.absent ? 'absent' : worker.leaving ? 'leaving' : 'there',
    release: version,
    enforcement,
    kinds,
    labels,
    capacity,
    busy,
    startedAt: before(worker.startedMs),
    heardAt: before(worker.silentMs),
    runs: worker.runs.slice(0, MOST_RUNS).map((run) => {
      const job = run.epic === epic ? jobs.get(run.run) : undefined;
      return {
        epic: run.epic,
        run: run.run,
        ticket: job?.id ?? '',
        stage: job?.stage ?? '',
        since: before(run.takenMs),
      };
    }),
  };
}
