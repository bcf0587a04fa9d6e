import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { TreeEntry } from '../../ports/tree.ts';
import type { TakenLook } from './take-looks.ts';

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

const BATCH = 48;

/** Looks at files in several threads. Who is done gets the next few, so that none waits for another's large files. */
export async function lookInThreads(
  entries: readonly TreeEntry[],
  work: LookWork,
  threads: number,
  taken: (looks: readonly TakenLook[]) => void,
): Promise<void> {
  let next = 0;
  const batch = (): readonly TreeEntry[] => {
    const some = entries.slice(next, next + BATCH);
    next += some.length;
    return some;
  };
  await Promise.all(Array.from({ length: threads }, async () => servedBy(work, batch, taken)));
}

async function servedBy(
  work: LookWork,
  batch: () => readonly TreeEntry[],
  taken: (looks: readonly TakenLook[]) => void,
): Promise<void> {
  const worker = new Worker(workerFile(), { workerData: work });
  try {
    await new Promise<void>((resolve, reject) => {
      const feed = (): void => {
        const some = batch();
        if (some.length === 0) resolve();
        else worker.postMessage(some);
      };
      worker.on('message', (looks: readonly TakenLook[]) => {
        taken(looks);
        feed();
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`a thread of the scan ended with ${code}`)));
      feed();
    });
  } finally {
    worker.removeAllListeners();
    await worker.terminate();
  }
}

/** Beside this file in the sources, one folder up in what is published. */
function workerFile(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, 'look-worker.ts'), join(here, '../scan/look-worker.cjs')];
  return places.find((place) => existsSync(place)) ?? join(here, 'look-worker.ts');
}
