import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { errorMessage } from '../../model/error.ts';
import type { Withheld } from '../../ports/git.ts';
import { jsonAs } from '../../schema/json-in.ts';
import { type Infer, recordOf, text } from '../../schema/shape.ts';
import { type Context, safeObject } from '../context.ts';
import {
  entriesBelow,
  isFolder,
  namesIn,
  randomName,
  readRegular,
  removeFolder,
  writeWhole,
} from '../files.ts';
import { listTree } from '../comparing/listing.ts';
import { serial } from '../serial.ts';

export type Exports = {
  export(commit: string): Promise<string>;
  proveExport(commit: string): Promise<readonly string[]>;
  holdExport(commit: string): () => void;
  /** Removes exports of commits that nobody judges any more; those that somebody does go when the last one is done. */
  forget(this: void, commits: readonly string[]): Promise<void>;
};

/** Read-only trees without `.git`, one per commit (EPIC-12). The manifests are held here too, where no judge can reach. */
export function openExports(context: Context, epic: string, withheld: Withheld | null): Exports {
  const folder = join(context.layout.work, epic, 'exports', ...folderFor(withheld));
  const held = new Map<string, Manifest>();
  const tainted = new Set<string>();
  // One that was changed is made anew in another place: whoever still reads the old one can be told from who does not.
  const places = new Map<string, number>();
  const oneAtATime = serial();
  const holders = counted((commit) => void forget([commit]).catch(() => undefined));
  const forget = (commits: readonly string[]): Promise<void> =>
    oneAtATime(async () => {
      const going = commits.filter((commit) => holders.mayGo(safeObject(commit)));
      for (const name of going.length === 0 ? [] : await namesIn(folder)) {
        if (!going.includes(/^[0-9a-f]+/.exec(name)?.[0] ?? '')) continue;
        await removeFolder(join(folder, name), context.layout.workTemporary);
      }
      for (const commit of going) held.delete(commit);
    });
  const paths = (commit: string): { readonly tree: string; readonly manifest: string } => {
    const place = places.get(commit) ?? 1;
    return {
      tree: join(folder, place === 1 ? safeObject(commit) : `${safeObject(commit)}-${place}`),
      manifest: join(folder, `${commit}.json`),
    };
  };
  const manifestOf = async (commit: string): Promise<Manifest | undefined> =>
    held.get(commit) ?? jsonAs(manifest, await readRegular(paths(commit).manifest, 256 * 1024 * 1024));
  return {
    forget,
    holdExport: holders.hold,
    export: (commit) =>
      oneAtATime(async () => {
        holders.wanted(commit);
        const { tree: before, manifest: noted } = paths(commit);
        // One that this process made or proved stays good until a proof after a review says otherwise.
        if (held.has(commit) && !tainted.has(commit) && (await isFolder(before))) return before;
        const known = await manifestOf(commit);
        const isGood = known !== undefined && !tainted.has(commit);
        if (isGood && (await differences(before, known)).length === 0) {
          held.set(commit, known);
          return before;
        }
        await removeFolder(before, context.layout.workTemporary);
        if (held.has(commit)) places.set(commit, (places.get(commit) ?? 1) + 1);
        const { tree } = paths(commit);
        await removeFolder(tree, context.layout.workTemporary);
        const made = await exportTo(context, { commit, withheld }, tree);
        await writeWhole(noted, JSON.stringify(made), context.layout.workTemporary);
        held.set(commit, made);
        tainted.delete(commit);
        return tree;
      }),
    proveExport: async (commit) => {
      const known = await manifestOf(commit);
      if (known === undefined) return [`there is no export of ${commit}`];
      const found = await differences(paths(commit).tree, known);
      if (found.length > 0) tainted.add(commit);
      return found;
    },
  };
}

type Counted = {
  hold(this: void, commit: string): () => void;
  /** Whether nobody holds it; if somebody does, it goes later. */
  mayGo(this: void, commit: string): boolean;
  wanted(this: void, commit: string): void;
};

