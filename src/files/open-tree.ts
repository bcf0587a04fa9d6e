import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';

import { errorCode } from '../model/error.ts';
import type { Listing, Tree, TreeEntry } from '../../packages/scan/index.ts';
import { Omitted, placeOf, readGit, records } from '../git/index.ts';
import { isVendoredName, vendoredFolder } from './vendored.ts';

/** A file that grew beyond this since it was listed is not read to its end. */
const LARGEST = 64_000_000;

/**
 * The files of a folder: those git knows or would add, else all that are there. Links are not followed, so there are no
 * loops and nothing outside; what tools fetched or made is left out by the name of its folder.
 */
export function openTree(folder: string): Tree {
  let listing: Listing | undefined;
  return {
    list: () => (listing ??= listed(folder)),
    read: (path) => contentOf(join(folder, path)),
  };
}

function listed(folder: string): Listing {
  const omitted = new Omitted();
  const entries: TreeEntry[] = [];
  for (const path of knownToGit(folder, omitted) ?? walkFolder(folder, omitted)) {
    const vendored = vendoredFolder(path);
    if (vendored !== undefined) {
      omitted.add(`in a dependency or tool folder: ${vendored}`, path);
      continue;
    }
    const found = fileAt(join(folder, path));
    if (typeof found === 'string') omitted.add(found, path);
    else entries.push({ path, ...found });
  }
  entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { entries, left: omitted.said() };
}

function fileAt(path: string): Pick<TreeEntry, 'bytes' | 'mark'> | string {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return 'symbolic link';
    if (found.isFile()) return { bytes: found.size, mark: markOf(found) };
    // A folder that git lists is another repository.
    return found.isDirectory() ? 'submodule or other repository' : 'not a regular file';
  } catch {
    return 'gone or unreadable';
  }
}

/** The change time is the system's own: whoever sets a file's date back changes it. */
function markOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

function contentOf(path: string): Uint8Array | string {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = fstatSync(file);
      if (!found.isFile()) return 'not a regular file';
      if (found.size > LARGEST) return 'it has grown too large';
      const bytes = Buffer.allocUnsafe(found.size);
      const read = readSync(file, bytes, 0, found.size, 0);
      return bytes.subarray(0, read);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return errorCode(error) || 'it cannot be read';
  }
}

/**
 * What git tracks or would add below a folder; undefined outside of a repository or where git says no. Folders git
 * could not look into are said.
 */
function knownToGit(folder: string, omitted: Omitted): readonly string[] | undefined {
  const question = 'ls-files -z --cached --others --exclude-standard -- .'.split(' ');
  const { ok, out, complaint } = readGit(placeOf(folder), question);
  if (!ok) return undefined;
  for (const [, name = '', why = ''] of complaint.matchAll(/could not open directory '([^\n]*)': ([^\n]*)/g))
    omitted.add(`a folder that cannot be read: ${why}`, name);
  // A file in conflict is listed once for each side.
  return [...new Set(records(out))];
}

/** Every file below a folder that is no repository, without going into folders of tools or through links. */
function walkFolder(folder: string, omitted: Omitted): readonly string[] {
  const paths: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const inner = at;
    try {
      for (const entry of readdirSync(join(folder, inner), { withFileTypes: true })) {
        const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
        if (!entry.isDirectory()) paths.push(path);
        else if (isVendoredName(entry.name))
          omitted.add(`in a dependency or tool folder: ${entry.name}`, `${path}/`);
        else open.push(path);
      }
    } catch (error) {
      omitted.add(`a folder that cannot be read: ${errorCode(error) || 'unknown'}`, `${inner}/`);
    }
  }
  return paths;
}
