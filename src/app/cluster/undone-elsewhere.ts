import { existsSync } from 'node:fs';

import {
  type ClusterJournal,
  type Postgres,
  readClusterJournal,
  shelvedRuns,
  isPartOf,
} from '../../cluster/index.ts';
import { foldJournal } from '../../run/index.ts';
import type { Repository } from '../../git/index.ts';
import { readJournal } from '../../journal/index.ts';
import type { Exchange } from '../../ports/git.ts';
import type { JournalReader } from '../../ports/journal.ts';
import { isHeld } from '../../project/lease-holder.ts';
import { epicFolder, journalFile } from '../../project/state-folder.ts';
import { finishUndo, moveUndoneCopy, putCopyAside } from '../run/undo-epic.ts';
import { isCopy } from './copy-note.ts';

type Undoing = {
  readonly postgres: Postgres;
  readonly repository: Repository;
  readonly exchange: Exchange;
  readonly epic: string;
  readonly shelve: (journal: ClusterJournal, name: string) => Promise<void>;
  readonly note: (text: string) => void;
};

/**
 * The journal of a run that is not undone. One whose undoing was interrupted, here or on another machine, is put aside
 * first, and so is what is left here of one that was undone: what follows starts anew.
 */
export async function notUndone(
  next: () => Promise<ClusterJournal>,
  undoing: Undoing,
): Promise<ClusterJournal> {
  const { repository, epic, exchange, shelve } = undoing;
  for (;;) {
    const journal = await next();
    try {
      const bring = (tip: string, name: string): Promise<void> => brought(repository, exchange, tip, name);
      const finishing = { bring, shelve: (name: string) => shelve(journal, name) };
      if (!(await finishUndo(repository, epic, journal, finishing))) {
        await moveUndoneCopy(repository, epic);
        await leaveUndone(journal, undoing);
        return journal;
      }
    } catch (error) {
      await journal.closed();
      throw error;
    }
    await journal.closed();
  }
}

/** What had landed has to be here before it is put aside here. */
async function brought(repository: Repository, exchange: Exchange, tip: string, name: string): Promise<void> {
  if (await isHere(repository, tip)) return;
  await exchange.fetch(null, true);
  if (!(await isHere(repository, tip))) await exchange.bringUndone(name);
}

async function isHere(repository: Repository, commit: string): Promise<boolean> {
  const hub = await repository.hub();
  return hub.commit(commit).then(
    () => true,
    () => false,
  );
}

/** The copy of a run that another machine has undone stands in the way of the next one here, and so do its refs. */
async function leaveUndone(
  remote: JournalReader,
  { postgres, repository, exchange, epic, note }: Undoing,
): Promise<void> {
  const folder = epicFolder(repository, epic);
  const file = journalFile(folder);
  if (!isCopy(folder) || !existsSync(file) || isHeld({ folder })) return;
  const tip = await tipIfUndone(file, remote, { postgres, epic });
  if (tip === undefined) return;
  const state = await putCopyAside(repository, epic, { tip, taken: await exchange.undoneNames() });
  note(`this run of ${epic} was undone on another machine: its files are kept in ${state}`);
}

/** Undefined where the copy is of the run that goes on, or of one that nobody has undone. */
async function tipIfUndone(
  file: string,
  remote: JournalReader,
  { postgres, epic }: Pick<Undoing, 'postgres' | 'epic'>,
): Promise<string | undefined> {
  const copy = readJournal(file);
  try {
    if (isPartOf(copy, remote)) return undefined;
    for (const name of await shelvedRuns(postgres, epic))
      if (isPartOf(copy, await readClusterJournal(postgres, name))) return foldJournal(copy).state.tip;
    return undefined;
  } finally {
    copy.close();
  }
}
