import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { TreeEntry } from '../../../packages/scan/index.ts';
import type { StoredScan } from './scan-files.ts';

/** What a thread is told when it begins. */
export type LookWork = {
  readonly folder: string;
  /** Ids of the rules to ask. */
  readonly rules: readonly string[];
  /** Whether what they say will be kept for a later scan. */
  readonly isKept: boolean;
  /** One path of every kind there is: which grammars to load. */
  readonly kinds: readonly string[];
};

/** The same for all threads: the files, and how many of them somebody has begun with. */
export type SharedWork = LookWork & { readonly entries: readonly TreeEntry[]; readonly begun: Int32Array };

const BATCH = 48;

/** The next few files that nobody has begun with: who is done takes more, so that none waits for another's large files. */
export function nextBatch(entries: readonly TreeEntry[], begun: Int32Array): readonly TreeEntry[] {
  const from = Atomics.add(begun, 0, BATCH);
  return entries.slice(from, from + BATCH);
}

/** Looks at files in several threads, of which this is one: it would do nothing but wait, and has its program loaded. */
export async function scanInThreads(
  entries: readonly TreeEntry[],
  work: LookWork,
  threads: number,
  {
    take,
    taken,
  }: {
    readonly take: (batch: readonly TreeEntry[]) => Promise<readonly StoredScan[]>;
    readonly taken: (looks: readonly StoredScan[]) => void;
  },
): Promise<void> {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const others = Array.from({ length: threads - 1 }, async () => served({ ...work, entries, begun }, taken));
  const own = async (): Promise<void> => {
    for (let batch = nextBatch(entries, begun); batch.length > 0; batch = nextBatch(entries, begun)) {
      taken(await take(batch));
      // What the others have said is heard in between, and also that one of them failed.
      await setImmediate();
    }
  };
  try {
    await Promise.all([own(), ...others]);
  } catch (error) {
    // Nobody needs to begin with anything more.
    Atomics.store(begun, 0, entries.length);
    throw error;
  }
}

/** One more thread, until it has found nothing more to begin with. */
async function served(work: SharedWork, taken: (looks: readonly StoredScan[]) => void): Promise<void> {
  const worker = new Worker(workerFile(), { workerData: work });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (looks: readonly StoredScan[]) => {
        if (looks.length === 0) resolve();
        else taken(looks);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`a thread of the scan ended with ${code}`)));
    });
  } finally {
    worker.removeAllListeners();
    await worker.terminate();
  }
}

/** Beside this file in the sources, one folder up in what is published. */
function workerFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, 'scan-worker.ts'), join(here, '../scan/scan-worker.cjs')];
  return places.find((place) => existsSync(place)) ?? join(here, 'scan-worker.ts');
}
