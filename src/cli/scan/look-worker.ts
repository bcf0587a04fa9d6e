// A thread that looks at files: told a batch, it answers with what they say.
import { parentPort, workerData } from 'node:worker_threads';

import type { TreeEntry } from '../../ports/tree.ts';
import { allRules } from '../../scan/index.ts';
import { grammarsFor, openTree } from '../../tree/index.ts';
import { lookTaker, type TakenLook } from './take-looks.ts';
import type { LookWork } from './look-in-threads.ts';

void serve(workerData as LookWork);

async function serve({ folder, rules, kinds, isKept }: LookWork): Promise<void> {
  const tree = openTree(folder);
  const asked = new Set(rules);
  const wanted = allRules.filter(({ id }) => asked.has(id));
  const grammars = await grammarsFor(kinds);
  const take = lookTaker(tree, { rules: wanted, isKept }, grammars);
  const takeAll = async (batch: readonly TreeEntry[]): Promise<void> => {
    const looks: TakenLook[] = [];
    for (const entry of batch) {
      looks.push(take(entry));
      // Only after a file that stopped a parser.
      await grammars.renewed?.();
    }
    parentPort?.postMessage(looks);
  };
  parentPort?.on('message', (batch: readonly TreeEntry[]) => void takeAll(batch));
}
