import { isMap } from '../../schema/fits.ts';
import type { AssignmentEvent, Event } from '../../model/events.ts';
import type { JournalReader, Snapshots } from '../../ports/journal.ts';
import { foldVersion, jobNamed } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import type { Dossiers } from './dossier.ts';
import { RunProjection, type SnapshotData } from './run-projection.ts';

/** What a journal says: where things stand, what is known of each job, and what was handed out and never came back. */
export type FoldedJournal = {
  readonly state: State;
  readonly dossiers: Dossiers;
  readonly open: readonly AssignmentEvent[];
  /** Hash of what judges the run; null for an empty journal. */
  readonly inputs: string | null;
  readonly memory: RunProjection;
};

type FoldableJournal = Pick<JournalReader, 'read'> & Partial<Snapshots>;

/** Folds a journal, from its snapshot on where it has one. */
export function foldJournal(journal: FoldableJournal): FoldedJournal {
  const { memory, events } = begun(journal);
  for (const event of events) memory.learn(event);
  return foldedBy(memory);
}

/** The same in parts: whoever holds a lease has to renew it while a long journal is folded. */
export async function foldJournalInTurns(
  journal: FoldableJournal,
  inTurns: (events: Iterable<Event>) => AsyncIterable<readonly Event[]>,
): Promise<FoldedJournal> {
  const { memory, events } = begun(journal);
  for await (const part of inTurns(events)) for (const event of part) memory.learn(event);
  return foldedBy(memory);
}

function begun(journal: FoldableJournal): {
  readonly memory: RunProjection;
  readonly events: Iterable<Event>;
} {
  const { seq = 0, value } = journal.loadSnapshot?.(foldVersion) ?? {};
  if (!isSnapshot(value)) return { memory: new RunProjection(), events: journal.read(0) };
  return { memory: new RunProjection(value), events: journal.read(seq) };
}

/** A snapshot of this version was written by this very fold. */
function isSnapshot(value: unknown): value is SnapshotData {
  return isMap(value) && isMap(value['state']) && Array.isArray(value['dossiers']);
}

function foldedBy(memory: RunProjection): FoldedJournal {
  const { state, dossiers, inputs } = memory;
  const open = memory.open.filter((assignment) => isAwaited(state, assignment));
  return { state, dossiers, open, inputs: inputs?.inputs ?? null, memory };
}

/** A seat still waits for this very run. */
function isAwaited(state: State, { ticket: job, run }: AssignmentEvent): boolean {
  const seats = jobNamed(state, job)?.seats ?? [];
  return seats.some((seat) => seat.run === run && (seat.state === 'running' || seat.state === 'parked'));
}
