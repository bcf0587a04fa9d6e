import { hostname } from 'node:os';
import { join } from 'node:path';

import {
  type ClusterJournal,
  clusterMailbox,
  clusterRecords,
  collectRecords,
  type HandingOut,
  migrate,
  openBoss,
  openClusterJournal,
  openHandOut,
  openPostgres,
  type Postgres,
  refuseOvertaken,
  shelveRun,
  takeOutput,
  waitForLease,
  shownIn,
  severalTimes,
  bothMailboxes,
  recordsWithCopy,
  withCopy,
} from '../../cluster/index.ts';
import type { Repository } from '../../git/index.ts';
import { mailbox, openJournal, records } from '../../journal/index.ts';
import { errorMessage, GauntletError, hasCode } from '../../model/error.ts';
import type { AssignmentEvent, Event } from '../../model/events.ts';
import type { Lesson } from '../../model/finding-memory.ts';
import type { Exchange } from '../../ports/git.ts';
import type { Journal, Mailbox } from '../../ports/journal.ts';
import type { Records } from '../../ports/records.ts';
import type { Enforcement } from '../../ports/processes.ts';
import { epicFolder, journalFile } from '../../project/state-folder.ts';
import { toolVersion } from '../../project/tool-version.ts';
import { folderName, type Inputs } from '../../run/index.ts';
import { isCopy, noteCopy } from './copy-note.ts';
import { notUndone } from './undone-elsewhere.ts';

export type ClusterOptions = {
  readonly url: string;
  /** Where commits are exchanged; null: the hub of this repository, for machines that reach it by that path. */
  readonly hub: string | null;
  readonly label: string | null;
  readonly leaseMs: number;
  readonly workerLeaseMs: number;
  /** Wait while another coordinator drives the epic, instead of being refused. */
  readonly standBy: boolean;
  readonly note: (text: string) => void;
};

type Teaching = (events: readonly Event[]) => Promise<readonly Lesson[]>;

/** Where a run is kept, and who carries it out: in Postgres, with a copy here. */
export type ClusterStorage = {
  readonly journal: Journal;
  readonly mailbox: Mailbox;
  readonly records: Records;
  readonly executor: HandingOut;
  /** Aborted when another coordinator may have taken over. */
  readonly lost: AbortSignal;
  /** Before a run goes on here that another machine has driven: what it landed is brought to this repository. */
  arrive(inputs: Inputs, tip: string): Promise<void>;
  /** What developers are told who are sent by these events. */
  teach(lessons: Teaching): void;
  /** Once an epic is undone: everything that others would go on with is put aside under this name. */
  shelve(name: string): Promise<void>;
  /** Names that are taken by what was put aside, on whatever machine. */
  undoneNames(): Promise<readonly string[]>;
  close(): Promise<void>;
};

type Place = { readonly epic: string; readonly repository: Repository; readonly enforcement: Enforcement };

