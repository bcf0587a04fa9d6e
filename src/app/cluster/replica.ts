import { followClusterJournal, type Postgres } from '../../cluster/index.ts';
import { RunProjection } from '../../run/index.ts';

/** What the journal of a cluster says, as far as this machine has heard. */
export type Replica = {
  readonly memory: RunProjection;
  /** Answers as soon as what is asked is known; undefined when it is called off before that. */
  until<T>(ask: (memory: RunProjection) => T | undefined): Promise<T>;
  until<T>(ask: (memory: RunProjection) => T | undefined, cancel: AbortSignal): Promise<T | undefined>;
  /** Whether it still hears what is recorded. */
  isFollowing(): boolean;
  close(): void;
};

export async function openReplica(postgres: Postgres, epic: string): Promise<Replica> {
  const memory = new RunProjection();
  const waiting = new Set<() => void>();
  let trouble: unknown;
  const wake = (): void => {
    for (const look of waiting) look();
  };
  const following = await followClusterJournal(postgres, epic, {
    after: 0,
    onEvents(events) {
      for (const event of events) memory.learn(event);
      wake();
    },
    onProblem(error) {
      trouble = error;
      wake();
    },
  });
  return {
    memory,
    until: <T>(ask: (memory: RunProjection) => T | undefined, cancel?: AbortSignal) =>
      new Promise<T | undefined>((resolve, reject) => {
        const look = (): void => {
          try {
            if (trouble !== undefined) throw trouble;
            const found = ask(memory);
            if (found === undefined && cancel?.aborted !== true) return;
            resolve(found);
          } catch (error) {
            reject(error);
          }
          waiting.delete(look);
          cancel?.removeEventListener('abort', look);
        };
        waiting.add(look);
        cancel?.addEventListener('abort', look);
        look();
      }),
    isFollowing: () => trouble === undefined,
    close: () => following.close(),
  };
}
