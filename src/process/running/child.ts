import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';

import { GauntletError } from '../../model/error.ts';

import type { Launch } from './launch.ts';
import type { RealPipes } from './real-pipes.ts';
import { pipes } from './supervise.ts';

export type Exit = { readonly code: number | null; readonly signal: string | null };

/** A started supervisor: it becomes the program once `go` is called. */
export type Child = {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** bubblewrap's status lines; at its end at once without a sandbox. */
  readonly status: Readable;
  readonly exited: Promise<Exit>;
  go(): void;
  kill(): void;
};

/** Starts the supervisor in a session of its own, so that a Ctrl-C at the terminal reaches the coordinator alone. */
export async function startChild(launch: Launch, real: RealPipes | undefined): Promise<Child> {
  const [file = '', ...args] = launch.argv;
  const confined = launch.options === undefined ? [] : (['pipe', 'pipe'] as const);
  const child = spawn(file, args, {
    cwd: launch.cwd,
    env: { ...launch.env },
    stdio: [...(real?.child ?? (['pipe', 'pipe', 'pipe'] as const)), 'pipe', ...confined],
    detached: true,
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  await started(child, real);
  if (launch.options !== undefined) sink(child, pipes.options).end(launch.options);
  const go = sink(child, pipes.go);
  return {
    pid: child.pid ?? 0,
    stdin: real?.stdin ?? sink(child, 0),
    stdout: real?.stdout ?? source(child, 1),
    stderr: real?.stderr ?? source(child, 2),
    status: source(child, pipes.status),
    exited,
    go: () => void go.end('go\n'),
    kill: () => void child.kill('SIGKILL'),
  };
}

async function started(child: ChildProcess, real: RealPipes | undefined): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  } catch (error) {
    for (const each of [real?.stdin, real?.stdout, real?.stderr]) each?.destroy();
    throw error;
  } finally {
    real?.close();
  }
}

/** A program may end without reading: that is its business, and not an error of ours. */
function sink(child: ChildProcess, number: number): Writable {
  const stream = child.stdio[number];
  if (!(stream instanceof Writable)) throw new GauntletError('BUG', `no pipe ${number} to the program`);
  return stream.on('error', () => undefined);
}

function source(child: ChildProcess, number: number): Readable {
  const stream = child.stdio[number];
  return (stream instanceof Readable ? stream : Readable.from([])).on('error', () => undefined);
}