/** Waits until nobody else drives the epic, then opens everything a coordinator of a cluster works with. */
export async function openKeeping(options: ClusterOptions, place: Place): Promise<ClusterStorage> {
  const postgres = await openPostgres(options.url);
  try {
    await migrate(postgres);
    const boss = await openBoss(postgres, options.url);
    try {
      return await keepingOf(options, place, postgres, boss);
    } catch (error) {
      await boss.close();
      throw error;
    }
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

type Boss = Awaited<ReturnType<typeof openBoss>>;

async function keepingOf(
  options: ClusterOptions,
  place: Place,
  postgres: Postgres,
  boss: Boss,
): Promise<ClusterStorage> {
  const { epic, repository } = place;
  const folder = epicFolder(repository, epic);
  const copy = records(folder);
  const hub = options.hub ?? join(repository.state, 'hub.git');
  let lessons: Teaching = () => Promise.resolve([]);
  let fence = 0;
  const permit = (): Promise<void> => refuseOvertaken(postgres, epic, fence);
  const exchange = options.hub === null ? nothingToCarry : repository.exchange(epic, hub, { permit });
  const problem = noter(options);
  const executor = await openHandOut({
    ...(await asked(options, place)),
    postgres,
    boss,
    fence: () => fence,
    told: async (events) => ({ hub, lessons: await lessons(events), author: repository.author }),
    collect: collector({ postgres, epic, exchange, copy }),
    overheard: shownIn((run) => copy.folder(run)),
    share: (job) => severalTimes(() => exchange.push(folderName(job), true)),
    onProblem: problem,
  });
  const shelve = async ({ fence }: ClusterJournal, name: string): Promise<void> => {
    // A worker that leaves something at that moment is no reason to give up.
    await severalTimes(() => exchange.putAside(name));
    await shelveRun(postgres, boss, { epic, fence });
  };
  const next = async (): Promise<ClusterJournal> => {
    const journal = await whenFree(options, postgres, epic, executor);
    ({ fence } = journal);
    return journal;
  };
  const note = (text: string): void => options.note(text);
  const undoing = { postgres, repository, exchange, epic, shelve, note };
  const copying = (found: ClusterJournal): Promise<Journal> => copied(found, folder, problem);
  const [remote, journal] = await orClosed(executor, opened(notUndone(next, undoing), exchange, copying));
  const birth = { epic, born: remote.born };
  return {
    journal,
    mailbox: bothMailboxes(mailbox(join(folder, 'inbox')), clusterMailbox(postgres, birth)),
    records: recordsWithCopy(clusterRecords(postgres, birth, folder), copy),
    executor,
    lost: remote.lost,
    shelve: (name) => shelve(remote, name),
    undoneNames: () => exchange.undoneNames(),
    arrive: (inputs, tip) => arrive({ repository, exchange, epic }, inputs, tip),
    teach: (told) => void (lessons = told),
    async close() {
      executor.close();
      journal.close();
      await remote.closed();
      await boss.close();
      await postgres.close();
    },
  };
}

function noter({ note }: Pick<ClusterOptions, 'note'>): (error: unknown) => void {
  return (error) => note(`cluster: ${errorMessage(error)}`);
}

/** Whose work it is, and which workers may do it. */
async function asked({ label, workerLeaseMs }: ClusterOptions, { epic, enforcement }: Place) {
  return { epic, version: await toolVersion(), enforcement, label, workerLeaseMs };
}

/** Nothing of this machine goes to the others before it is clear that it drives the same run as they do. */
async function opened(
  opening: Promise<ClusterJournal>,
  exchange: Exchange,
  copy: (remote: ClusterJournal) => Promise<Journal>,
): Promise<readonly [ClusterJournal, Journal]> {
  const remote = await opening;
  try {
    const journal = await copy(remote);
    try {
      // What everything begins with is here already, and nowhere else.
      await exchange.fetch(null, true);
      await exchange.push(null, true);
      return [remote, journal];
    } catch (error) {
      journal.close();
      throw error;
    }
  } catch (error) {
    await remote.closed();
    throw error;
  }
}

/** What an executor listens to would keep a command that is refused from ending. */
async function orClosed<T>(executor: HandingOut, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    executor.close();
    throw error;
  }
}

type Collecting = Pick<Arriving, 'exchange' | 'epic'> & {
  readonly postgres: Postgres;
  readonly copy: Records;
};

/** Brings what a run has left on another machine to where people look at it. */
function collector({ postgres, epic, exchange, copy }: Collecting) {
  return async ({ ticket, run }: AssignmentEvent): Promise<void> => {
    await exchange.fetch(folderName(ticket), false);
    await collectRecords(postgres, { epic, run }, copy);
    await takeOutput(postgres, { epic, run }, copy.folder(run));
  };
}

type Arriving = { readonly repository: Repository; readonly exchange: Exchange; readonly epic: string };

/** An epic of the same name in another repository is another epic. */
async function arrive({ repository, exchange, epic }: Arriving, inputs: Inputs, tip: string): Promise<void> {
  await exchange.fetch(null, true);
  const hub = await repository.hub();
  const isOurs = await hub.commit(inputs.base.commit).then(
    () => true,
    () => false,
  );
  if (!isOurs)
    throw new GauntletError(
      'STATE_CONFLICT',
      `the cluster has an epic called ${epic} whose base is not in this repository: it belongs to another repository`,
      { hint: 'Give this epic another id, or use another database for this repository.' },
    );
  await repository.lander(epic).catchUp(inputs.base.commit, tip);
}

/** Stands by while another coordinator drives the epic, and takes over when its lease is free. */
async function whenFree(
  options: ClusterOptions,
  postgres: Postgres,
  epic: string,
  { within }: HandingOut,
): Promise<ClusterJournal> {
  const holder = `${hostname()} process ${process.pid}`;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await openClusterJournal(postgres, epic, { holder, leaseMs: options.leaseMs, within });
    } catch (error) {
      if (!hasCode(error, 'STATE_CONFLICT') || !options.standBy) throw error;
      if (isFirst) options.note(`standing by: ${errorMessage(error)}`);
      await waitForLease(postgres, epic);
    }
  }
}

/** Whoever reads in this repository reads a copy. While another process here holds it, there is no copy of ours. */
async function copied(
  remote: ClusterJournal,
  folder: string,
  problem: (error: unknown) => void,
): Promise<Journal> {
  let copy: Journal;
  try {
    copy = openJournal({ file: journalFile(folder) });
  } catch (error) {
    if (!hasCode(error, 'STATE_CONFLICT')) throw error;
    problem(error);
    return remote;
  }
  try {
    return await withCopy(remote, copy, {
      isCopy: isCopy(folder),
      mark: () => noteCopy(folder),
      onProblem: problem,
    });
  } catch (error) {
    copy.close();
    remote.close();
    throw error;
  }
}

/** Workers fetch from this repository's own hub and push to it: everything is there already. */
const nothingToCarry: Exchange = {
  fetch: async () => undefined,
  push: async () => undefined,
  putAside: async () => undefined,
  bringUndone: async () => undefined,
  undoneNames: async () => [],
};
