export type Interrupts = {
  /** Aborted by the first Ctrl-C or SIGTERM: finish what runs, start nothing. */
  readonly drain: AbortSignal;
  /** Aborted by the second: end everything now. */
  readonly kill: AbortSignal;
  signal(): 'SIGINT' | 'SIGTERM' | undefined;
  close(): void;
};

const here = {
  SIGINT:
    'Stopping: running steps finish, nothing new starts. Ctrl-C again stops now; gauntlet resume continues.',
  SIGTERM: 'Terminated: running steps are stopped; gauntlet resume repeats them.',
};

/** In a cluster only the coordinator ends. */
const inCluster = {
  SIGINT:
    'Stopping: running steps finish, nothing new is handed out. Ctrl-C again leaves them to the workers; gauntlet resume --cluster continues.',
  SIGTERM: 'Terminated: workers finish their steps; gauntlet resume --cluster continues with their results.',
};

/** Ctrl-C once checkpoints, twice kills. Whatever was recorded stays; `resume` goes on from there. */
export function interrupts(note: (text: string) => void, isCluster = false): Interrupts {
  const drain = new AbortController();
  const kill = new AbortController();
  let first: 'SIGINT' | 'SIGTERM' | undefined;
  const heed = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (first !== undefined) return kill.abort();
    first = signal;
    note((isCluster ? inCluster : here)[signal]);
    drain.abort();
    // Whoever sends SIGTERM will not wait for an agent to finish.
    if (signal === 'SIGTERM') kill.abort();
  };
  const onInt = (): void => heed('SIGINT');
  const onTerm = (): void => heed('SIGTERM');
  process.on('SIGINT', onInt);
  process.on('SIGTERM', onTerm);
  return {
    drain: drain.signal,
    kill: kill.signal,
    signal: () => first,
    close() {
      process.off('SIGINT', onInt);
      process.off('SIGTERM', onTerm);
    },
  };
}
