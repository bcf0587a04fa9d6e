import { join } from 'node:path';

import { mailbox, openJournal } from '../../journal/index.ts';
import { GauntletError, hasCode } from '../../model/error.ts';
import type { Draft, Event } from '../../model/events.ts';
import type { Journal, Message } from '../../ports/journal.ts';
import { isCopy } from '../cluster/copy-note.ts';
import { isHeld } from '../../project/lease-holder.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import type { SteeringDelivery } from './deliver-to-cluster.ts';

/** Whether it stands in the journal already, or a running coordinator will put it there. */
/**
 * What a person says reaches the journal on one of two ways: a running coordinator finds it in its mailbox; where none
 * runs, it is written at once.
 */
export async function deliver(
  place: EpicPlace,
  draft: Draft,
  message: Message,
  cluster: string | undefined,
): Promise<SteeringDelivery> {
  const { folder, journal: file } = place;
  const tell = async (): Promise<SteeringDelivery> => {
    await mailbox(join(folder, 'inbox')).put(message);
    return 'told';
  };
  const record = async (journal: Journal): Promise<void> => {
    refuseUnlessMet(message, journal.last());
    await appended(journal, draft);
  };
  if (isCopy(folder)) {
    // A copy alone is not written to: whoever drives the cluster from here, now or next, finds it in the mailbox.
    if (cluster === undefined || isHeld(place)) return tell();
    const { deliverToCluster } = await import('./deliver-to-cluster.ts');
    return deliverToCluster(cluster, place, { draft, message, record });
  }
  try {
    await recordAt(file, record);
    return 'recorded';
  } catch (error) {
    if (!hasCode(error, 'STATE_CONFLICT')) throw error;
    return tell();
  }
}

/** Writes into a journal that no coordinator has: refused (STATE_CONFLICT) while one does. */
export async function recordAt(file: string, record: (journal: Journal) => Promise<void>): Promise<void> {
  const journal = openJournal({ file });
  try {
    await record(journal);
  } finally {
    journal.close();
  }
}

export async function appended(journal: Journal, draft: Draft): Promise<void> {
  const last = journal.last();
  const [newest] = journal.read(Math.max(0, last - 1));
  const event = { ...draft, seq: last + 1, at: Math.max(newest?.at ?? 0, Date.now()) } as Event;
  await journal.append([event]);
}

/** A change of the plan is understood from the plan that it meets; only a coordinator can understand it anew. */
function refuseUnlessMet(message: Message, last: number): void {
  if (message.kind !== 'steer' || message.seen === last) return;
  const { type } = message.act;
  if (type !== 'ticket_edited' && type !== 'ticket_added') return;
  throw new GauntletError('USAGE_INVALID', 'the run has progressed in the meantime: nothing was changed', {
    hint: 'Run the command again.',
  });
}
