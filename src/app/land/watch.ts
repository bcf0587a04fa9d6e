import { shortBranch } from '../../model/names.ts';
import type { Hub } from '../../ports/git.ts';
import { isSettled, isStopping, isTaken, ticketNames } from '../../state/index.ts';
import type { Adopted } from '../../model/epic.ts';
import type { Repository } from '../run/begin.ts';
import { ticketNow } from '../steer/replan.ts';
import { situationOf } from '../steer/steer.ts';
import { stopped } from '../steer/acts.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { addingOf, leave } from './add-entries.ts';
import type { Caller } from '../../project/call.ts';
import { broughtAt, fetchRefs, headsOf, isStillMeant } from './incoming-branch.ts';
import { type Entry, entriesIn, movedTo, ticketName } from './queue.ts';

export type Watch = {
  readonly place: EpicPlace;
  readonly repository: Repository;
  readonly hub: Pick<Hub, 'adopt'>;
  readonly by: string;
  readonly io: Caller;
};

const LEAST_MS = 1000;
/** A look may take this part of the time: a far remote is asked less often. */
const SHARE = 20;

export type Watching = {
  /** Whether a branch is still at this commit, and its pull request open; where not, its ticket is told to stop. */
  isWanted(adopted: Adopted): Promise<boolean>;
  close(): Promise<void>;
};

/** Watches the branches of a run until it is closed: one that is deleted leaves, one that moves is queued anew. */
export function watchBranches(watch: Watch): Watching {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const began = Date.now();
    // A remote that does not answer now is asked again: nothing is known of its branches.
    await lookOnce(watch, () => true).catch(() => undefined);
    wait(Math.max(LEAST_MS, SHARE * (Date.now() - began)));
  };
  const wait = (ms: number): void => {
    if (!isOver) timer = setTimeout(() => (looking = look()), ms);
  };
  wait(LEAST_MS);
  return {
    async isWanted({ branch, commit }) {
      await looking;
      const isMine = ({ adopts }: Entry): boolean => adopts.branch === branch && adopts.commit === commit;
      const look = stillMeant(watch, branch).then((meant) => lookOnce(watch, isMine, meant));
      looking = look.then(
        () => undefined,
        () => undefined,
      );
      // A remote that does not answer says nothing against a branch.
      return await look.catch(() => true);
    },
    async close() {
      isOver = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** A forge that does not answer says nothing against a pull request. */
async function stillMeant({ io, repository }: Watch, branch: string): Promise<boolean> {
  return await isStillMeant(io, repository, branch).catch(() => true);
}

/** Releases what is no longer at its commit, or no longer meant; whether nothing was. */
async function lookOnce(watch: Watch, isAsked: (entry: Entry) => boolean, isMeant = true): Promise<boolean> {
  const { state } = situationOf(watch.place);
  const asked = entriesIn(state).filter((entry) => !isSettled(entry.job) && isAsked(entry));
  const waiting = asked.filter(({ job }) => !isStopping(job));
  if (waiting.length === 0) return asked.length === 0;
  const refs = [...new Set(waiting.map(({ adopts }) => adopts.branch))];
  const heads = await headsOf(watch.repository, refs);
  const gone = waiting.filter(({ adopts }) => !isMeant || heads.get(adopts.branch) !== adopts.commit);
  for (const entry of gone) await release(watch, entry, isMeant ? heads.get(entry.adopts.branch) : null);
  return gone.length === 0 && waiting.length === asked.length;
}

/** Stops what nobody wants any more: `now` is where its branch is, undefined: deleted, null: its pull request is not open. */
async function release(watch: Watch, { job, adopts }: Entry, now: string | undefined | null): Promise<void> {
  const { place, repository, hub, by } = watch;
  const name = shortBranch(adopts.branch);
  const why =
    now === null
      ? `${name} was closed or made a draft`
      : now === undefined
        ? `${name} was deleted`
        : `${name} was pushed again, ${movedTo(now)}`;
  const situation = situationOf(place);
  const wish = { ticket: job.id, how: 'cancelled', dependents: 'withheld' } as const;
  if (typeof now === 'string' && !isTaken(situation.state, now)) {
    await fetchRefs(repository, [adopts.branch]);
    const brought = await broughtAt(repository, hub, {
      ref: adopts.branch,
      commit: now,
      fork: adopts.fork,
    });
    const id = ticketName(adopts.branch, ticketNames(situation.state));
    const { review, mayChange, title } = await ticketNow(situation, job.id);
    const how = { review, mayChange, id, by, top: repository.top };
    const act = await addingOf(situation, { ...brought, title }, how);
    await leave(place, act, situation);
  }
  await leave(place, stopped(situation, { by, why }, wish), situation);
}
