import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { programFile } from '../program-file.ts';

/** The programs that mount overlays, and how they get the right to do it. */
export type Overlays = {
  readonly unshare: string;
  readonly mount: string;
  /** `root`: this process may mount itself. `user`: only inside a user namespace of its own. */
  readonly by: 'root' | 'user';
};

/** Several folders shown as one. */
export type Overlay = {
  /** The only folder that is written to; null: a new one that is thrown away with the program. */
  readonly upper: string | null;
  /** Folders that show through and never change, the topmost first. */
  readonly lower: readonly string[];
};

/** Overlays of one program: the words to start it with, where each overlay is then found, and a folder to remove. */
export type Mounted = {
  readonly argv: readonly string[];
  readonly merged: readonly string[];
  readonly scratch: string;
};

/**
 * Mounts in a namespace that ends with the program, all of it by one process. Folders are bound to plain names first: the
 * options of an overlay have no safe way to write a path with a comma or a colon in it.
 */
const TABLE = 'mounts';
const script = `set -e; cd -- "$2"; "$1" -a -T ${TABLE}; shift 2; exec "$@"`;

/** Where overlays are put together: everything they write lies below one folder, and `scratch` is in it. */
export type OverlayFolders = { readonly workFolder: string; readonly scratch: string };

/** Words that start a program with its overlays mounted. Makes the folders they need below `scratch`. */
export function mountOverlays(overlays: readonly Overlay[], bench: OverlayFolders, by: Overlays): Mounted {
  const { workFolder, scratch } = bench;
  mkdirSync(join(scratch, WORK), { recursive: true });
  const namespace = by.by === 'root' ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
  const lines = overlays.flatMap((overlay, number) => linesFor(overlay, bench, number));
  writeFileSync(
    join(scratch, TABLE),
    [bindLine(workFolder, WORK), ...lines].map((line) => `${line}\n`).join(''),
  );
  return {
    argv: [by.unshare, ...namespace, '--', '/bin/sh', '-c', script, 'sh', by.mount, scratch],
    merged: overlays.map((_, number) => join(scratch, `m${number}`)),
    scratch,
  };
}

/** The work folder under a plain name: the kernel wants what an overlay writes below one and the same mount. */
const WORK = 'work';

/** Lines as in /etc/fstab. */
function linesFor(
  { upper, lower }: Overlay,
  { workFolder, scratch }: OverlayFolders,
  number: number,
): readonly string[] {
  const make = (name: string): string => {
    mkdirSync(join(scratch, name), { recursive: true });
    return join(scratch, name);
  };
  const below = (path: string): string => `${WORK}/${relative(workFolder, path)}`;
  make(`m${number}`);
  // The kernel wants something below.
  const shown = lower.length === 0 ? [make('nothing')] : lower;
  const lowers = shown.map((path, at) =>
    isPlain(relative(workFolder, path))
      ? { path: null, name: below(path) }
      : { path, name: `l${number}-${at}` },
  );
  for (const { path, name } of lowers) if (path !== null) make(name);
  const options = [
    `lowerdir=${lowers.map(({ name }) => name).join(':')}`,
    `upperdir=${below(upper ?? make(`u${number}`))}`,
    `workdir=${below(make(`w${number}`))}`,
    'userxattr',
  ];
  return [
    ...lowers.flatMap(({ path, name }) => (path === null ? [] : [bindLine(path, name)])),
    `overlay m${number} overlay ${escaped(options.join(','))} 0 0`,
  ];
}

function bindLine(path: string, name: string): string {
  return `${escaped(path)} ${name} none bind 0 0`;
}

/** A text as one word of the table: bytes that are not plain letters by their numbers. */
function escaped(text: string): string {
  const plain = /[\w./:,=-]/;
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^]/g, (byte) =>
      plain.test(byte) ? byte : `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
}

/** Whether a path is below the work folder and can be an option of an overlay as it is: one mount fewer. */
function isPlain(path: string): boolean {
  return /^[\w./-]+$/.test(path) && !path.startsWith('/') && !path.split('/').includes('..');
}

/** Removes what a program wrote into folders that are thrown away. The kernel's work folders are closed to their owner. */
export function removeScratch(scratch: string): void {
  for (const name of readdirSync(scratch).filter((each) => /^w\d+$/.test(each))) {
    const inner = join(scratch, name, 'work');
    if (lstatSync(inner, { throwIfNoEntry: false })?.isDirectory() === true) chmodSync(inner, 0o700);
  }
  rmSync(scratch, { recursive: true, force: true });
}

/** The ways to mount overlays that this machine may have, the cheapest first; each has to be tried. */
export function overlayWays(path: string): readonly Overlays[] {
  const unshare = programFile('unshare', path, '/');
  const mount = programFile('mount', path, '/');
  if (unshare === undefined || mount === undefined) return [];
  const isRoot = process.getuid?.() === 0;
  return [...(isRoot ? (['root'] as const) : []), 'user' as const].map((by) => ({ unshare, mount, by }));
}
