import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { recall } from '../../flow/index.ts';
import type { Recalled } from '../../flow/index.ts';
import type { Repository } from '../../git/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Event } from '../../model/events.ts';
import type { OpenedRun } from './ports.ts';
import { epicFolder } from './places.ts';
import { READABLE } from './readable.ts';

type Undoing = { readonly by: string; readonly why: string; readonly decided: () => void };

type EpicUndone = {
  /** Where everything it had landed is kept. */
  readonly ref: string;
  /** Where its journal and records are kept. */
  readonly state: string;
};

type Undone = Extract<Event, { type: 'epic_undone' }>;

/**
 * Takes a whole epic back (BEYOND-12). The event is durable first: whatever kills us afterwards, the next command on
 * this epic brings it to its end. Closes what was opened.
 */
export async function undoEpic(
  opened: OpenedRun,
  epic: string,
  { state }: Recalled,
  { by, why, decided }: Undoing,
): Promise<EpicUndone> {
  if (opened.lost !== undefined)
    throw new GauntletError('USAGE_INVALID', 'an epic of a cluster cannot be taken back as a whole', {
      hint: 'Take its tickets back one by one: gauntlet undo TICKET --cluster.',
    });
  const { journal, lander, clock } = opened.ports;
  const ref = await lander.freeUndoneRef();
  const about = { seq: state.seq + 1, at: Math.max(state.at, clock.now()) };
  const event: Undone = { ...about, type: 'epic_undone', v: 1, ref, by, why };
  await journal.append([event]);
  decided();
  const kept = await carryOut(opened.repository, epic, { journal, ref, tip: state.tip });
  await opened.close();
  return kept;
}

/** Brings an undo that was interrupted after it was decided to its end; false where there is none, and nothing is done. */
export async function finishUndo(repository: Repository, epic: string, journal: Journal): Promise<boolean> {
  const [last] = journal.last() === 0 ? [] : [...journal.read(journal.last() - 1)];
  if (last?.type !== 'epic_undone') return false;
  const { tip } = recall(journal).state;
  await carryOut(repository, epic, { journal, ref: last.ref, tip });
  return true;
}

type Decided = { readonly journal: Journal; readonly ref: string; readonly tip: string };

async function carryOut(
  repository: Repository,
  epic: string,
  { journal, ref, tip }: Decided,
): Promise<EpicUndone> {
  await repository.hub();
  await repository.lander(epic).putAside(ref, tip);
  await repository.cleanUp({ epic });
  const name = `${epic}-${ref.slice(ref.lastIndexOf('/') + 1)}`;
  // SQLite tidies up by path: the journal is closed before its folder moves. Nobody writes to one that is undone.
  journal.close();
  const state = join(repository.state, 'undone', name);
  moveFolder(epicFolder(repository, epic), state);
  moveFolder(join(repository.top, READABLE, 'epics', epic), join(repository.top, READABLE, 'undone', name));
  return { ref, state };
}

function moveFolder(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}
