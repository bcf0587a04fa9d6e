import { GauntletError } from '../../model/error.ts';
import type { Event } from '../../model/events.ts';
import type { Repository } from '../run/begin.ts';
import type { Target } from './incoming-branch.ts';

export type Pushing = {
  /** Pushes a tip, after those before it. */
  push(commit: string): void;
  onEvents(events: readonly Event[]): void;
  /** Whether somebody else has pushed: what is here does not hold what is there. */
  isRefused(): boolean;
  /** The tip that origin has by our push; empty where nothing was pushed. */
  pushed(): string;
  /** Waits for what is on its way; the error of a push that went wrong. */
  settled(): Promise<GauntletError | undefined>;
};

/** Fast-forwards a branch of origin, which is at its commit now, to each commit that lands, one after the other. */
export function pushTo(
  repository: Pick<Repository, 'fastForwardOrigin'>,
  { onto, commit: found }: Target,
  { onRefused, onPushed }: { readonly onRefused: () => void; readonly onPushed: (commit: string) => void },
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
    if (isRefused || failure !== undefined) return onRefused();
    last = commit;
    onPushed(commit);
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
      if (failure === undefined || failure instanceof GauntletError) return failure;
      throw failure;
    },
  };
}
