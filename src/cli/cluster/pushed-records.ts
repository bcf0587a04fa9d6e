import type { Records } from '../../ports/records.ts';

/** The piece that names the commit from which whoever is sent next goes on. */
const DELIVERED = 'delivered';

/**
 * Records of a worker, in which no commit is named before others can fetch it: were this machine lost in between, nobody
 * could go on from there.
 */
export function pushedRecords(records: Records, push: (run: number) => Promise<void>): Records {
  return {
    ...records,
    async put(run, name, value) {
      if (name === DELIVERED) await push(run);
      await records.put(run, name, value);
    },
  };
}
