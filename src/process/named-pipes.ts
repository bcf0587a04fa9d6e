import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { seenProcess } from './process-table.ts';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Two real pipes: our ends, and the numbers to hand to the child, which `close` closes on our side. */
export type NamedPipes = {
  readonly stdout: Socket;
  readonly stderr: Socket;
  readonly child: readonly [number, number];
  close(): void;
};

export type PipeStock = () => Promise<NamedPipes | undefined>;

/** Pipes are made many at a time: one `mkfifo` for each program would cost as much as starting the program. */
const together = 32;

/**
 * Node connects its children by sockets, and nobody can open `/dev/stdout` or `/dev/stderr` when those are sockets:
 * scripts that do so every day would fail here and nowhere else. So we make real pipes; undefined where the system has
 * none. A pipe's name is gone before anything is started. (Not for stdin: to open a pipe with a name again waits for
 * ever once its writer is done.)
 */
export function pipeStock(stateFolder: string): PipeStock {
  const names: string[] = [];
  let making: Promise<void> | undefined;
  const folder = join(stateFolder, `pipes-${process.pid}`);
  const refill = async (): Promise<void> => {
    const more = Array.from({ length: together }, () => join(folder, randomBytes(8).toString('hex')));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await promisify(execFile)('mkfifo', ['-m', '600', '--', ...more], { env: { PATH: '/usr/bin:/bin' } });
    names.push(...more);
  };
  return async () => {
    for (let attempt = 0; names.length < 2 && attempt < 3; attempt += 1) {
      making ??= refill().finally(() => (making = undefined));
      await making.catch(() => undefined);
    }
    const taken = names.splice(0, 2);
    try {
      return taken.length === 2 ? opened(taken) : undefined;
    } catch {
      return undefined;
    } finally {
      for (const name of taken) remove(name);
    }
  };
}

/** Removes what coordinators that are gone left of their stock. */
export async function removeOldStock(stateFolder: string): Promise<void> {
  for (const name of await readdir(stateFolder)) {
    const pid = /^pipes-(\d+)$/.exec(name)?.[1];
    if (pid === undefined || seenProcess(Number(pid)) !== undefined) continue;
    await rm(join(stateFolder, name), { recursive: true, force: true });
  }
}

function opened([first = '', second = '']: readonly string[]): NamedPipes {
  // To read without blocking opens at once, and to write opens at once when a reader is there.
  const [out, err] = [first, second].map((name) => openSync(name, O_RDONLY | O_NONBLOCK)) as [number, number];
  const child = [openSync(first, O_WRONLY), openSync(second, O_WRONLY)] as const;
  const [stdout, stderr] = [out, err].map((fd) => {
    return new Socket({ fd, readable: true, writable: false }).on('error', () => undefined);
  }) as [Socket, Socket];
  return { stdout, stderr, child, close: () => child.forEach((fd) => closeSync(fd)) };
}

function remove(name: string): void {
  try {
    unlinkSync(name);
  } catch {
    // It was never made.
  }
}
