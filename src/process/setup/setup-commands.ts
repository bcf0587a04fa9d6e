import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command, Environment, Setup } from '../../model/config.ts';
import { bringsOwnWalls, prefixAt, type SetupScopes } from '../../model/checks.ts';
import type { Program, ProgramEnd } from '../../ports/processes.ts';
import type { Setups } from '../../ports/setup.ts';
import type { OpenedProcesses } from '../open-processes.ts';
import type { Source } from './place-files.ts';
import type { WorkspacePlace } from './workspace-places.ts';

export type SetupsOptions = {
  /** The user's checkout, from which files are copied and linked. */
  readonly top: string;
  readonly stateFolder: string;
  /** Holds all workspaces, and what is prepared for them. */
  readonly workFolder?: string;
  readonly processes: OpenedProcesses;
  /** What commands of setup have to see or must not see beside the workspace: as for every other program. */
  readonly visible?: readonly string[];
  readonly hidden?: readonly string[];
  /** A folder whose workspaces nobody else uses: what a killed coordinator left in their temporary folders goes too. */
  readonly own?: string;
};

/** One workspace that is being readied. */
export type SetupJob = {
  readonly options: SetupsOptions;
  readonly workFolder: string;
  readonly workspace: string;
  readonly environment: Environment;
  /** In the order in which they are done: that of every workspace, that of the environment. */
  readonly setups: readonly { readonly setup: Setup; readonly prefix: readonly string[] }[];
  readonly sources: readonly Source[];
  /** Prepared dependencies are shown by an overlay; otherwise they are installed in the workspace itself. */
  readonly isLayered: boolean;
  /** Of the setup, the files it takes from the checkout, and the lockfiles of the workspace. */
  readonly key: string;
  readonly scopes: SetupScopes;
  readonly base: Parameters<Setups['ready']>[1]['base'];
  readonly open: Parameters<Setups['ready']>[1]['open'];
  readonly place: WorkspacePlace;
  readonly folder: string;
  readonly cancel: AbortSignal | undefined;
  /** Milliseconds that its commands have taken. */
  readonly spent: { commandsMs: number };
};

/** Long enough for a package manager that explains its use after it has said what is wrong. */
const logTail = 32_000;

type Wrong = { readonly because: string; readonly output: string };

/** Empty for everyone: what a runner caches there would be the next one's ready answer. */
export async function emptyTemporary({ place }: SetupJob): Promise<void> {
  await rm(temporaryIn(place), { recursive: true, force: true });
  await mkdir(temporaryIn(place), { recursive: true });
  await chmod(temporaryIn(place), 0o1777);
}

/** Runs the commands of setup one after the other; answers what went wrong. */
export async function runCommands(job: SetupJob): Promise<Wrong | undefined> {
  let number = 0;
  for (const { setup, prefix } of job.setups) {
    let left = setup.timeout;
    for (const command of setup.run) {
      number += 1;
      const end = await runCommand(job, { command, prefix, timeout: left, number });
      job.spent.commandsMs += end.durationMs;
      const wrong = whatWentWrong(command, end);
      if (wrong !== undefined) return wrong;
      left = Math.max(1, left - end.durationMs);
    }
  }
  await emptyTemporary(job);
  return undefined;
}

type One = {
  readonly command: Command;
  readonly prefix: readonly string[];
  readonly timeout: number;
  readonly number: number;
};

async function runCommand(job: SetupJob, one: One): Promise<ProgramEnd> {
  const folder = join(job.folder, `setup-${one.number}`);
  const caches = job.isLayered ? [] : [sharedCache(job), ownCache(job)];
  for (const each of [folder, ...caches]) await mkdir(each, { recursive: true });
  const { visible = [], hidden = [], processes } = job.options;
  const program: Program = {
    argv: inEnvironment({ prefix: one.prefix }, one.command, shownPath(job, one.prefix)),
    cwd: job.workspace,
    env: { CI: 'true', ...storesOf(job), ...environmentOf(job) },
    stdin: '',
    confinement: {
      writable: [job.workspace, ...caches],
      visible,
      hidden,
      network: true,
      ...(bringsOwnWalls(one.prefix) ? { walls: 'own' } : {}),
    },
    timeout: one.timeout,
    stall: null,
    outputCap: 1024 * 1024,
    folder,
  };
  return processes.run(program, job.cancel);
}

