import { withJournal } from '../../project/kept/read-run.ts';
import { hostname } from 'node:os';

import {
  birthOf,
  type ClusterJournal,
  clusterMailbox,
  clusterRecords,
  migrate,
  openClusterJournal,
  type Postgres,
  readClusterJournal,
  another,
  isPartOf,
  withCopy,
  inPostgres,
} from '../../cluster/index.ts';
import { openJournal, records } from '../../journal/index.ts';
import { hasCode } from '../../model/error.ts';
import type { Draft } from '../../model/events.ts';
import type { Journal, Message } from '../../ports/journal.ts';
import type { EpicPlace } from '../../project/state-folder.ts';

export type SteeringDelivery = 'recorded' | 'told';

/** No longer than it takes to write one event, and to get over a server that is slow for a moment. */
const LEASE_MS = 10_000;

type Saying = {
  readonly draft: Draft;
  readonly message: Message;
  /** Writes what was said behind what is there. */
  readonly record: (journal: Journal) => Promise<void>;
};

/**
 * The same for a run whose truth is in a cluster: where no coordinator drives it, on whatever machine, what is said is
 * written there at once and in the copy here; otherwise it is left for that coordinator.
 */
export function deliverToCluster(url: string, place: EpicPlace, saying: Saying): Promise<SteeringDelivery> {
  return inPostgres(url, async (postgres) => {
    await migrate(postgres);
    await shareKept(postgres, place, saying.draft);
    const remote = await journalUnlessDriven(postgres, place);
    if (remote === undefined) {
      await leave(postgres, place, saying.message);
      return 'told';
    }
    await recordThere(remote, place, saying.record);
    return 'recorded';
  });
}

/** For the coordinator of the run that is looked at here. Another may have its name since: it is not to hear of this. */
async function leave(postgres: Postgres, place: EpicPlace, message: Message): Promise<void> {
  const birth = await birthOf(postgres, place.id);
  const remote = await readClusterJournal(postgres, place.id);
  if (!(await withJournal(place, (copy) => isPartOf(copy, remote)))) throw another(true);
  await clusterMailbox(postgres, birth).put(message);
}

/** What judges from now on has to be where every machine finds it, before anybody hears of it. */
async function shareKept(postgres: Postgres, { id, folder }: EpicPlace, draft: Draft): Promise<void> {
  if (draft.type !== 'ticket_added' && draft.type !== 'ticket_edited') return;
  const shared = clusterRecords(postgres, await birthOf(postgres, id), folder);
  await shared.keep(await records(folder).kept(draft.inputs));
}

/** Undefined where a coordinator has it. Only that: a run here that is not the one there is nobody's to hear. */
async function journalUnlessDriven(
  postgres: Postgres,
  { id }: EpicPlace,
): Promise<ClusterJournal | undefined> {
  const holder = `${hostname()} process ${process.pid}`;
  try {
    return await openClusterJournal(postgres, id, { holder, leaseMs: LEASE_MS });
  } catch (error) {
    if (hasCode(error, 'STATE_CONFLICT')) return undefined;
    throw error;
  }
}

async function recordThere(
  remote: ClusterJournal,
  place: EpicPlace,
  record: (journal: Journal) => Promise<void>,
): Promise<void> {
  try {
    const copy = openJournal({ file: place.journal });
    try {
      await record(
        await withCopy(remote, copy, { isCopy: true, mark: () => undefined, onProblem: () => undefined }),
      );
    } finally {
      copy.close();
    }
  } finally {
    await remote.closed();
  }
}
