import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { foldJournal } from '../../run/index.ts';
import type { FoldedJournal, RunPorts } from '../../run/index.ts';
import type { Repository } from '../../git/index.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Event } from '../../model/events.ts';
import { openJournal } from '../../journal/index.ts';
import { epicFolder, journalFile } from '../../project/state-folder.ts';
import { READABLE } from '../../project/put-below.ts';

type Undoing = { readonly by: string; readonly why: string; readonly decided: () => void };

type EpicUndone = {
  /** Where everything it had landed is kept. */
  readonly ref: string;
  /** Where its journal and records are kept. */
  readonly state: string;
};

/** The parts of an open run that an undo uses. */
type Undoable = {
  readonly repository: Repository;
  readonly ports: Pick<RunPorts, 'journal' | 'lander' | 'clock'>;
  shelve?(name: string): Promise<void>;
  undoneNames?(): Promise<readonly string[]>;
  close(): Promise<void>;
};

type Undone = Extract<Event, { type: 'epic_undone' }>;

/**
 * Takes a whole epic back (BEYOND-12). The event is durable first: whatever kills us afterwards, the next command on
 * this epic brings it to its end. Closes what was opened.
 */
export async function undoEpic(
  opened: Undoable,
  epic: string,
  { state }: FoldedJournal,
  { by, why, decided }: Undoing,
): Promise<EpicUndone> {
  const { journal, lander, clock } = opened.ports;
  const ref = await lander.freeUndoneRef(await opened.undoneNames?.());
  const about = { seq: state.seq + 1, at: Math.max(state.at, clock.now()) };
  const event: Undone = { ...about, type: 'epic_undone', v: 1, ref, by, why };
  await journal.append([event]);
  decided();
  const shelve = (name: string): Promise<void> => opened.shelve?.(name) ?? Promise.resolve();
  const kept = await carryOut(opened.repository, epic, { journal, ref, tip: state.tip, shelve });
  await opened.close();
  return kept;
}

/** Brings an undo that was interrupted after it was decided to its end; false where there is none, and nothing is done. */
export async function finishUndo(
  repository: Repository,
  epic: string,
  journal: Journal,
  {
    shelve = () => Promise.resolve(),
    bring = () => Promise.resolve(),
  }: Partial<Pick<Decided, 'shelve'> & Bringing> = {},
): Promise<boolean> {
  const [last] = journal.last() === 0 ? [] : [...journal.read(journal.last() - 1)];
  if (last?.type !== 'epic_undone') return false;
  const { tip } = foldJournal(journal).state;
  await bring(tip, nameOf(epic, last.ref));
  await carryOut(repository, epic, { journal, ref: last.ref, tip, shelve });
  return true;
}

type Bringing = {
  /** Of a cluster: another machine may have begun this. Brings here what it had landed, also if that was put aside. */
  readonly bring: (tip: string, name: string) => Promise<void>;
};

/**
 * A copy of a run that was undone on another machine is put aside here as well, with what had landed in this repository.
 * Under a name of its own: the other machine did not know which are taken here.
 */
export async function putCopyAside(
  repository: Repository,
  epic: string,
  { tip, taken }: { readonly tip: string; readonly taken: readonly string[] },
): Promise<string> {
  await repository.hub();
  const lander = repository.lander(epic);
  const ref = await lander.freeUndoneRef(taken);
  await lander.putAside(ref, tip);
  await repository.cleanUp({ epic });
  return moveState(repository, epic, ref);
}

/** Of a cluster whose run was put aside there before what is here was: that is a copy of it. */
export async function moveUndoneCopy(repository: Repository, epic: string): Promise<void> {
  const file = journalFile(epicFolder(repository, epic));
  if (!existsSync(file)) return;
  const journal = openJournal({ file });
  const [last] = journal.last() === 0 ? [] : [...journal.read(journal.last() - 1)];
  journal.close();
  if (last?.type === 'epic_undone') moveState(repository, epic, last.ref);
}

type Decided = {
  readonly journal: Journal;
  readonly ref: string;
  readonly tip: string;
  /** Of a cluster: puts the run aside for all machines. */
  readonly shelve: (name: string) => Promise<void>;
};

async function carryOut(
  repository: Repository,
  epic: string,
  { journal, ref, tip, shelve }: Decided,
): Promise<EpicUndone> {
  await repository.hub();
  await repository.lander(epic).putAside(ref, tip);
  await repository.cleanUp({ epic });
  await shelve(nameOf(epic, ref));
  // SQLite tidies up by path: the journal is closed before its folder moves. Nobody writes to one that is undone.
  journal.close();
  return { ref, state: moveState(repository, epic, ref) };
}

function nameOf(epic: string, ref: string): string {
  return `${epic}-${ref.slice(ref.lastIndexOf('/') + 1)}`;
}

function moveState(repository: Repository, epic: string, ref: string): string {
  const name = nameOf(epic, ref);
  const state = join(repository.state, 'undone', name);
  moveFolder(epicFolder(repository, epic), state);
  moveFolder(join(repository.top, READABLE, 'epics', epic), join(repository.top, READABLE, 'undone', name));
  return state;
}

function moveFolder(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}
