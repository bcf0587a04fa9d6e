// A thread that looks at files: it takes the next few that nobody has begun with, says what they say, and at last nothing.
import { parentPort, workerData } from 'node:worker_threads';

import { allRules } from '../../../packages/scan/index.ts';
import { grammarsFor, openTree } from '../../files/index.ts';
import { nextBatch, type SharedWork } from './scan-in-threads.ts';
import { batchScanner, type StoredScan } from './scan-files.ts';

const work: SharedWork = workerData;
void serve(work);

async function serve({ folder, rules, kinds, isKept, entries, begun }: SharedWork): Promise<void> {
  const asked = new Set(rules);
  const wanted = allRules.filter(({ id }) => asked.has(id));
  const take = batchScanner(openTree(folder), { rules: wanted, isKept }, await grammarsFor(kinds));
  let looks: readonly StoredScan[];
  do {
    looks = await take(nextBatch(entries, begun));
    parentPort?.postMessage(looks);
  } while (looks.length > 0);
}
