import { rmSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command, Environment, Setup } from '../model/config.ts';
import { bringsOwnWalls } from '../model/own-walls.ts';
import type { Processes, Program, ProgramEnd } from '../ports/processes.ts';
import type { Readiness, Setups } from '../ports/setup.ts';
import { inEnvironment } from './in-environment.ts';
import { namesIn, newIn, noteStamps, removeMade, restore } from './made-files.ts';
import { packageCaches } from './package-caches.ts';
import { placeFiles } from './place-files.ts';
import { readNote, removeNote, setupKey, type SetupNote, writeNote } from './setup-note.ts';
import { placesUnder, type WorkspacePlace, workspacePlaces } from './workspace-places.ts';

export type SetupsOptions = {
  /** The user's checkout, from which files are copied and linked. */
  readonly top: string;
  readonly stateFolder: string;
  readonly processes: Processes;
  /** What commands of setup have to see or must not see beside the workspace: as for every other program. */
  readonly visible?: readonly string[];
  readonly hidden?: readonly string[];
  /** A folder whose workspaces nobody else uses: what a killed coordinator left in their temporary folders goes too. */
  readonly own?: string;
};

type Job = {
  readonly options: SetupsOptions;
  readonly workspace: string;
  readonly environment: Environment;
  /** In the order in which they are done: that of every workspace, that of the environment. */
  readonly setups: readonly { readonly setup: Setup; readonly prefix: readonly string[] }[];
  readonly place: WorkspacePlace;
  readonly folder: string;
  readonly cancel: AbortSignal | undefined;
};

const logTail = 4000;

type OpenedSetups = Setups & {
  /** Empties the temporary folders of the workspaces that were readied, once nobody works in them any more. */
  tidy(): void;
};

/** Readies workspaces: files from the user's checkout, then commands in the sandbox, once as long as nothing changes. */
export function setups(options: SetupsOptions): OpenedSetups {
  const places = workspacePlaces(options.stateFolder);
  const used = new Set<string>();
  return {
    tidy() {
      const { stateFolder, own } = options;
      const left =
        own === undefined ? [] : placesUnder(stateFolder, own).map((folder) => temporaryIn({ folder }));
      for (const folder of [...used, ...left]) rmSync(folder, { recursive: true, force: true });
      used.clear();
    },
    async ready(path, { setup, environment }, folder, cancel) {
      try {
        const workspace = await realpath(path);
        const all = [
          ...(setup === null ? [] : [{ setup, prefix: [] }]),
          ...(environment.setup === null ? [] : [{ setup: environment.setup, prefix: environment.prefix }]),
        ];
        const place = await places(workspace);
        used.add(temporaryIn(place));
        return await makeReady({ options, workspace, environment, setups: all, place, folder, cancel });
      } catch (error) {
        return { kind: 'broken', because: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

async function makeReady(job: Job): Promise<Readiness> {
  const { workspace, place } = job;
  // Empty for everyone: what a runner caches there would be the next one's ready answer.
  await rm(temporaryIn(place), { recursive: true, force: true });
  await mkdir(temporaryIn(place), { recursive: true });
  const note = await readNote(workspace);
  if (job.setups.length === 0 && note.paths.length === 0) return ready(job, []);
  const words = job.setups.map((each) => each.setup);
  for (const path of note.placed) await removeMade(workspace, path);
  const key = setupKey(workspace, words, job.environment);
  const made = note.paths.filter((path) => !note.placed.includes(path));
  const isSame = note.key === key && (await restore(workspace, made, stampsFile(job)));
  if (!isSame) await forget(job, note);
  const placed = { paths: [] as string[], targets: [] as string[] };
  for (const setup of words) {
    const more = await placeFiles(setup, { top: job.options.top, workspace });
    placed.paths.push(...more.paths);
    placed.targets.push(...more.targets);
  }
  if (isSame) {
    await writeNote(workspace, { key, paths: [...made, ...placed.paths], placed: placed.paths });
    return ready(job, placed.targets);
  }
  const before = await namesIn(workspace);
  const because = await runCommands(job, placed.targets);
  if (because !== undefined) return { kind: 'broken', because };
  const fresh = await newIn(workspace, before);
  await noteStamps(workspace, fresh, stampsFile(job));
  await writeNote(workspace, { key, paths: [...fresh, ...placed.paths], placed: placed.paths });
  return ready(job, placed.targets);
}

/** What an earlier setup made is removed before another one runs, the note first: half a setup is none. */
async function forget({ workspace }: Job, note: SetupNote): Promise<void> {
  await removeNote(workspace);
  for (const path of note.paths) await removeMade(workspace, path);
}

async function runCommands(job: Job, targets: readonly string[]): Promise<string | undefined> {
  let number = 0;
  for (const { setup, prefix } of job.setups) {
    let left = setup.timeout;
    for (const command of setup.run) {
      number += 1;
      const end = await runCommand(job, { command, prefix, targets, timeout: left, number });
      const wrong = whatWentWrong(command, end);
      if (wrong !== undefined) return wrong;
      left = Math.max(1, left - end.durationMs);
    }
  }
  return undefined;
}

type One = {
  readonly command: Command;
  readonly prefix: readonly string[];
  readonly targets: readonly string[];
  readonly timeout: number;
  readonly number: number;
};

async function runCommand(job: Job, one: One): Promise<ProgramEnd> {
  const folder = join(job.folder, `setup-${one.number}`);
  const { shared, own } = caches(job);
  for (const each of [folder, shared, own]) await mkdir(each, { recursive: true });
  const { visible = [], hidden = [], processes } = job.options;
  const program: Program = {
    argv: inEnvironment({ prefix: one.prefix }, one.command, job.workspace),
    cwd: job.workspace,
    env: { CI: 'true', ...environmentOf(job) },
    stdin: '',
    confinement: {
      writable: [job.workspace, shared, own],
      visible: [...visible, ...one.targets],
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

function whatWentWrong(command: Command, end: ProgramEnd): string | undefined {
  if (end.how.kind === 'exited' && end.how.code === 0) return undefined;
  const words = typeof command === 'string' ? command : command.join(' ');
  const log = `${end.stdout}\n${end.stderr}`.trim().slice(-logTail);
  return `\`${words}\` ${sayEnd(end.how)}${log === '' ? '' : `\n${log}`}`;
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

function ready(job: Job, targets: readonly string[]): Readiness {
  const { shared, own } = caches(job);
  const visible = job.setups.length === 0 ? [] : [...targets, shared, own];
  return { kind: 'ready', env: environmentOf(job), visible };
}

function environmentOf(job: Job): Readonly<Record<string, string>> {
  const { shared, own } = caches(job);
  const port = String(job.place.port);
  return {
    PORT: port,
    ...(job.setups.length === 0 ? {} : packageCaches(shared, own)),
    ...job.environment.env,
    GAUNTLET_PORT_BASE: port,
    TMPDIR: temporaryIn(job.place),
  };
}

function temporaryIn({ folder }: Pick<WorkspacePlace, 'folder'>): string {
  return join(folder, 'tmp');
}

function caches(job: Job): { readonly shared: string; readonly own: string } {
  return { shared: join(job.options.stateFolder, 'cache'), own: join(job.place.folder, 'cache') };
}

function stampsFile(job: Job): string {
  return join(job.place.folder, 'made.json');
}
