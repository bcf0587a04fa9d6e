import type { Records } from '../../ports/records.ts';

/** The piece that names the commit from which whoever is sent next goes on. */
const DELIVERED = 'delivered';

export type PushedRecords = {
  readonly records: Records;
  /** Says whose work a run is. */
  readonly about: (run: number, ticket: string) => void;
};

/**
 * Records of a worker, in which no commit is named before others can fetch it: were this machine lost in between, nobody
 * could go on from there.
 */
export function pushedRecords(
  shared: Records,
  push: (ticket: string | null) => Promise<void>,
): PushedRecords {
  const tickets = new Map<number, string>();
  return {
    about: (run, ticket) => void tickets.set(run, ticket),
    records: {
      ...shared,
      async put(run, name, value) {
        if (name === DELIVERED) await push(tickets.get(run) ?? null);
        await shared.put(run, name, value);
      },
    },
  };
}
