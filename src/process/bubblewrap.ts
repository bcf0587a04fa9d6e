import type { View } from './mounts.ts';

/** Places that are empty and private to each program, and writable. */
const scratch: readonly string[] = ['/tmp', '/var/tmp'];
const scratchBytes = String(2 ** 30);

export type Inside = {
  readonly views: readonly View[];
  readonly network: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** An empty file that nobody can write; laid over files that must not be seen. */
  readonly emptyFile: string;
};

/**
 * bubblewrap's options. They go through a pipe (`--args`), not the command line: the environment may hold a key and
 * every user of a machine can read command lines. Dropping all capabilities is what keeps root inside: with them a
 * read-only mount is remounted writable in one command.
 */
export function bubblewrapOptions(inside: Inside): readonly string[] {
  const fixed = '--unshare-all --die-with-parent --new-session --cap-drop ALL --clearenv'.split(' ');
  const system = `--ro-bind / / --dev /dev --size ${scratchBytes} --tmpfs /dev/shm --proc /proc`.split(' ');
  return [
    ...fixed,
    ...(inside.network ? ['--share-net'] : []),
    ...Object.entries(inside.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...system,
    ...inside.views.flatMap((view) => mount(view, inside.emptyFile)),
    // Last, when every mount point inside them has been made: what is written to a hidden place must fail, not vanish.
    ...inside.views.filter(isCover).flatMap((view) => ['--remount-ro', view.path]),
    '--chdir',
    inside.cwd,
  ];
}

function mount(view: View, emptyFile: string): readonly string[] {
  switch (view.as) {
    case 'writable':
      return ['--bind', view.path, view.path];
    case 'visible':
      return ['--ro-bind', view.path, view.path];
    case 'hidden':
      if (!view.folder) return ['--ro-bind', emptyFile, view.path];
      return isScratch(view)
        ? ['--perms', '1777', '--size', scratchBytes, '--tmpfs', view.path]
        : ['--tmpfs', view.path];
  }
}

function isCover(view: View): boolean {
  return view.as === 'hidden' && view.folder && !isScratch(view);
}

function isScratch(view: View): boolean {
  return scratch.includes(view.path);
}
