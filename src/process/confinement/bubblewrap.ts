import { lstatSync, readdirSync, readlinkSync } from 'node:fs';

import type { View } from './mounts.ts';

const scratchBytes = String(2 ** 30);

export type Inside = {
  readonly views: readonly View[];
  readonly network: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** An empty file that nobody can write; laid over files that must not be seen. */
  readonly emptyFile: string;
  /** Started as root of a user namespace that was made to mount: the program gets its own user and group back. */
  readonly ids: boolean;
};

/**
 * bubblewrap's options. They go through a pipe (`--args`), not the command line: the environment may hold a key and
 * every user of a machine can read command lines. Dropping all capabilities is what keeps root inside: with them a
 * read-only mount is remounted writable in one command.
 */
export function bubblewrapOptions(inside: Inside): readonly string[] {
  const fixed = '--unshare-all --die-with-parent --new-session --cap-drop ALL --clearenv'.split(' ');
  const system = `--dev /dev --size ${scratchBytes} --tmpfs /dev/shm --proc /proc`.split(' ');
  return [
    ...fixed,
    ...(inside.ids ? userOptions() : []),
    ...(inside.network ? ['--share-net'] : []),
    ...Object.entries(inside.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...rootOptions(),
    ...system,
    ...inside.views.flatMap((view) => mount(view, inside.emptyFile)),
    // Last, when every mount point inside them has been made: what is written to a hidden place must fail, not vanish.
    ...inside.views
      .filter((view) => view.as === 'hidden' && view.folder && view.isScratch !== true)
      .flatMap((view) => ['--remount-ro', view.path]),
    '--remount-ro',
    '/',
    '--chdir',
    inside.cwd,
  ];
}

function userOptions(): readonly string[] {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) return [];
  return ['--uid', String(getuid()), '--gid', String(getgid())];
}

const ownMounts: ReadonlySet<string> = new Set(['dev', 'proc', 'tmp']);

/**
 * A new root that shows what the machine's root shows, read-only. In the machine's own root nothing can be mounted where
 * there is no folder for it, and workspaces need a short path of their own.
 */
function rootOptions(): readonly string[] {
  const names = readdirSync('/').filter((name) => !ownMounts.has(name));
  const shown = names.flatMap((name) => {
    const path = `/${name}`;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? ['--symlink', readlinkSync(path), path] : ['--ro-bind-try', path, path];
  });
  return ['--tmpfs', '/', ...shown, '--tmpfs', '/tmp'];
}

function mount(view: View, emptyFile: string): readonly string[] {
  const source = view.source ?? view.path;
  switch (view.as) {
    case 'writable':
      return ['--bind', source, view.path];
    case 'visible':
      return ['--ro-bind', source, view.path];
    case 'hidden':
      if (!view.folder) return ['--ro-bind', emptyFile, view.path];
      if (view.source !== undefined) return ['--bind', view.source, view.path];
      return view.isScratch === true
        ? ['--perms', '1777', '--size', scratchBytes, '--tmpfs', view.path]
        : ['--tmpfs', view.path];
  }
}