function whatWentWrong(command: Command, end: ProgramEnd): Wrong | undefined {
  if (end.how.kind === 'exited' && end.how.code === 0) return undefined;
  const words = typeof command === 'string' ? command : command.join(' ');
  const output = `${end.stdout}\n${end.stderr}`.trim().slice(-logTail);
  return { because: `\`${words}\` ${sayEnd(end.how)}`, output };
}

function sayEnd(how: ProgramEnd['how']): string {
  switch (how.kind) {
    case 'exited':
      return `ended with exit code ${how.code}`;
    case 'killed':
      return `was killed by ${how.signal}`;
    case 'timeout':
      return 'took longer than setup may take';
    case 'stall':
      return 'stalled';
    case 'cancelled':
      return 'was cancelled';
    case 'unstartable':
      return `could not be started: ${how.because}`;
  }
}

/** Nothing of ours is in it: the process under test must not tell the gate by it. */
export function environmentOf(job: SetupJob): Readonly<Record<string, string>> {
  return { ...job.environment.env, TMPDIR: temporaryIn(job.place) };
}

export function storesOf(job: SetupJob): Readonly<Record<string, string>> {
  if (job.setups.length === 0) return {};
  return job.isLayered ? sharedCaches(sharedCache(job)) : packageCaches(sharedCache(job), ownCache(job));
}

function shownPath({ options, workspace }: SetupJob, prefix: readonly string[]): string {
  return bringsOwnWalls(prefix) ? workspace : options.processes.shownAs(workspace);
}

export function temporaryIn({ folder }: Pick<WorkspacePlace, 'folder'>): string {
  return join(folder, 'tmp');
}

export function sharedCache({ workFolder }: SetupJob): string {
  return join(workFolder, 'cache');
}

export function ownCache({ place }: SetupJob): string {
  return join(place.folder, 'cache');
}

/** What to start for a command of the configuration: a string goes to `sh -c`, a list is argv, the prefix stands before either. */
export function inEnvironment(
  environment: Pick<Environment, 'prefix'>,
  command: Command,
  workspace: string,
): readonly [string, ...string[]] {
  const own = typeof command === 'string' ? ['sh', '-c', command] : command;
  const [program = 'false', ...rest] = [...prefixAt(environment.prefix, workspace), ...own];
  return [program, ...rest];
}

/** Stores that check what they read against the lockfile: shared between workspaces, no branch can feed another. */
export function sharedCaches(shared: string): Readonly<Record<string, string>> {
  const store = join(shared, 'pnpm');
  // pnpm reads the second name since version 11, and the first one before.
  return {
    npm_config_cache: join(shared, 'npm'),
    npm_config_store_dir: store,
    pnpm_config_store_dir: store,
  };
}

/**
 * Where package managers keep what they download when the home directory is read-only to them. Only shared stores are
 * used by more than one workspace.
 */
function packageCaches(shared: string, own: string): Readonly<Record<string, string>> {
  return {
    ...sharedCaches(shared),
    YARN_CACHE_FOLDER: join(own, 'yarn'),
    YARN_GLOBAL_FOLDER: join(own, 'yarn-global'),
    COREPACK_HOME: join(own, 'corepack'),
    BUN_INSTALL_CACHE_DIR: join(own, 'bun'),
    DENO_DIR: join(own, 'deno'),
    PIP_CACHE_DIR: join(own, 'pip'),
    UV_CACHE_DIR: join(own, 'uv'),
    POETRY_CACHE_DIR: join(own, 'poetry'),
    CARGO_HOME: join(own, 'cargo'),
    GOMODCACHE: join(own, 'go-modules'),
    GRADLE_USER_HOME: join(own, 'gradle'),
    COMPOSER_CACHE_DIR: join(own, 'composer'),
    BUNDLE_USER_HOME: join(own, 'bundle'),
    XDG_CACHE_HOME: join(own, 'xdg'),
  };
}