/** Who holds what; `free` is told when the last one lets go of something that is to go. */
function counted(free: (commit: string) => void): Counted {
  const counts = new Map<string, number>();
  const doomed = new Set<string>();
  return {
    hold(commit) {
      counts.set(commit, (counts.get(commit) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (counts.get(commit) ?? 1) - 1;
        if (left > 0) return void counts.set(commit, left);
        counts.delete(commit);
        if (doomed.delete(commit)) free(commit);
      };
    },
    mayGo(commit) {
      if (counts.has(commit)) doomed.add(commit);
      return !counts.has(commit);
    },
    wanted: (commit) => void doomed.delete(commit),
  };
}

/** One that was made with other files withheld is another export. */
function folderFor(withheld: Withheld | null): readonly string[] {
  if (withheld === null) return [];
  const name = createHash('sha256').update(JSON.stringify(withheld.globs)).digest('hex').slice(0, 16);
  return [`without-${name}`];
}

type Exported = { readonly commit: string; readonly withheld: Withheld | null };

async function exportTo(context: Context, { commit, withheld }: Exported, target: string): Promise<Manifest> {
  await context.ready();
  const { layout, git, hub } = context;
  const unfinished = join(layout.workTemporary, randomName());
  const index = `${unfinished}.index`;
  await mkdir(unfinished);
  try {
    await git(['read-tree', '--reset', '-u', '--end-of-options', commit], {
      ...hub,
      workTree: unfinished,
      index,
    });
    for (const path of withheld === null ? [] : (await listTree(git, hub, commit)).keys())
      if (withheld?.has(path) === true) await rm(join(unfinished, path), { force: true });
    const made = await takeManifest(unfinished);
    await mkdir(join(target, '..'), { recursive: true });
    await rename(unfinished, target);
    return made;
  } finally {
    await rm(index, { force: true });
    if (await isFolder(unfinished)) await removeFolder(unfinished, layout.workTemporary);
  }
}

/** Every path below a folder with what it is: a folder, a link and its target, or a file's mode and content. */
const manifest = recordOf(text());
type Manifest = Infer<typeof manifest>;

const MOST_SAID = 20;

/** Makes a tree read-only and notes all of it. */
async function takeManifest(top: string): Promise<Manifest> {
  const found: Record<string, string> = {};
  for await (const [path] of entriesBelow(top)) {
    const file = join(top, path);
    const stat = lstatSync(file);
    if (stat.isFile()) chmodSync(file, (stat.mode & 0o111) === 0 ? 0o444 : 0o555);
    found[path] = describe(file);
  }
  return found;
}

/**
 * What is no longer as noted: added, removed, changed, swapped for a link. Every byte is read again: times and sizes can
 * be forged by whoever the kernel does not hold back, and that is who this is about.
 */
async function differences(top: string, noted: Manifest): Promise<string[]> {
  const said: string[] = [];
  let seen = 0;
  try {
    if (!lstatSync(top).isDirectory()) return ['the export was replaced by something else'];
    for await (const [path] of entriesBelow(top)) {
      const was = noted[path];
      if (was === undefined) said.push(`${JSON.stringify(path)} was added`);
      else seen++;
      if (was !== undefined && was !== describe(join(top, path)))
        said.push(`${JSON.stringify(path)} was changed`);
      if (said.length >= MOST_SAID) return said;
    }
  } catch (error) {
    return [...said, `the export cannot be read: ${errorMessage(error)}`];
  }
  const missing = Object.keys(noted).length - seen;
  return missing === 0 ? said : [...said, `${missing} of its files or folders are gone`];
}

function describe(file: string): string {
  const stat = lstatSync(file);
  if (stat.isDirectory()) return 'folder';
  if (stat.isSymbolicLink()) return `link ${readlinkSync(file)}`;
  if (!stat.isFile()) return 'something else';
  const digest = createHash('sha256').update(readFileSync(file)).digest('base64url');
  return `${(stat.mode & 0o777).toString(8)} ${stat.size} ${digest}`;
}
