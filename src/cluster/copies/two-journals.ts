import type { Journal, JournalReader } from '../../ports/journal.ts';
import { GauntletError } from '../../model/error.ts';
import { inTurns } from '../../journal/index.ts';

type Copying = {
  /** Whether what is there is known to be a copy: of a run that began in the cluster, or was moved there. */
  readonly isCopy: boolean;
  /** Says that it is a copy, before there is anything in it that could be driven. */
  readonly mark: () => void;
  readonly onProblem: (error: unknown) => void;
};

/**
 * The journal of the cluster, with a copy of it in this repository: whoever reads here (status, events, the dashboard)
 * reads the copy. What is in the copy and not in the cluster is another run: nothing is done then.
 */
export async function withCopy<Remote extends Journal>(
  remote: Remote,
  copy: Journal,
  { isCopy, mark, onProblem }: Copying,
): Promise<Remote> {
  await bringUpToDate(copy, remote, isCopy, mark);
  let isWhole = true;
  return {
    ...remote,
    async append(events) {
      await remote.append(events);
      // The truth has it. A copy that could not be written is brought up to date by the next coordinator here.
      if (isWhole)
        await copy.append(events).catch((error: unknown) => {
          isWhole = false;
          onProblem(error);
        });
    },
    close() {
      copy.close();
      remote.close();
    },
  };
}

/** Refused where the copy is of another run. `isCopy`: whether it is known to be a copy. */
export async function bringUpToDate(
  copy: Journal,
  whole: JournalReader,
  isCopy: boolean,
  mark: () => void = () => undefined,
): Promise<void> {
  if (!isPartOf(copy, whole)) throw another(isCopy);
  mark();
  for await (const events of inTurns(whole.read(copy.last()))) await copy.append(events);
}

/** Whether everything in one journal is in the other: then it is the same run. */
export function isPartOf(copy: JournalReader, whole: JournalReader): boolean {
  const last = copy.last();
  if (last === 0) return true;
  if (last > whole.last()) return false;
  const [ours] = copy.read(last - 1);
  const [theirs] = whole.read(last - 1);
  return JSON.stringify(ours) === JSON.stringify(theirs);
}

export function another(isCopy: boolean): GauntletError {
  return isCopy
    ? new GauntletError(
        'STATE_CONFLICT',
        'this repository has a copy of a run of that epic, but the cluster no longer has the run',
        {
          hint: 'If the run was undone: gauntlet run --cluster <url> (or resume, if a new run has begun) moves the copy aside. If not: restore the schema "gauntlet" of the database from a backup.',
        },
      )
    : new GauntletError(
        'STATE_CONFLICT',
        'this repository has a run of that epic, but the cluster does not',
        {
          hint: 'Continue it here, without --cluster: gauntlet resume',
        },
      );
}
