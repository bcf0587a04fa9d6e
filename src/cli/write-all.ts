import { errorCode } from '../model/error.ts';

/** The part of `node:fs` that is needed; given, not imported, because the stub must not load it on an old Node. */
type Fs = { writeSync(fd: number, bytes: Uint8Array): number };

type Stream = { write(bytes: Uint8Array): unknown };

/**
 * Writes everything, at once. Node's own streams would do, but opening one costs more than all the rest of a short
 * command. A pipe that is full is left to the stream, and a reader that went away (`… | head -1`) is no error.
 */
export function writeAll(text: string, to: { fs: Fs; fd: number; stream: () => Stream }): void {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(to.fs.writeSync(to.fd, rest));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EAGAIN') to.stream().write(rest);
    else if (code !== 'EPIPE') throw error;
  }
}
