import { realpathSync, statSync, lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';

import type { Confinement } from '../../ports/processes.ts';
import { homePlaces } from './home-places.ts';

/** What the sandbox is told about one path. */
export type View = {
  /** Where the program sees it. */
  readonly path: string;
  /** Where it really is, if that is somewhere else. For a private temporary folder: the folder behind it. */
  readonly source?: string;
  readonly as: 'hidden' | 'visible' | 'writable';
  readonly folder: boolean;
  /** Empty and private to the program, which may write there; all of it is thrown away. */
  readonly isScratch?: boolean;
};

/** Fixed for one coordinator: no program sees its own folders, and the real home directory is never writable. */
export type SandboxFolders = {
  readonly stateFolder: string;
  /** Holds all workspaces; null where programs work anywhere. */
  readonly workFolder: string | null;
  readonly home: string;
};

type Wanted = {
  readonly confinement: Confinement;
  readonly cwd: string;
  readonly folder: string;
  /** Where the programs it starts are, if a private place would hide them. */
  readonly tools?: readonly string[];
};

/** The views of one program, parents before children, or why it may not have them. */
export type Views =
  | { readonly kind: 'views'; readonly views: readonly View[] }
  | { readonly kind: 'refused'; readonly because: string };

/**
 * Which path a program sees how. The most specific path wins, so that a workspace inside the hidden git directory is
 * writable and a hidden folder inside a visible one stays hidden; at one and the same path writable beats visible beats
 * hidden. Everything that is not named is read-only.
 */
export function viewsOf(wanted: Wanted, around: SandboxFolders): Views {
  const { confinement } = wanted;
  const writable = [...confinement.writable, ...(confinement.exposed ?? [])];
  for (const path of writable) {
    const because = whyNotWritable(path, around);
    if (because !== undefined) return { kind: 'refused', because };
  }
  const network = confinement.network ? ['/etc/resolv.conf'] : [];
  const known = [
    ...(wanted.tools ?? []).flatMap((path) => view(path, 'visible')),
    ...scratchOf(around).flatMap((path) =>
      view(path, 'hidden').map((each) => ({ ...each, isScratch: true })),
    ),
    ...shownOfHome(around, confinement.home).flatMap((path) => placed(path, 'visible')),
    ...secretPlaces(around.home).flatMap((path) => placed(path, 'hidden')),
    ...hiddenByDefault(wanted, around).flatMap((path) => view(path, 'hidden')),
    ...confinement.hidden.flatMap((path) => view(path, 'hidden')),
    ...['/run/current-system', '/run/wrappers', ...network].flatMap((path) => view(path, 'visible')),
    ...confinement.visible.flatMap((path) => view(path, 'visible')),
    ...writable.flatMap((path) => view(path, 'writable')),
  ];
  const strongest = new Map<string, View>();
  for (const each of known) strongest.set(each.path, each);
  return { kind: 'views', views: needed(strongest, view(wanted.cwd, 'visible')) };
}

/** Nobody's home is the root of the machine: where it is said to be, there is none. */
function scratchOf({ home }: SandboxFolders): readonly string[] {
  return ['/tmp', '/var/tmp', ...(home === sep ? [] : [home])];
}

function shownOfHome({ home }: SandboxFolders, named: readonly string[] = []): readonly string[] {
  const { toolchains, stores, files } = homePlaces(home);
  return [...toolchains, ...stores, ...files, ...named].map((path) => join(home, path));
}

/** Under its own name, also where a link leads elsewhere, and there too: the home directory that programs see has no links. */
function placed(path: string, as: View['as']): readonly View[] {
  return view(path, as).flatMap((real) => {
    const [parent] = view(dirname(path), as);
    const name = parent === undefined ? path : join(parent.path, basename(path));
    return name === real.path ? [real] : [real, { ...real, path: name, source: real.path }];
  });
}

function hiddenByDefault(wanted: Wanted, around: SandboxFolders): readonly string[] {
  return [
    ...socketPlaces,
    ...boundSockets(),
    around.stateFolder,
    ...(around.workFolder === null ? [] : [around.workFolder]),
    wanted.folder,
  ];
}

/** Drops views that say what their surroundings already say, and keeps the working directory in sight. */
function needed(views: ReadonlyMap<string, View>, cwd: readonly View[]): readonly View[] {
  const all = new Map(views);
  for (const each of cwd) {
    if (nearest(all, each.path)?.as === 'hidden') all.set(each.path, each);
  }
  return [...all.values()]
    .filter(
      (each) => (nearest(all, dirname(each.path))?.as ?? 'visible') !== each.as || isCoverNeeded(all, each),
    )
    .sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
}

/**
 * What is written to a hidden place must fail, not vanish. In a place of its own, where a program may write, a hidden folder that
 * holds something to be seen is therefore covered itself: otherwise the way to it would be writable.
 */
function isCoverNeeded(views: ReadonlyMap<string, View>, { path, as, folder, isScratch }: View): boolean {
  if (isScratch === true) return true;
  if (as !== 'hidden' || !folder || nearest(views, dirname(path))?.isScratch !== true) return false;
  return [...views.values()].some((other) => other.as !== 'hidden' && holds(path, other.path));
}

function nearest(views: ReadonlyMap<string, View>, path: string): View | undefined {
  for (let at = path; ; at = dirname(at)) {
    const found = views.get(at);
    if (found !== undefined || at === dirname(at)) return found;
  }
}

/** The real path behind a name: a link would otherwise hide or open something else than what is behind it. */
function view(path: string, as: View['as']): readonly View[] {
  try {
    const real = realpathSync(path);
    return [{ path: real, as, folder: statSync(real).isDirectory() }];
  } catch {
    return [];
  }
}

function whyNotWritable(path: string, around: SandboxFolders): string | undefined {
  if (!isAbsolute(path)) return `the writable path ${path} is not absolute`;
  const real = view(path, 'writable')[0]?.path;
  if (real === undefined) return `the writable path ${path} does not exist`;
  for (const [what, kept] of Object.entries({
    'home directory': around.home,
    'state folder': around.stateFolder,
  })) {
    if (holds(real, view(kept, 'hidden')[0]?.path ?? kept)) {
      return `${path} must not be writable: it contains the ${what}`;
    }
  }
  return undefined;
}

export function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export function depth(path: string): number {
  return path === sep ? 0 : path.split(sep).length;
}

/** Where people keep what opens other doors: hidden also where a folder around it is shown. Seen from the home directory. */
const secretsOfHome = `
  .ssh .gnupg .aws .azure .kube .oci .terraform.d .vault-token .password-store .pki .docker
  .config/gh .config/glab-cli .config/hub .config/gcloud .config/doctl .config/op .config/1Password
  .git-credentials .config/git/credentials .netrc .authinfo .authinfo.gpg .pgpass .my.cnf
  .npmrc .yarnrc .yarnrc.yml .pypirc .pip/pip.conf .config/pip/pip.conf .config/configstore
  .cargo/credentials .cargo/credentials.toml .gem/credentials .bundle/config
  .composer/auth.json .config/composer/auth.json .m2/settings.xml .m2/settings-security.xml
  .gradle/gradle.properties .nuget/NuGet/NuGet.Config .config/containers/auth.json
  .config/rclone .s3cfg .boto .huggingface .cache/huggingface/token
  .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .mozilla .thunderbird
  snap/firefox snap/chromium .local/share/keyrings .Xauthority
  .bash_history .zsh_history .zhistory .history .sh_history .python_history .node_repl_history
  .psql_history .mysql_history .sqlite_history .lesshst .viminfo .local/share/fish/fish_history
  .bash_sessions .zsh_sessions
  .claude .claude.json .codex .gemini .config/github-copilot .config/openai .config/anthropic
`
  .trim()
  .split(/\s+/);

/** What only root could read and a program that is root without a single capability still can. */
const secretsOfRoot = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/ssh',
  '/etc/sudoers',
];

/** Folders in which sockets and other people's files live. */
const socketPlaces = ['/run', '/var/run', '/mnt/wslg'];

function secretPlaces(home: string): readonly string[] {
  const mine = secretsOfHome.map((name) => join(home, name));
  return process.getuid?.() === 0 ? [...mine, ...secretsOfRoot] : mine;
}

/**
 * Every socket with a path that somebody on this machine has bound: a read-only mount does not keep a program from
 * connecting to one (an agent of ssh or gpg, a database, the docker daemon).
 */
function boundSockets(table = '/proc/net/unix'): readonly string[] {
  try {
    const paths = readFileSync(table, 'utf8')
      .split('\n')
      .map((line) => line.slice(line.indexOf(' /') + 1))
      .filter((path) => path.startsWith('/') && isSocket(path));
    return [...new Set(paths)];
  } catch {
    return [];
  }
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
}
