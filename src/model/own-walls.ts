/**
 * Programs that carry a command to another root, machine or container. They need sockets and keys that our sandbox hides,
 * and cannot build walls inside ours: environments that begin with one run without our sandbox, behind their own walls.
 * Not in the list is what takes orders from the folder it is started in, because that is the tree under judgement and its
 * orders would be carried out on this machine: `vagrant` (Vagrantfile), `devcontainer` (devcontainer.json), `… compose`.
 */
const carriers: ReadonlySet<string> = new Set([
  'docker',
  'podman',
  'nerdctl',
  'ssh',
  'kubectl',
  'lxc',
  'lxc-attach',
  'incus',
  'systemd-nspawn',
  'chroot',
  'bwrap',
  'unshare',
  'nsenter',
  'wsl',
  'limactl',
]);

const builders: ReadonlySet<string> = new Set(['compose', 'build', 'buildx', 'bake']);

/** Whether an environment brings walls of its own, by the first word of its prefix: a name, or an absolute path. */
export function bringsOwnWalls(prefix: readonly string[]): boolean {
  const [program = '', ...rest] = prefix;
  const isPlain = !program.includes('/') || program.startsWith('/');
  const name = program.slice(program.lastIndexOf('/') + 1).replace(/\.exe$/, '');
  return isPlain && carriers.has(name) && !rest.some((word) => builders.has(word));
}

/** What results of such an environment are noted with; empty for one that runs in our sandbox. */
export function wallsNote({ prefix }: { readonly prefix: readonly string[] }): string {
  if (!bringsOwnWalls(prefix)) return '';
  return `no gauntlet sandbox: ${prefix[0]} provides its own isolation`;
}

/** A prefix for one workspace: `{workspace}` in it stands for the path of the folder that is to be checked. */
export function prefixAt(prefix: readonly string[], workspace: string): readonly string[] {
  const [program, ...rest] = prefix;
  // Never in the first word: the program is not to be found in the tree it checks.
  if (program === undefined) return [];
  return [program, ...rest.map((word) => word.replaceAll('{workspace}', workspace))];
}
