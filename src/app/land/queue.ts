import fs from 'node:fs';
import { join } from 'node:path';

import { shortBranch } from '../../model/names.ts';
import type { Adopted } from '../../model/epic.ts';
import { freeTicketName, isSettled, isStopping, jobAt } from '../../state/index.ts';
import type { Job, State } from '../../state/index.ts';
import { runOf } from '../../project/kept/read-run.ts';
import { writeWhole } from '../../project/write-whole.ts';
import { epicsAt, repositoryAt, type EpicPlace } from '../../project/state-folder.ts';
import type { IncomingBranch } from './incoming-branch.ts';

/** A run that landed, or lands, branches on one target. */
export type QueueRun = { readonly place: EpicPlace; readonly state: State; readonly push: boolean };

/** A branch in a run of the queue. */
export type Entry = { readonly job: Job; readonly adopts: Adopted };

/** Who stops a ticket whose branch is gone, has moved or is queued in another run. */
export const QUEUE = 'gauntlet land';

/** The name of the first run that lands on a branch; later ones, and those for a branch alike, have a number behind it. */
export function queueName(onto: string): string {
  return `land-${onto.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 48)}`;
}

/** The runs of the queue for a branch, the one that began last first; only that one takes more branches. */
export function queueRuns(cwd: string, onto: string): readonly QueueRun[] {
  return epicsAt(repositoryAt(cwd))
    .filter(({ id }) => id.startsWith('land-'))
    .map((place) => ({ place, ...runOf(place) }))
    .filter(({ state }) => state.plan.queue?.onto === onto)
    .sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0))
    .map(({ place, state }) => ({ place, state, push: state.plan.queue?.push === true }));
}

export function entriesIn(state: State): readonly Entry[] {
  return state.plan.tickets.flatMap(({ adopts }, index) =>
    adopts === undefined ? [] : [{ job: jobAt(state, index), adopts }],
  );
}

/** Whether a run has not come to its end: it is driven, or goes on when it is resumed. */
export function isOpen({ state }: QueueRun): boolean {
  return state.phase !== 'ended' || entriesIn(state).some(({ job }) => !isSettled(job));
}

/** A branch that is not taken, and why. */
export type Refused = {
  readonly brought: IncomingBranch;
  readonly status: 'landed' | 'contained' | 'returned' | 'queued' | 'replaced';
  readonly because: string;
};

/** The same commit is not taken twice: it is queued in the newest run, or came back with a cause. What landed is found by git. */
export function refusalOf(
  runs: readonly QueueRun[],
  brought: IncomingBranch,
  again: boolean,
): Refused | undefined {
  for (const [nth, { place, state }] of runs.entries()) {
    const known = entriesIn(state).findLast(({ adopts }) => adopts.commit === brought.commit)?.job;
    if (known === undefined || known.stop?.how === 'undone' || known.stop?.by === QUEUE) continue;
    const status = statusOf(known);
    if (status === 'queued' && nth === 0)
      return { brought, status, because: `this commit is already in ${place.id}` };
    if (status !== 'returned' || again) return undefined;
    return {
      brought,
      status,
      because: `${known.reason} (returned by ${place.id}; push a fix, or use --again)`,
    };
  }
  return undefined;
}

/** Branches of a run that have not come to an end, and those that landed in it. */
export function openEntries(state: State): readonly Entry[] {
  return entriesIn(state).filter(({ job }) => !isSettled(job) && !isStopping(job));
}

/** Branches that a run returned, for another run to tell. */
export function returnedIn(state: State): readonly Refused[] {
  return entriesIn(state)
    .filter(({ job }) => isSettled(job) && job.status !== 'completed' && job.stop === null)
    .map(({ job, adopts }) => ({
      brought: { ...adopts, title: '', about: '' },
      status: 'returned',
      because: job.reason,
    }));
}

/** Branches that a call brought and the run does not have: nothing that was asked for ends without an answer. */
export function lostFrom(state: State, taken: readonly IncomingBranch[]): readonly Refused[] {
  const known = new Set(entriesIn(state).map(({ adopts }) => adopts.commit));
  const lost = taken.filter(({ commit }) => !known.has(commit));
  const because = 'it did not reach the queue: run the command again';
  return lost.map((brought) => ({ brought, status: 'returned', because }));
}

/** Entries that ended and did not land. */
export function endedIn(state: State): readonly string[] {
  const ended = entriesIn(state).filter(({ job }) => isSettled(job) && job.status !== 'completed');
  return ended.map(({ job }) => job.id);
}

const PUSHED = 'pushed';

/** Remembers the last commit that origin took from a run: what is not there later was taken off by somebody. */
export function notePushed({ folder }: EpicPlace, commit: string): void {
  writeWhole(join(folder, PUSHED), `${commit}\n`);
}

/** The last commit that origin took from a run; undefined where it took none. */
export function pushedFrom({ folder }: EpicPlace): string | undefined {
  const file = join(folder, PUSHED);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}

export function landedEntries(state: State): readonly Entry[] {
  return entriesIn(state).filter(({ job }) => job.status === 'completed' && job.stop === null);
}

export function statusOf(job: Job): 'landed' | 'returned' | 'queued' {
  if (job.status === 'completed') return 'landed';
  return isSettled(job) ? 'returned' : 'queued';
}

/** A name for the ticket of a branch that none in the run has. */
export function ticketName(ref: string, taken: ReadonlySet<string>): string {
  const bare = shortBranch(ref)
    .replace(/^#/, 'pr-')
    .replace(/^origin\//, '');
  const name =
    bare
      .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^[-_]+/, '')
      .slice(0, 56) || 'branch';
  return freeTicketName(name, taken);
}

/** Where a branch was pushed to, as the cause of its entry's end says it. */
export function movedTo(commit: string): string {
  return `now at ${commit.slice(0, 12)}`;
}

/** Acceptance stands in for what a ticket must have to be read; `adopting` takes it out. */
export function ticketFor(id: string, { branch, commit, title, about }: IncomingBranch, how: TicketHow) {
  const said = `${shortBranch(branch)} at ${commit.slice(0, 12)}, added to the queue. ${notChecked(how.review)}.`;
  return {
    id,
    title,
    description: about === '' ? said : `${said}\n\n${about}`,
    review: how.review,
    mayChange: how.mayChange,
    acceptance: [title],
  };
}

export type TicketHow = { readonly review: boolean; readonly mayChange: readonly string[] };

/** What nobody looked at, because a branch comes without a ticket. */
export const unchecked = ['scope', 'acceptance criteria', 'audit'] as const;

export function notChecked(review: boolean): string {
  const all = review ? unchecked : [...unchecked, 'review'];
  return `Not checked: ${all.join(', ')} (there is no ticket)`;
}
