import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';

import { GauntletError } from '../../model/error.ts';
import { endWithUs } from './end-with-us.ts';
import type { Layout } from '../layout.ts';
import { ownerName } from './left-gits.ts';

/** Where a git command works. Nothing of it is found out by git itself: a work tree never says what its git directory is. */
export type GitLocation = {
  readonly gitDir: string;
  readonly workTree?: string;
  readonly index?: string;
  /** Where new objects go instead of the repository's own store; they are not forced to the disk there. */
  readonly objects?: string;
  /** Whether what is written is forced to the disk; left out: unless `objects` says where it goes. */
  readonly durable?: boolean;
  /** Object stores to read from beside the repository's own. */
  readonly alsoObjects?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

export type Run = {
  readonly input?: string | Uint8Array;
  /** A file handle's number instead of `input` or of the collected output. */
  readonly inputFile?: number;
  readonly outputFile?: number;
  /** Bytes of output kept; more is an error, or with `cut` the end of reading. */
  readonly cap?: number;
  readonly cut?: boolean;
  /** Exit codes that are answers rather than failures; 0 always is. */
  readonly answers?: readonly number[];
  readonly timeout?: number;
  /**
   * Ended when it says nothing for too long: then it waits for somebody else, who is gone. It has a process group of its
   * own, because what it started for the way there (ssh) would go on waiting.
   */
  readonly patience?: Patience;
};

/** How long it may say nothing: before it has said the sign that somebody answers, and from then on. */
export type Patience = { readonly firstMs: number; readonly laterMs: number; readonly sign: RegExp };

export type End = { readonly code: number; readonly out: Buffer; readonly err: string };

/** Runs one git command on trusted settings: an argument list, an environment from scratch, nothing inherited. */
export type Git = (args: readonly string[], place: GitLocation, run?: Run) => Promise<End>;

const MOST_OUTPUT = 512 * 1024 * 1024;
const MOST_COMPLAINT = 64 * 1024;
const LONGEST = 15 * 60_000;

/** The one way to git. */
export function gitFor(layout: Layout): Git {
  return async (args, place, run = {}) => {
    const end = await execute([...settings(layout, place), ...args], environment(layout, place), {
      ...run,
      cwd: place.workTree ?? place.gitDir,
    });
    if (end.code === 0 || run.answers?.includes(end.code) === true) return end;
    throw failure(args, end);
  };
}

/** Whether git ran and said no, as opposed to not running, a full disk, or a lock. */
export function gitRefused(error: unknown): error is GauntletError {
  return error instanceof GauntletError && 'exitCode' in error.data;
}

/**
 * What every command is told, whatever the repository's own configuration says. Objects and refs are on the disk when a
 * command ends: what the journal says of a commit must never outlive the commit. `batch` makes it one flush for all
 * objects of a command where git can.
 */
export function settings(
  layout: Layout,
  { objects, durable }: Pick<GitLocation, 'objects' | 'durable'>,
): string[] {
  const told = {
    'core.fsync': (durable ?? objects === undefined) ? 'committed,reference' : 'none',
    'core.fsyncMethod': 'batch',
    'core.hooksPath': layout.noHooks,
    'core.fsmonitor': 'false',
    'core.untrackedCache': 'false',
    'core.attributesFile': layout.noFile,
    'core.excludesFile': layout.noFile,
    'gc.auto': '0',
    'maintenance.auto': 'false',
    'protocol.ext.allow': 'never',
    'submodule.recurse': 'false',
    'diff.ignoreSubmodules': 'all',
    'core.filesRefLockTimeout': '2000',
    'core.packedRefsTimeout': '5000',
  };
  return ['--no-pager', ...Object.entries(told).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The whole environment of a git command. */
export function environment(layout: Layout, place: GitLocation): Record<string, string> {
  return {
    PATH: absolutePath(),
    HOME: layout.noHooks,
    LC_ALL: 'C',
    GIT_DIR: place.gitDir,
    ...(place.workTree === undefined ? {} : { GIT_WORK_TREE: place.workTree }),
    ...(place.index === undefined ? {} : { GIT_INDEX_FILE: place.index }),
    ...(place.objects === undefined ? {} : { GIT_OBJECT_DIRECTORY: place.objects }),
    ...(place.alsoObjects === undefined
      ? {}
      : { GIT_ALTERNATE_OBJECT_DIRECTORIES: place.alsoObjects.map(quoted).join(':') }),
    GIT_CONFIG_NOSYSTEM: '1',
    // A file of ours, never a device: a stray `git config --global` would replace the device by a file.
    GIT_CONFIG_GLOBAL: layout.gitConfig,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    [ownerName]: layout.temporary,
    ...place.env,
  };
}

/** A relative entry of PATH would let a work tree bring its own git. */
export function absolutePath(): string {
  return (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute).join(delimiter);
}

/** Our own environment without these variables, and without a git that a work tree could bring. */
export function ownEnvironment(without: RegExp): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !without.test(name));
  return { ...Object.fromEntries(own.map(([name, value]) => [name, value ?? ''])), PATH: absolutePath() };
}

/** Git separates object stores by colons and understands C quotes. */
function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** Runs git with this environment and collects what it says; only a git that cannot be started or does not end throws. */
export function execute(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  run: Run & { readonly cwd: string },
): Promise<End> {
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  const isAlone = run.patience !== undefined;
  const child = spawn('git', args, {
    cwd: run.cwd,
    env,
    stdio: [run.inputFile ?? 'pipe', run.outputFile ?? 'pipe', 'pipe'],
    detached: isAlone,
  });
  const kill = (): void => endGit(child, isAlone);
  const gone = isAlone ? endWithUs(kill) : undefined;
  const deadline = setTimeout(kill, run.timeout ?? LONGEST);
  const silence = silenceOf(child, run.patience, kill);
  const out = collect(child.stdout, run.cap ?? MOST_OUTPUT, kill);
  const err = lastOf(child.stderr, MOST_COMPLAINT);
  // A git that has already ended closes its end of the pipe; that must not end us.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.input ?? '');
  const over = (): void => {
    clearTimeout(deadline);
    silence.over();
    gone?.();
  };
  child.on('error', (cause) => {
    over();
    reject(cannotStart(cause));
  });
  child.on('close', (code, signal) => {
    over();
    if (silence.tooLongMs() > 0) return reject(silent(args, silence.tooLongMs()));
    if (out.isFull() && run.cut === true) return resolve({ code: 0, out: out.bytes(), err: err() });
    if (out.isFull()) return reject(tooMuch(args));
    if (code === null) return reject(ended(args, signal ?? 'a signal'));
    return resolve({ code, out: out.bytes(), err: err() });
  });
  return promise;
}

/** Its pipes too: whoever left the group may hold their other end. */
function endGit(child: ChildProcess, isAlone: boolean): void {
  child.kill('SIGKILL');
  if (!isAlone || child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}

type Silence = { over(): void; /** 0 where it was not too long. */ tooLongMs(): number };

function silenceOf(child: ChildProcess, patience: Patience | undefined, end: () => void): Silence {
  if (patience === undefined) return { over: () => undefined, tooLongMs: () => 0 };
  let tooLongMs = 0;
  const waiting = (ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      tooLongMs = ms;
      end();
    }, ms);
  let timer = waiting(patience.firstMs);
  let isAnswered = false;
  const heard = (said: Buffer): void => {
    if (isAnswered || !patience.sign.test(said.toString('latin1'))) return void timer.refresh();
    isAnswered = true;
    clearTimeout(timer);
    timer = waiting(patience.laterMs);
  };
  child.stdout?.on('data', heard);
  child.stderr?.on('data', heard);
  return { over: () => clearTimeout(timer), tooLongMs: () => tooLongMs };
}

function collect(stream: Readable | null, cap: number, whenFull: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  let full = false;
  stream?.on('error', () => undefined);
  stream?.on('data', (chunk: Buffer) => {
    if (full) return;
    full = size + chunk.length > cap;
    chunks.push(full ? chunk.subarray(0, cap - size) : chunk);
    size += chunk.length;
    if (full) whenFull();
  });
  return { isFull: () => full, bytes: () => Buffer.concat(chunks) };
}

/** The end of what is said: complaints come last. */
function lastOf(stream: Readable | null, cap: number): () => string {
  let kept = Buffer.alloc(0);
  stream?.on('error', () => undefined);
  stream?.on('data', (chunk: Buffer) => (kept = Buffer.concat([kept, chunk]).subarray(-cap)));
  return () => kept.toString('utf8');
}

/** The first line in which git, or the other side, says what is wrong. */
export function complaintIn(said: string): string {
  const isProgress = /^remote: (?:[A-Z][a-z]+ [a-z]+: +\d|Total \d)/;
  const lines = said.split(/[\r\n]+/).filter((line) => /^(?:error|fatal|remote):/.test(line));
  return lines.find((line) => !isProgress.test(line)) ?? '';
}

function failure(args: readonly string[], end: End): GauntletError {
  const said = end.err.trim().split('\n').slice(-3).join(' / ');
  if (/No space left|Disk quota exceeded/i.test(end.err)) {
    return new GauntletError('ENVIRONMENT_UNFIT', `git ${verb(args)}: the disk is full`, {
      hint: 'Make room and run `gauntlet resume`.',
    });
  }
  if (/\.lock': File exists|Unable to lock|cannot lock ref/i.test(end.err)) {
    return new GauntletError('STATE_CONFLICT', `git ${verb(args)} found a lock: ${said}`, {
      hint: 'If no other git command is running, remove that lock file and run `gauntlet resume`.',
    });
  }
  return new GauntletError('ENVIRONMENT_UNFIT', `git ${verb(args)} failed (${end.code}): ${said}`, {
    data: { exitCode: end.code },
  });
}

function verb(args: readonly string[]): string {
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c');
  return args[at] ?? '';
}

function cannotStart(cause: Error): GauntletError {
  return new GauntletError('ENVIRONMENT_UNFIT', `git cannot be started: ${cause.message}`, {
    hint: 'Install git 2.38 or newer and make sure it is on the PATH.',
    cause,
  });
}

function tooMuch(args: readonly string[]): GauntletError {
  return new GauntletError('FILE_TOO_LARGE', `git ${verb(args)} printed more output than allowed`);
}

function silent(args: readonly string[], silentMs: number): GauntletError {
  return new GauntletError('ENVIRONMENT_UNFIT', `git ${verb(args)} received no data for too long`, {
    data: { silentMs },
  });
}

function ended(args: readonly string[], signal: string): GauntletError {
  return new GauntletError('ENVIRONMENT_UNFIT', `git ${verb(args)} was killed by ${signal}`, {
    hint: 'Run `gauntlet resume`.',
  });
}
