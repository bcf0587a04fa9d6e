// A place in which programs are started for tests: folders, a program with defaults, a clock wound by hand.
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Program } from '../../src/ports/processes.ts';
import type { Clock } from '../../src/ports/surroundings.ts';

export type Place = {
  readonly root: string;
  readonly state: string;
  readonly home: string;
  readonly workspace: string;
  readonly folder: string;
  /** A program in the workspace, which is all it may write, with as much time as a loaded machine needs. */
  program(argv: Program['argv'], more?: Partial<Program>): Program;
  remove(): Promise<void>;
};

export async function makePlace(): Promise<Place> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'gauntlet-processes-')));
  const [state, home, workspace, folder] = ['state', 'home', 'workspace', 'folder'].map((name) =>
    join(root, name),
  ) as [string, string, string, string];
  for (const each of [state, home, workspace, folder]) await mkdir(each);
  const plain = {
    cwd: workspace,
    env: {},
    stdin: '',
    confinement: { writable: [workspace], visible: [], hidden: [], network: false },
    timeout: 90_000,
    stall: null,
    outputCap: 1_000_000,
    folder,
  };
  return {
    root,
    state,
    home,
    workspace,
    folder,
    program: (argv, more) => ({ argv, ...plain, ...more }),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Numbers of processes, in whatever sandbox, that were started with this text in their environment. */
export function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => isAlive(pid) && (readProc(`${pid}/environ`)?.includes(text) ?? false));
}

/** Ends whatever was started with this text in its environment, also what one of them starts meanwhile. */
export async function endAllWith(text: string): Promise<void> {
  await until(() => {
    const left = processesWith(text);
    for (const pid of left) endIfThere(pid);
    return left.length === 0;
  });
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was only on its way to another process, and has ended by itself.
  }
}

export function isAlive(pid: number): boolean {
  const stat = readProc(`${pid}/stat`);
  return stat !== undefined && !/\) [ZX] /.test(stat);
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'latin1');
  } catch {
    return undefined;
  }
}

/** Looks until it is so; the test's own time limit ends a wait for what never comes. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 2);
    });
  }
}

/** Time that passes only when it is told to. */
export function handClock(): Clock & { advance(ms: number): void } {
  let now = 1_000;
  const waiting = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    wake(at, callback) {
      const entry = { at, callback };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    advance(ms) {
      now += ms;
      for (const entry of [...waiting].filter((each) => each.at <= now)) {
        if (waiting.delete(entry)) entry.callback();
      }
    },
  };
}
