import {
  allFinders,
  fileScanner,
  type Grammars,
  type StoredFileScan,
  type Rule,
  syntaxFinders,
  type Tree,
  type TreeEntry,
  writeFileScan,
} from '../../../packages/scan/index.ts';
import { secretDetection } from '../../detect/index.ts';
import { sumOf } from '../../files/index.ts';

/** What was said of a file, as text: it is handed to other threads and kept on disk, and holds on to no source text. */
export type StoredScan = StoredFileScan & { readonly path: string; readonly sum: string };

export type ScanFile = (entry: TreeEntry) => StoredScan;

/** Looks at files of a tree one by one, in whatever thread. Sums are for those that will be kept. */
export function openFileScan(
  tree: Tree,
  { rules, isKept }: { readonly rules: readonly Rule[]; readonly isKept: boolean },
  grammars: Grammars,
): ScanFile {
  const syntax = { grammars, finders: syntaxFinders };
  const look = fileScanner({ rules, finders: allFinders, syntax, secrets: secretDetection });
  return ({ path, bytes }) => {
    let sum = '';
    const read = (): Uint8Array | string => {
      const content = tree.read(path);
      if (isKept && typeof content !== 'string') sum = sumOf(content);
      return content;
    };
    const { head, facts } = writeFileScan(look(path, bytes, read));
    return { path, sum, head, facts };
  };
}

/** The same for a few files at a time. */
export function batchScanner(
  ...how: Parameters<typeof openFileScan>
): (batch: readonly TreeEntry[]) => Promise<readonly StoredScan[]> {
  const [, , grammars] = how;
  const take = openFileScan(...how);
  return async (batch) => {
    const looks: StoredScan[] = [];
    for (const entry of batch) {
      looks.push(take(entry));
      // Only after a file that stopped a parser.
      const renewed = grammars.renewed?.();
      if (renewed !== undefined) await renewed;
    }
    return looks;
  };
}
