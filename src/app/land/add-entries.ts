import { join } from 'node:path';

import { mailbox } from '../../journal/index.ts';
import { hasCode } from '../../model/error.ts';
import { clusterKnown } from '../cluster/address.ts';
import { personOf } from '../../project/person.ts';
import type { Caller } from '../../project/call.ts';
import { deliver } from '../steer/deliver.ts';
import { replanning } from '../steer/replan.ts';
import { type Act, messageOf, type Situation, situationOf } from '../steer/steer.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import type { IncomingBranch } from './incoming-branch.ts';
import { isTaken, ticketNames } from '../../state/index.ts';
import { ticketFor, type TicketHow, ticketName } from './queue.ts';

/** Adds a ticket for a branch, as `gauntlet ticket add` does. */
export async function addingOf(
  situation: Situation,
  brought: IncomingBranch,
  how: TicketHow & { readonly id: string; readonly top: string; readonly by: string },
): Promise<Act> {
  const { id, top, by } = how;
  const { about: _, title: __, ...adopts } = brought;
  const text = JSON.stringify(ticketFor(id, brought, how));
  const said = { by, why: 'added to the queue' };
  return replanning(situation, said, {
    file: `branch ${id}`,
    text,
    ticket: null,
    top,
    isTrial: false,
    adopts,
  });
}

/** Puts branches into a run that has begun; `told` where a coordinator drives it. */
export async function addEntries(
  io: Caller,
  place: EpicPlace,
  all: readonly IncomingBranch[],
  how: TicketHow & { readonly top: string },
): Promise<{ readonly isDriven: boolean }> {
  const names = new Set<string>();
  let isDriven = situationOf(place).held;
  for (const brought of all) {
    const isTold = await addEntry(io, place, brought, { ...how, names });
    isDriven ||= isTold;
  }
  return { isDriven };
}

const MOST_TRIES = 20;

/** Other calls may add branches at the same moment: what is recorded at once has to be made for the journal as it is. */
async function addEntry(
  io: Caller,
  place: EpicPlace,
  brought: IncomingBranch,
  how: TicketHow & { readonly top: string; readonly names: Set<string> },
): Promise<boolean> {
  for (let nth = 1; ; nth += 1) {
    const situation = situationOf(place);
    const { state } = situation;
    if (isTaken(state, brought.commit)) return false;
    const id = ticketName(brought.branch, new Set([...ticketNames(state), ...how.names]));
    try {
      const act = await addingOf(situation, brought, { ...how, id, by: personOf(io) });
      const delivery = await deliver(place, act, messageOf(act, state), clusterKnown(io));
      how.names.add(id);
      return delivery === 'told';
    } catch (error) {
      const isStale = hasCode(error, 'USAGE_INVALID') && situationOf(place).state.seq !== state.seq;
      if (!isStale || nth === MOST_TRIES) throw error;
    }
  }
}

/** Leaves an act for the coordinator that this process is. */
export async function leave({ folder }: EpicPlace, act: Act, { state }: Situation): Promise<void> {
  await mailbox(join(folder, 'inbox')).put(messageOf(act, state));
}
