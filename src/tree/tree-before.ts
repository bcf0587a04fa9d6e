import { spawnSync } from 'node:child_process';

import type { Tree, TreeEntry } from '../ports/tree.ts';
import { baseOf } from './changed-files.ts';
import { gitEnvironment, quiet } from './run-git.ts';
import { vendoredFolder } from './vendored.ts';

/** Larger files are looked at by no rule. */
const LARGEST = 1_000_001;
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * The same files as they were before these changed: at the commit where the branch left `ref`, or at the last one. Undefined
 * where there was none, or git does not say.
 */
export function treeBefore(
  tree: Tree,
  folder: string,
  ref: string | undefined,
  changed: ReadonlySet<string>,
): Tree | undefined {
  const base = baseOf(folder, ref);
  const contents = base === undefined ? undefined : contentsAt(folder, base, [...changed]);
  if (contents === undefined) return undefined;
  const { entries, left } = tree.list();
  const kept = entries.filter(({ path }) => !changed.has(path));
  const old: TreeEntry[] = [...contents].map(([path, bytes]) => ({ path, bytes: bytes.length }));
  const all = [...kept, ...old].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    list: () => ({ entries: all, left }),
    read: (path) => contents.get(path) ?? tree.read(path),
  };
}

/** What stood in files at a commit, as it was stored: no filter of the repository is run. Files that were not there are left out. */
function contentsAt(
  folder: string,
  commit: string,
  paths: readonly string[],
): ReadonlyMap<string, Uint8Array> | undefined {
  const asked = paths.filter((path) => !path.includes('\n') && vendoredFolder(path) === undefined);
  const { status, stdout } = spawnSync('git', [...quiet, 'cat-file', '--batch'], {
    cwd: folder,
    input: asked.map((path) => `${commit}:./${path}\n`).join(''),
    maxBuffer: MOST_BYTES,
    env: gitEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return status === 0 ? answersIn(stdout, asked) : undefined;
}

/** `<id> blob <size>`, the content and a line end for each that was asked for; `… missing` for one that is not there. */
function answersIn(said: Buffer, asked: readonly string[]): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let at = 0;
  for (const path of asked) {
    const end = said.indexOf(0x0a, at);
    if (end < 0) break;
    const head = /^\S+ (\w+) (\d+)$/.exec(said.toString('utf8', at, end));
    at = end + 1;
    if (head === null) continue;
    const size = Number(head[2]);
    if (head[1] === 'blob' && size < LARGEST) found.set(path, said.subarray(at, at + size));
    at += size + 1;
  }
  return found;
}
