import { execFile } from 'node:child_process';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';

import type { ObservedInputs } from '../../model/checks.ts';
import { programFile } from '../program-file.ts';
import { tracedCalls, traceReader } from './read-trace.ts';

/** A trace that strace writes while a program runs. */
export type Trace = {
  readonly tracer: Tracer;
  /** Beside the program's output, where it cannot write. */
  readonly file: string;
  /** Where the program sees its workspace. */
  readonly root: string;
};

/** strace with the options that work here. */
export type Tracer = readonly [strace: string, ...options: string[]];

const COMMON = ['-f', '-y', '-qq', '-s', '4096', '-e', `trace=${tracedCalls}`, '-e', 'signal=none'];

/**
 * The tracer of this machine, tried once on a program that does nothing; undefined where there is none. The filter in the
 * kernel (`--seccomp-bpf`) stops a process for the traced calls only; older versions lack it and are slower.
 */
export function findTracer(path: string): () => Promise<Tracer | undefined> {
  let tried: Promise<Tracer | undefined> | undefined;
  return () => (tried ??= tryTracers(programFile('strace', path, '/')));
}

async function tryTracers(strace: string | undefined): Promise<Tracer | undefined> {
  if (strace === undefined || process.platform !== 'linux') return undefined;
  for (const options of [['--seccomp-bpf', ...COMMON], COMMON]) {
    const works = await new Promise<boolean>((resolve) => {
      const words = [...options, '-o', '/dev/null', '/bin/sh', '-c', ':'];
      execFile(strace, words, { timeout: 10_000 }, (error) => resolve(error === null));
    });
    if (works) return [strace, ...options];
  }
  return undefined;
}

/** Words that start a program traced. strace stands before the sandbox, so nothing inside can reach it. */
export function traced(argv: readonly string[], trace: Trace | undefined): readonly string[] {
  return trace === undefined ? argv : [...trace.tracer, '-o', trace.file, ...argv];
}

/** A longer trace is not read. */
const LARGEST = 2 ** 32;

/** Reads a trace as a stream and removes it; undefined where there is none. */
export async function readTrace({ file, root }: Trace): Promise<ObservedInputs | undefined> {
  try {
    if (statSync(file).size > LARGEST) return undefined;
    const reader = traceReader(root);
    const lines = createInterface({ input: createReadStream(file, 'latin1'), crlfDelay: Infinity });
    for await (const line of lines) reader.line(line);
    return reader.inputs();
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}
