import fs from 'node:fs';
import { resolve } from 'node:path';

import { GauntletError } from '../model/error.ts';
import type { Caller } from './call.ts';

const MIB = 1024 * 1024;

/** Longer than any answer worth reading, and small enough to hold in memory. */
export const inputCap = 64 * MIB;

export type Input = { readonly name: string; readonly text: string };

/** One file, or stdin for `-`, read up to the cap and not a byte further. */
export async function readInput(
  file: string,
  io: Pick<Caller, 'cwd' | 'stdin'>,
  cap = inputCap,
): Promise<Input> {
  if (file === '-') return { name: '<stdin>', text: await readStream(io.stdin(), cap) };
  return { name: file, text: readFile(file, io, cap) };
}

/** At once, not as a stream: loading Node's streams takes longer than reading what agents write. */
function readFile(file: string, io: Pick<Caller, 'cwd'>, cap: number): string {
  let fd: number | undefined;
  try {
    fd = fs.openSync(resolve(io.cwd, file), 'r');
    const parts = collection(file, cap);
    for (let bytes = readPart(fd); bytes.length > 0; bytes = readPart(fd)) parts.add(bytes);
    return parts.text();
  } catch (cause) {
    throw cause instanceof GauntletError ? cause : unreadable(file, cause);
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

function readPart(fd: number): Buffer {
  const bytes = Buffer.allocUnsafe(64 * 1024);
  return bytes.subarray(0, fs.readSync(fd, bytes));
}

async function readStream(stream: AsyncIterable<unknown>, cap: number): Promise<string> {
  const parts = collection('<stdin>', cap);
  try {
    for await (const part of stream) parts.add(Buffer.isBuffer(part) ? part : Buffer.from(String(part)));
  } catch (cause) {
    throw cause instanceof GauntletError ? cause : unreadable('<stdin>', cause);
  }
  return parts.text();
}

type Collection = { add(bytes: Buffer): void; text(): string };

/** Bytes first, text last: a chunk may end in the middle of a character. */
function collection(name: string, cap: number): Collection {
  const parts: Buffer[] = [];
  let size = 0;
  return {
    add(bytes) {
      size += bytes.length;
      if (size > cap) throw tooLarge(name, cap);
      parts.push(bytes);
    },
    text: () => Buffer.concat(parts, size).toString('utf8'),
  };
}

function tooLarge(name: string, cap: number): GauntletError {
  return new GauntletError('FILE_TOO_LARGE', `${name}: larger than ${Math.floor(cap / MIB)} MiB`, {
    data: { file: name, cap },
    hint: 'Shorten it: input of this size is not read.',
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
};

function unreadable(name: string, cause: unknown): GauntletError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  return new GauntletError('FILE_UNREADABLE', `${name}: ${reasons[code] ?? `cannot be read (${code})`}`, {
    data: { file: name, reason: code },
    hint: 'Check the path; it is looked up from the current directory, or from --cwd.',
    cause,
  });
}
