import type { Tree } from '../../ports/tree.ts';
import { allFinders, type Rule, type ScanResult, scanTree, syntaxFinders } from '../../scan/index.ts';
import { openGrammars, openInstalled } from '../../tree/index.ts';

export type Progress = (done: number, all: number) => void;

export type FolderScan = {
  readonly folder: string;
  readonly tree: Tree;
  readonly rules: readonly Rule[];
  /** How many libraries are held against their installed declarations. */
  readonly libraries: number;
  readonly progress: Progress;
};

/** Scans the files of a folder with everything that is needed for it. */
export async function scanFolder({
  folder,
  tree,
  rules,
  libraries,
  progress,
}: FolderScan): Promise<ScanResult> {
  const syntax = { grammars: await openGrammars(tree), finders: syntaxFinders };
  const installed = { installed: openInstalled(folder), most: libraries };
  return scanTree(tree, { rules, finders: allFinders, syntax, libraries: installed, progress });
}
