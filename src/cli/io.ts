import fs from 'node:fs';
import type { Readable } from 'node:stream';

import { writeAll } from './write-all.ts';

/** Where a command may look and write; the process in production, plain objects in tests. */
export type Io = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  stdin(): Readable;
  readonly stdout: Sink;
  readonly stderr: Sink;
};

export type Sink = {
  isTty(): boolean;
  write(text: string): void;
  /** Columns and rows of the terminal; missing where there is none. */
  size?(): { readonly columns: number; readonly rows: number };
};

/** The real thing. Everything is opened when it is first wanted: most commands want very little. */
export function processIo(): Io {
  return {
    cwd: process.cwd(),
    env: process.env,
    stdin: () => process.stdin,
    stdout: sink(1, () => process.stdout),
    stderr: sink(2, () => process.stderr),
  };
}

function sink(fd: number, open: () => NodeJS.WriteStream): Sink {
  const stream = (): NodeJS.WriteStream => {
    const opened = open();
    if (opened.listenerCount('error') === 0) opened.on('error', ignoreClosedPipe);
    return opened;
  };
  return {
    // A pipe or a file is told apart without opening a stream, which would cost more than a short command.
    isTty: () => isDevice(fd) && stream().isTTY,
    size: () => ({ columns: stream().columns, rows: stream().rows }),
    write: (text) => writeAll(text, { fs, fd, stream }),
  };
}

function isDevice(fd: number): boolean {
  try {
    return fs.fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
