import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';

import { seenProcesses } from './process-table.ts';

const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

/** Pipes for stdin, stdout and stderr: our ends, and the numbers to hand to the child. */
export type RealPipes = {
  readonly stdin: Socket;
  readonly stdout: Socket;
  readonly stderr: Socket;
  readonly child: readonly [number, number, number];
  /** Closes what was handed to the child on our side. */
  close(): void;
};

export type PipeStock = () => Promise<RealPipes | undefined>;

/** Made many at a time: a process for each program would cost as much as starting the program. */
const together = 12;

/**
 * Node connects its children by sockets. Nobody can open `/dev/stdin`, `/dev/stdout` or `/dev/stderr` when those are
 * sockets, and bash reads the user's `.bashrc` because it takes a socket for a remote login: what works at every
 * terminal would fail here. Node cannot make a pipe, but a shell can; undefined where its pipes cannot be reached.
 */
export function pipeStock(): PipeStock {
  const stock: number[] = [];
  let making: Promise<void> | undefined;
  return async () => {
    for (let attempt = 0; stock.length < 3 && attempt < 3; attempt += 1) {
      making ??= makePipes(stock).finally(() => (making = undefined));
      await making.catch(() => undefined);
    }
    return stock.length < 3 ? undefined : opened(stock.splice(0, 3));
  };
}

/** A row of processes that wait for each other, with a pipe from each to the next; we hold the pipes, and they go. */
async function makePipes(stock: number[]): Promise<void> {
  if (process.platform !== 'linux') return;
  const link = '{ echo here >&4; read -r go <&3; }';
  const script = Array.from({ length: together + 1 }, () => link).join(' | ');
  const row = spawn('/bin/sh', ['-c', script], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: {},
  });
  try {
    await allHere(row);
    for (const each of seenProcesses().filter((seen) => seen.parent === row.pid)) {
      const place = `/proc/${each.pid}/fd/1`;
      if (readlinkSync(place).startsWith('pipe:')) stock.push(openSync(place, O_RDWR));
    }
  } finally {
    row.stdio[3]?.destroy();
  }
}

function allHere(row: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    row.once('error', reject);
    row.once('exit', () => reject(new Error('the processes that hold the pipes have ended')));
    row.stdio[3]?.on('error', () => undefined);
    const here = row.stdio[4];
    if (!(here instanceof Readable)) return reject(new Error('there is no pipe to hear them by'));
    here.setEncoding('utf8').on('data', (more: string) => {
      said += more;
      if (said.length >= 'here\n'.length * (together + 1)) resolve();
    });
  });
}

function opened([first = 0, second = 0, third = 0]: readonly number[]): RealPipes {
  const again = (fd: number, flags: number): number => openSync(`/proc/self/fd/${fd}`, flags);
  const child = [again(first, O_RDONLY), again(second, O_WRONLY), again(third, O_WRONLY)] as const;
  const stdin = ourEnd(again(first, O_WRONLY | O_NONBLOCK), false);
  const stdout = ourEnd(again(second, O_RDONLY | O_NONBLOCK), true);
  const stderr = ourEnd(again(third, O_RDONLY | O_NONBLOCK), true);
  // What we held was open both ways: with it open no end of the pipe would ever be seen.
  for (const fd of [first, second, third]) closeSync(fd);
  return { stdin, stdout, stderr, child, close: () => child.forEach((fd) => closeSync(fd)) };
}

function ourEnd(fd: number, readable: boolean): Socket {
  return new Socket({ fd, readable, writable: !readable }).on('error', () => undefined);
}
