import type { Event } from '../../model/events.ts';
import type { Repository } from '../run/begin.ts';
import type { Target } from './brought.ts';

export type Pushing = {
  /** Pushes a tip, after those before it. */
  push(commit: string): void;
  onEvents(events: readonly Event[]): void;
  /** Whether somebody else has pushed: what is here does not hold what is there. */
  isRefused(): boolean;
  /** The tip that origin has by our push; empty where nothing was pushed. */
  pushed(): string;
  /** Waits for what is on its way, and says what went wrong. */
  settled(): Promise<void>;
};

/** Fast-forwards a branch of origin, which is at its commit now, to each commit that lands, one after the other. */
export function pushTo(
  repository: Pick<Repository, 'fastForwardOrigin'>,
  { onto, commit: found }: Target,
  onRefused: () => void,
): Pushing {
  let next: string | undefined;
  let isRefused = false;
  let last = '';
  let failure: unknown;
  let going: Promise<void> = Promise.resolve();
  const pushNext = async (): Promise<void> => {
    const commit = next;
    next = undefined;
    if (commit === undefined || isRefused || failure !== undefined) return;
    try {
      const change = { from: last || found, to: commit };
      isRefused = (await repository.fastForwardOrigin(onto, change)) === 'refused';
    } catch (error) {
      failure = error;
    }
    if (isRefused || failure !== undefined) onRefused();
    else last = commit;
  };
  const push = (commit: string): void => {
    next = commit;
    going = going.then(pushNext);
  };
  return {
    push,
    onEvents(events) {
      const landed = events.findLast((event) => event.type === 'task_complete');
      if (landed !== undefined) push(landed.commit);
    },
    isRefused: () => isRefused,
    pushed: () => last,
    async settled() {
      await going;
      if (failure !== undefined) throw failure;
    },
  };
}
