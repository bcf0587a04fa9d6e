/** The environment of a plan that configures none. */
export const DEFAULT_ENVIRONMENT = 'local';

/** ` in <environment>`, or nothing for the default one: a user who configured no environment never named it. */
export function inEnvironment(environment: string): string {
  return environment === '' || environment === DEFAULT_ENVIRONMENT ? '' : ` in ${environment}`;
}

/** The name of a check as every message gives it. */
export function checkName(cell: { readonly check: string; readonly environment: string }): string {
  return `${cell.check}${inEnvironment(cell.environment)}`;
}

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

/**
 * Whose setups may serve a workspace. It keeps what its own setup makes under the first name; the other names are those of
 * code that is trusted more. No branch can prepare dependencies for another one (EVID-04).
 */
export type SetupScopes = readonly [own: string, ...others: string[]];

/** Of the commit that everything is compared with: the only one that fills stores which every run shares. */
export const BASE_SCOPE = 'base';

export const baseScopes: SetupScopes = [BASE_SCOPE];

/** Of commits that landed in an epic. */
export function landedScopes(epic: string): SetupScopes {
  return [`epic ${epic}`, BASE_SCOPE];
}

/** Of a commit or workspace that nobody has judged yet. */
export function branchScopes(name: string, epic: string): SetupScopes {
  return [`branch ${name}`, ...landedScopes(epic)];
}

/** What one run of a check looked at below its workspace. Paths are relative to the workspace; the root is ''. */
export type ObservedInputs = {
  /** Files it read or started. */
  readonly read: readonly string[];
  /** Files and folders whose existence it asked for, without reading them. */
  readonly seen: readonly string[];
  /** Names it looked for in vain. */
  readonly missing: readonly string[];
  /** Folders it listed. */
  readonly listed: readonly string[];
  /** Modules it loaded from elsewhere by listing folders (Python): a file of that name in a listed folder comes before them. */
  readonly modules: readonly string[];
  /** Files it wrote or moved into their place, and read afterwards; missing in those of older versions. */
  readonly remade?: readonly string[];
};

/** Hooks that judge a commit before git makes it, in the order in which git runs them. */
export const hookNames = ['pre-commit', 'commit-msg'] as const;

export type RepositoryHook = {
  readonly name: (typeof hookNames)[number];
  /** Its path in the repository, or where the user's git folder has it. */
  readonly path: string;
  /** The text of a hook that is not in the repository; null: read at the base commit. */
  readonly text: string | null;
};

/** The hooks that `git commit` would run in the user's checkout, fixed when a run or a review begins (P9). */
export type RepositoryHooks = {
  /** The commit that hooks of the repository are read at. */
  readonly commit: string;
  readonly hooks: readonly RepositoryHook[];
  /** Hooks that do not run, each with the reason. */
  readonly ignored: readonly string[];
};

/** The id under which results of a hook are reported beside those of checks. */
export function hookId({ name }: Pick<RepositoryHook, 'name'>): string {
  return `${name}-hook`;
}
