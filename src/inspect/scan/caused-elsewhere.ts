import {
  conclude,
  type FileScan,
  type StoredFileScan,
  readFileScan,
  type Rule,
  type ScanFinding,
  type ScanResult,
  type Tree,
} from '../../../packages/scan/index.ts';
import { openGrammars } from '../../files/index.ts';
import { openFileScan } from './scan-files.ts';

export type Before = {
  /** The project as it was before. */
  readonly tree: Tree;
  readonly changed: ReadonlySet<string>;
};

/**
 * The findings in files that nobody changed and that a change brought all the same: a request whose route is gone, an
 * export whose last use is. They are those that the project as it was before does not show.
 */
export async function causedElsewhere(
  { findings }: ScanResult,
  looks: ReadonlyMap<string, FileScan>,
  rules: readonly Rule[],
  { before, designFile }: { readonly before: Before; readonly designFile?: string | undefined },
): Promise<ReadonlySet<string>> {
  const far = rules.filter((rule) => rule.kind === 'project');
  const ids = new Set(far.map(({ id }) => id));
  const here = findings.filter(({ file, rule }) => ids.has(rule) && !before.changed.has(file));
  if (here.length === 0) return new Set();
  const grammars = await openGrammars(before.tree);
  const take = openFileScan(before.tree, { rules: far, isKept: false }, grammars);
  const old = new Map<string, FileScan>();
  for (const [at, entry] of before.tree.list().entries.entries()) {
    const same = before.changed.has(entry.path) ? undefined : looks.get(entry.path);
    if (entry.leave !== undefined) continue;
    const look = same ?? readAgain(take(entry), at);
    if (look !== undefined) old.set(entry.path, look);
    await grammars.renewed?.();
  }
  const known = new Set(conclude(before.tree, old, far, { designFile }).findings.map(placeOf));
  return new Set(here.filter((found) => !known.has(placeOf(found))).map(({ fingerprint }) => fingerprint));
}

function readAgain({ head, facts }: StoredFileScan, at: number): FileScan | undefined {
  return readFileScan(head, () => facts, at);
}

/**
 * Nothing has moved in a file that nobody changed, but one line may hold several things that are found. Lines that a
 * message names are those of other files, where they may well have moved.
 */
function placeOf({ rule, file, line, message }: ScanFinding): string {
  return `${rule}\n${file}\n${line}\n${message.replace(/:\d+/g, '')}`;
}
