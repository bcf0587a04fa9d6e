import { shortBranch } from '../../model/adopted-branch.ts';
import type { Hub } from '../../ports/git.ts';
import { isSettled, isStopping } from '../../state/index.ts';
import type { Repository } from '../run/begin.ts';
import { ticketNow } from '../steer/replan.ts';
import { situationOf } from '../steer/steer.ts';
import { stopped } from '../steer/stop.ts';
import type { EpicPlace } from '../state-folder.ts';
import { addingOf, leave } from './add-entries.ts';
import { broughtAt, fetchRefs, headsOf } from './brought.ts';
import { type Entry, entriesIn, ticketName, ticketNames } from './queue.ts';

export type Watch = {
  readonly place: EpicPlace;
  readonly repository: Repository;
  readonly hub: Pick<Hub, 'adopt'>;
  readonly by: string;
};

const LEAST_MS = 1000;
/** A look may take this part of the time: a far remote is asked less often. */
const SHARE = 20;

/** Looks after the branches of a run until it is closed: one that is deleted leaves, one that moves is queued anew. */
export function watchBranches(watch: Watch): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const began = Date.now();
    // A remote that does not answer now is asked again: nothing is known of its branches.
    await lookOnce(watch).catch(() => undefined);
    wait(Math.max(LEAST_MS, SHARE * (Date.now() - began)));
  };
  const wait = (ms: number): void => {
    if (!isOver) timer = setTimeout(() => (looking = look()), ms);
  };
  wait(LEAST_MS);
  return {
    async close() {
      isOver = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

async function lookOnce(watch: Watch): Promise<void> {
  const situation = situationOf(watch.place);
  const waiting = entriesIn(situation.state).filter(({ job }) => !isSettled(job) && !isStopping(job));
  if (waiting.length === 0) return;
  const refs = [...new Set(waiting.map(({ adopts }) => adopts.branch))];
  const heads = await headsOf(watch.repository, refs);
  for (const entry of waiting) {
    const now = heads.get(entry.adopts.branch);
    if (now !== entry.adopts.commit) await release(watch, entry, now);
  }
}

/** What is judged is a commit that nobody wants any more. */
async function release(watch: Watch, { job, adopts }: Entry, now: string | undefined): Promise<void> {
  const { place, repository, hub, by } = watch;
  const name = shortBranch(adopts.branch);
  const why =
    now === undefined ? `${name} was deleted` : `${name} was pushed again, now at ${now.slice(0, 12)}`;
  const situation = situationOf(place);
  const wish = { ticket: job.id, how: 'cancelled', dependents: 'withheld' } as const;
  if (now !== undefined) {
    await fetchRefs(repository, [adopts.branch]);
    const brought = await broughtAt(repository, hub, { ref: adopts.branch, commit: now });
    const id = ticketName(adopts.branch, ticketNames(situation.state));
    const { review, mayChange, title } = await ticketNow(situation, job.id);
    const how = { review, mayChange, id, by, top: repository.top };
    const act = await addingOf(situation, { ...brought, title }, how);
    await leave(place, act, situation);
  }
  await leave(place, stopped(situation, { by, why }, wish), situation);
}
