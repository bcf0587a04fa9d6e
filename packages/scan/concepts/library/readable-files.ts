import type { Installed } from './installed.ts';
import type { Library } from './choose-libraries.ts';

/** Per library: enough for declarations and documents, and cheap to copy. */
const MOST_FILES = 300;
const MOST_BYTES = 1_000_000;
/** Entries that are looked at before the rest of a huge package is left out unseen. */
const MOST_SEEN = 5_000;

/** What a library lets its users know: its manifest, documents and declarations, or the sources of Python without stubs. */
const TOLD = /^(?:package\.json|metadata|readme(?:\.(?:md|markdown|rst|txt))?)$|\.d\.[cm]?ts$|\.pyi?$/i;
const BESIDE = /^(?:\..*|node_modules|__pycache__|__tests__|tests?|fixtures?|examples?)$/i;
/** No name that git, a terminal or a prompt would take for something else. */
const PLAIN = /^[\w@+.-]+$/;

/** The files of a library that can be shown, by path, and how many more there are. */
export type Readable = { readonly files: ReadonlyMap<string, string>; readonly left: number };

/** Reads the files of a library that say how it is used, the outermost first; nothing behind a link out of its store. */
export function readableFiles(
  installed: Installed,
  { roots }: Library,
  isWithheld: (path: string) => boolean,
): Readable {
  const listed = filesBelow(installed, roots);
  // Stubs tell what the sources would, in fewer lines.
  const hasStubs = listed.some((path) => path.endsWith('.pyi'));
  const files = new Map<string, string>();
  let [bytes, left] = [0, 0];
  for (const path of listed) {
    const paths = [path, installed.real(path)].map((each) => each.slice(1));
    if ((hasStubs && path.endsWith('.py')) || paths.some(isWithheld)) continue;
    const text = files.size < MOST_FILES ? installed.read(path) : undefined;
    if (text === undefined || bytes + text.length > MOST_BYTES) left += 1;
    else {
      files.set(path.slice(1), text);
      bytes += text.length;
    }
  }
  return { files, left };
}

/** Breadth first: what lies outermost in a package is what its users read. Inside of it links are not followed. */
function filesBelow(installed: Installed, roots: readonly string[]): readonly string[] {
  const isStored = (path: string): boolean =>
    path.split('/').every((name) => name === '' || PLAIN.test(name)) &&
    /\/node_modules\/|^\/site-packages/.test(installed.real(path));
  const files = roots.filter((root) => TOLD.test(nameOf(root)) && installed.isFile(root) && isStored(root));
  const folders = roots.filter((root) => installed.isFolder(root) && isStored(root));
  for (let at = 0; at < folders.length && files.length + folders.length < MOST_SEEN; at++) {
    const folder = folders[at] ?? '';
    const real = installed.real(folder);
    const inside = (names: readonly string[]): readonly string[] =>
      names
        .filter((name) => PLAIN.test(name) && installed.real(`${folder}/${name}`) === `${real}/${name}`)
        .toSorted()
        .map((name) => `${folder}/${name}`);
    files.push(...inside(installed.filesIn(folder).filter((name) => TOLD.test(name))));
    folders.push(...inside(installed.foldersIn(folder).filter((name) => !BESIDE.test(name))));
  }
  return files;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
