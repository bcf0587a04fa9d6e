import { mkdir, realpath, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { Processes } from '../ports/processes.ts';
import type { Clock } from '../ports/surroundings.ts';
import type { Inherited } from './allowed-environment.ts';
import { programFile } from './program-file.ts';
import type { ProcessHost, Overhear, Readied } from './machine.ts';
import { findTracer } from './observe/trace-file.ts';
import { isInWork } from './show-workspace.ts';
import { workingOverlays } from './try-overlays.ts';
import { pipeStock } from './real-pipes.ts';
import { freePort } from './free-port.ts';
import { reap } from './reap.ts';
import { runProgram } from './run-program.ts';
import { type SelfTest, selfTest } from './self-test.ts';
import { systemClock } from './system-clock.ts';
import { unfinishedPlace } from './unfinished.ts';

export type ProcessesOptions = {
  /** The coordinator's own folder, which no program sees or writes. It is made if it is not there. */
  readonly stateFolder: string;
  /** Holds the workspaces that programs work in; left out: programs see every folder where it really is. */
  readonly workFolder?: string;
  /** Whose secrets are hidden; the user's home directory unless given. */
  readonly home?: string;
  readonly clock?: Clock;
  /** What the allowlist chooses from; the coordinator's environment unless given. */
  readonly inherited?: Inherited;
  /**
   * Takes out of an output what must not stay on disk, secrets above all, once its program has ended; what is answered is
   * the output as it was.
   */
  readonly discreet?: (output: string) => string;
  readonly overhear?: Overhear;
  /** Runs programs without the sandbox, so that a test can show what it is that the sandbox stops. */
  readonly force?: 'verified' | 'no-overlay';
};

/** The same for the setups of this room, which tell what a workspace was readied with. */
export type OpenedProcesses = Processes & { readonly readied: Map<string, Readied> };

/** The programs of this machine: in the sandbox where its self-test holds, without one where it does not. */
export async function openProcesses(options: ProcessesOptions): Promise<OpenedProcesses> {
  await mkdir(options.stateFolder, { recursive: true });
  const stateFolder = await realpath(options.stateFolder);
  const home = options.home ?? homedir();
  const bare: ProcessHost = {
    stateFolder,
    workFolder: await madeFolder(options.workFolder),
    home,
    clock: options.clock ?? systemClock,
    inherited: { ...(options.inherited ?? process.env), HOME: home },
    pipes: pipeStock(),
    tracer: findTracer(options.inherited?.['PATH'] ?? process.env['PATH'] ?? ''),
    discreet: options.discreet ?? ((output) => output),
    overhear: options.overhear,
    sandbox: undefined,
    readied: new Map(),
  };
  const { machine, ...tested } = await sandboxed(bare, options.force);
  return {
    ...tested,
    layering: machine.sandbox?.overlays === undefined ? 'pool' : 'overlay',
    shownAs: (path) =>
      machine.sandbox !== undefined && isInWork(path, machine) ? machine.sandbox.shown.workspace : path,
    readied: machine.readied,
    run: (program, cancel) => runProgram(program, machine, cancel),
    observes: async () => (await machine.tracer()) !== undefined,
    reap,
    freePort,
  };
}

async function sandboxed(
  bare: ProcessHost,
  force?: ProcessesOptions['force'],
): Promise<SelfTest & { readonly machine: ProcessHost }> {
  const verified = (because: string) => ({
    enforcement: 'verified' as const,
    because: `${because}; ${limits()}`,
    machine: bare,
  });
  if (force === 'verified') return verified('asked to run without a sandbox');
  if (process.platform !== 'linux') return verified(`there is no sandbox for ${process.platform}`);
  const bubblewrap = programFile('bwrap', bare.inherited['PATH'] ?? '', '/');
  if (bubblewrap === undefined) return verified('bubblewrap (bwrap) is not installed');
  const emptyFile = await emptyFileIn(bare.stateFolder);
  const shown = { workspace: freeName('/repo'), cache: freeName('/cache') };
  const plain = { ...bare, sandbox: { bubblewrap, emptyFile, shown, overlays: undefined } };
  // The self-test must not wait for a clock that a test winds by hand.
  const real = { ...plain, clock: systemClock };
  const [tested, overlays] = await Promise.all([
    selfTest((program) => runProgram(program, real), bare.stateFolder),
    force === 'no-overlay' ? undefined : workingOverlays(plain),
  ]);
  const machine = { ...plain, sandbox: { ...plain.sandbox, overlays } };
  return tested.enforcement === 'enforced' ? { ...tested, machine } : verified(tested.because);
}

/** A path of the root that this machine does not have: nothing of its own is covered by it. */
function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number += 1) name = `${wanted}${number}`;
  return name;
}

async function madeFolder(folder: string | undefined): Promise<string | null> {
  if (folder === undefined) return null;
  await mkdir(folder, { recursive: true });
  return realpath(folder);
}

/** Made anew each time: it may be read-only to us as well, and must be empty. */
async function emptyFileIn(stateFolder: string): Promise<string> {
  const draft = await unfinishedPlace(stateFolder, 'empty');
  await writeFile(draft, '', { flag: 'wx', mode: 0o444 });
  const file = join(stateFolder, 'empty');
  await rename(draft, file);
  return file;
}

/** What cannot be promised without a sandbox. */
function limits(): string {
  return process.platform === 'linux'
    ? 'a program that leaves its session and clears its environment may outlive its run'
    : 'a program that leaves its process group may outlive its run';
}
