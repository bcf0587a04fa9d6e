import { join } from 'node:path';

import { mailbox } from '../../journal/index.ts';
import { clusterKnown } from '../cluster/address.ts';
import { personOf } from '../person.ts';
import type { Io } from '../io.ts';
import { deliver } from '../steer/deliver.ts';
import { replanning } from '../steer/replan.ts';
import { type Act, messageOf, type Situation, situationOf } from '../steer/steer.ts';
import type { EpicPlace } from '../state-folder.ts';
import type { Brought } from './brought.ts';
import { ticketFor, type TicketHow, ticketName, ticketNames } from './queue.ts';

/** Adds a ticket for a branch, as `gauntlet ticket add` does. */
export async function addingOf(
  situation: Situation,
  brought: Brought,
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
  io: Io,
  place: EpicPlace,
  all: readonly Brought[],
  how: TicketHow & { readonly top: string },
): Promise<{ readonly ids: readonly string[]; readonly isDriven: boolean }> {
  const by = personOf(io);
  const taken = ticketNames(situationOf(place).state);
  let isDriven = situationOf(place).held;
  for (const brought of all) {
    const id = ticketName(brought.branch, taken);
    taken.add(id);
    const situation = situationOf(place);
    const act = await addingOf(situation, brought, { ...how, id, by });
    isDriven =
      (await deliver(place, act, messageOf(act, situation.state), clusterKnown(io))) === 'told' || isDriven;
  }
  return { ids: [...taken], isDriven };
}

/** Leaves an act for the coordinator that this process is. */
export async function leave({ folder }: EpicPlace, act: Act, { state }: Situation): Promise<void> {
  await mailbox(join(folder, 'inbox')).put(messageOf(act, state));
}
