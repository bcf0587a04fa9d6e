import { existsSync } from 'node:fs';
import { mkdir, realpath, rename, writeFile, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { Processes } from '../ports/processes.ts';
import type { Clock } from '../ports/surroundings.ts';
import type { Inherited } from './running/allowed-environment.ts';
import { endGroup, endTree, type Belongs } from './running/end-tree.ts';
import { type ProcessHost, type Overhear, type Readied, unreadied } from './confinement/machine.ts';
import { findTracer } from './observe/trace-file.ts';
import { type Overlays, overlayWays } from './confinement/overlay.ts';
import { type PidFile, readPidFiles, removeLeftovers } from './running/pid-file.ts';
import { bootOf, seenProcess, seenProcesses } from './running/process-table.ts';
import { programFile } from './program-file.ts';
import { pipeStock } from './running/real-pipes.ts';
import { runProgram } from './running/run-program.ts';
import { type SelfTest, selfTest } from './confinement/self-test.ts';
import { isInWork } from './confinement/show-workspace.ts';
import { systemClock } from './system-clock.ts';
import { unfinishedPlace } from './confinement/unfinished.ts';

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

/** A port of this machine that nobody listens on, chosen by the system. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    // On every address: what is taken on one of them is not free.
    server.listen(0, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Ends what an earlier coordinator left running. A process is ours when it carries the tag of the pid file, or descends
 * from the very process the file names: number, start time and start of the machine all have to fit.
 */
export async function reap(folders: readonly string[]): Promise<number> {
  const left = (await Promise.all(folders.map(readPidFiles))).flat();
  const killed = left.length === 0 ? 0 : await end(left);
  await Promise.all(folders.map(removeLeftovers));
  return killed;
}

async function end(left: readonly PidFile[]): Promise<number> {
  return seenProcesses().length > 0 ? await endTree(left.map(belongs)) : left.filter(endBlindly).length;
}

function belongs(file: PidFile): Belongs {
  const isSame = file.boot === bootOf() && file.start !== '' && seenProcess(file.pid)?.start === file.start;
  return { tag: file.tag, root: isSame ? file.pid : undefined };
}

/** Without a list of processes nobody can say whether the number still means the same one. Then it is left alone. */
function endBlindly(file: PidFile): boolean {
  return file.start !== '' && endGroup(file.pid);
}

const trial = 'cat below && echo changed > below && rm gone && echo new > new';

/**
 * The first way to mount overlays that works here, tried with a real program: it reads, changes and removes what shows
 * through. undefined where none does (an old kernel, a container, a file system that cannot).
 */
async function workingOverlays(machine: ProcessHost): Promise<Overlays | undefined> {
  const { sandbox, workFolder } = machine;
  if (sandbox === undefined || workFolder === null) return undefined;
  for (const overlays of overlayWays(machine.inherited['PATH'] ?? '')) {
    const trying = { ...machine, clock: systemClock, sandbox: { ...sandbox, overlays }, readied: new Map() };
    if (await works(trying, join(workFolder, 'scratch', `${process.pid}-trial-${overlays.by}`)))
      return overlays;
  }
  return undefined;
}

async function works(machine: ProcessHost, place: string): Promise<boolean> {
  const [lower, upper, folder] = [join(place, 'lower'), join(place, 'upper'), join(place, 'run')];
  try {
    for (const each of [lower, upper, folder]) await mkdir(each, { recursive: true });
    for (const name of ['below', 'gone']) await writeFile(join(lower, name), 'as it was\n');
    machine.readied.set(upper, { ...unreadied, layers: [lower] });
    const end = await runProgram(
      {
        argv: ['/bin/sh', '-c', trial],
        cwd: upper,
        env: {},
        stdin: '',
        confinement: { writable: [upper], visible: [], hidden: [], network: false },
        timeout: 30_000,
        stall: null,
        outputCap: 10_000,
        folder,
      },
      machine,
    );
    const isRead = end.how.kind === 'exited' && end.how.code === 0 && end.stdout === 'as it was\n';
    const isKept = (await readFile(join(lower, 'below'), 'utf8')) === 'as it was\n';
    return isRead && isKept && existsSync(join(lower, 'gone')) && existsSync(join(upper, 'new'));
  } catch {
    return false;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
