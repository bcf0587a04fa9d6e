import type { Journal, JournalReader } from '../../ports/journal.ts';
import { GauntletError } from '../../model/error.ts';

const AT_ONCE = 500;

type Copying = {
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
  { mark, onProblem }: Copying,
): Promise<Remote> {
  refuseAnother(remote, copy);
  mark();
  for (const events of inParts(remote.read(copy.last()))) await copy.append(events);
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

function refuseAnother(remote: JournalReader, copy: JournalReader): void {
  const last = copy.last();
  if (last === 0) return;
  if (last <= remote.last()) {
    const [ours] = copy.read(last - 1);
    const [theirs] = remote.read(last - 1);
    if (JSON.stringify(ours) === JSON.stringify(theirs)) return;
  }
  throw new GauntletError(
    'STATE_CONFLICT',
    'this repository has a run of that epic which the cluster does not have',
    {
      hint: 'Move it there with "gauntlet journal export" and "gauntlet journal import --cluster", or go on with it here, without --cluster.',
    },
  );
}

function* inParts<T>(all: Iterable<T>): Generator<readonly T[]> {
  let part: T[] = [];
  for (const each of all) {
    part.push(each);
    if (part.length < AT_ONCE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
