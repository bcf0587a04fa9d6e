import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

import type { Program, ProgramEnd } from '../../ports/processes.ts';
import type { Clock } from '../../ports/surroundings.ts';
import { type Child, type Exit, startChild } from './child.ts';
import { endGroup, endTree, kill, looks, pause } from './end-tree.ts';
import { keepOutput, type Keeping } from './kept-output.ts';
import { type Launch, launchOf } from './launch.ts';
import type { ProcessHost } from '../confinement/machine.ts';
import { readTrace } from '../observe/trace-file.ts';
import { removeScratch } from '../confinement/overlay.ts';
import { removePidFile, writePidFile } from './pid-file.ts';
import { bootOf, seenProcess, isForeign, isTagged } from './process-table.ts';

type How = ProgramEnd['how'];
type Said = Omit<ProgramEnd, 'how' | 'durationMs'>;

/** Milliseconds that the pipes may stay open after everything is dead, before we stop listening. */
const patience = 10_000;
const silence: Said = { stdout: '', stderr: '', truncated: false };

/** Runs one program to its end, whatever that is. Never rejects: what went wrong is in the answer. */
export async function runProgram(
  program: Program,
  machine: ProcessHost,
  cancel?: AbortSignal,
): Promise<ProgramEnd> {
  const began = machine.clock.now();
  const end = (how: How, said = silence): ProgramEnd => ({
    how,
    ...said,
    durationMs: machine.clock.now() - began,
  });
  if (cancel?.aborted === true) return end({ kind: 'cancelled' });
  try {
    const tag = randomBytes(16).toString('hex');
    const tracer = program.observe === true ? await machine.tracer() : undefined;
    const launched = launchOf(program, tag, machine, tracer);
    if (launched.kind === 'unstartable') return end(launched);
    const child = await startChild(launched.launch, await machine.pipes());
    const { how, said } = await live({ program, machine, tag, launch: launched.launch, child, cancel });
    return end(how, said);
  } catch (error) {
    return end({ kind: 'unstartable', because: wordsOf(error) });
  }
}

type Life = {
  readonly program: Program;
  readonly machine: ProcessHost;
  readonly tag: string;
  readonly launch: Launch;
  readonly child: Child;
  readonly cancel: AbortSignal | undefined;
};

async function live(life: Life): Promise<{ readonly how: How; readonly said: Said }> {
  const { program, machine, child, launch } = life;
  const status = readStatus(child.status);
  const watched = watchTimeLimits(
    { program, clock: machine.clock, cancel: life.cancel },
    () => void killAll(life),
  );
  const { folder, outputCap: cap } = program;
  const listen = listener(life);
  const heard = (chunk: Buffer): void => {
    watched.heard();
    listen(chunk);
  };
  const keep = (from: Readable, name: string, told: (chunk: Buffer) => void): Keeping => {
    const path = join(folder, name);
    const overheard = machine.overhear?.(path);
    return keepOutput(from, { path, cap, heard: told, discreet: machine.discreet, overheard });
  };
  const out = keep(child.stdout, 'stdout', heard);
  const err = keep(child.stderr, 'stderr', watched.heard);
  const refused = await letGo(life);
  const exit = await child.exited;
  watched.stop();
  child.stdin.destroy();
  const enough = machine.clock.wake(machine.clock.now() + patience, () => {
    for (const each of [out, err, status]) each.stop();
  });
  // Only when the sandbox has said all it has to say is it known which process to wait for.
  await status.ended;
  await (launch.options === undefined ? killAll(life) : emptied(status.read(), life.tag));
  const [stdout, stderr] = await Promise.all([out.done, err.done]);
  enough();
  const inputs = launch.trace === undefined ? undefined : await readTrace(launch.trace);
  await tidy(life);
  const said = {
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: stdout.truncated || stderr.truncated,
    ...(inputs === undefined ? {} : { inputs }),
  };
  const sandbox = launch.options === undefined ? undefined : status.read();
  const ending = refused === undefined ? howItEnded(exit, sandbox, said.stderr) : refused;
  return { how: watched.reason() ?? ending, said };
}

/** Hears the program out, piece by piece: a character is never cut in two. */
function listener({ program, child }: Life): (chunk: Buffer) => void {
  if (program.talk === undefined) return () => undefined;
  const text = new StringDecoder('utf8');
  const voice = {
    say: (words: string): void => void child.stdin.write(words),
    close: (): void => void child.stdin.end(),
  };
  // Before anything else is said: whoever listens only may close at once.
  child.stdin.write(program.stdin);
  const listen = program.talk(voice);
  return (chunk) => listen(text.write(chunk));
}

/** The pid file first, then the program: whatever kills us in between, nothing runs that nobody knows of. */
async function letGo({ program, tag, child }: Life): Promise<How | undefined> {
  try {
    const start = seenProcess(child.pid)?.start ?? '';
    await writePidFile(program.folder, { tag, boot: bootOf(), pid: child.pid, start });
    child.go();
    if (program.talk === undefined) child.stdin.end(program.stdin);
    program.onStarted?.();
    return undefined;
  } catch (error) {
    child.kill();
    return { kind: 'unstartable', because: wordsOf(error) };
  }
}

/** In the sandbox its first process takes everything with it; without one we have to look for what there is. */
async function killAll({ child, launch, tag }: Life): Promise<void> {
  if (launch.options !== undefined) return child.kill();
  endGroup(child.pid);
  await endTree([{ tag, root: child.pid }]);
}

function howItEnded(exit: Exit, sandbox: SandboxStatus | undefined, stderr: string): How {
  if (exit.signal !== null) return { kind: 'killed', signal: exit.signal };
  if (sandbox === undefined) return { kind: 'exited', code: exit.code ?? 0 };
  if (sandbox.exitCode !== undefined) return { kind: 'exited', code: sandbox.exitCode };
  return { kind: 'unstartable', because: stderr.trim().slice(-500) || 'the sandbox could not be set up' };
}

async function tidy({ program, launch, tag }: Life): Promise<void> {
  await removePidFile(program.folder, tag).catch(() => undefined);
  if (launch.scratch !== undefined) {
    removeScratch(launch.scratch);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the sandbox program says about what it started. */
type SandboxStatus = {
  /** The first process inside; when it is gone the kernel has killed everything else in there. */
  readonly first: { readonly pid: number; readonly start: string } | undefined;
  /** Set only when the program was really started and has ended. */
  readonly exitCode: number | undefined;
};

type StatusLines = {
  /** What they said so far. */
  read(): SandboxStatus;
  readonly ended: Promise<void>;
  stop(): void;
};

/** Reads bubblewrap's status lines. */
function readStatus(from: Readable): StatusLines {
  let text = '';
  let first: SandboxStatus['first'];
  from.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(0, 8192);
    const pid = numberIn(text, 'child-pid');
    const start = pid === undefined ? undefined : seenProcess(pid)?.start;
    if (pid !== undefined && start !== undefined) first ??= { pid, start };
  });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) from.once(event, () => resolve());
  });
  return {
    read: () => ({ first, exitCode: numberIn(text, 'exit-code') }),
    ended,
    stop: () => void from.destroy(),
  };
}

function numberIn(text: string, name: string): number | undefined {
  const found = new RegExp(`"${name}": (\\d+)`).exec(text);
  return found === null ? undefined : Number(found[1]);
}

/**
 * Waits until the sandbox is empty. The first process becomes a zombie, or disappears, only after the kernel has killed
 * all others of its namespace, so this one is all there is to look at.
 */
async function emptied(status: SandboxStatus, tag: string): Promise<void> {
  const { first } = status;
  const tags = new Set([tag]);
  const isAlive = (): boolean => {
    const seen = first === undefined ? undefined : seenProcess(first.pid);
    return seen !== undefined && !seen.dead && seen.start === first?.start && !isForeign(seen.pid, tags);
  };
  // Not seen at all: it was gone before we looked, or there never was one. The tag tells.
  if (first === undefined) return void (await endTree([{ tag, root: undefined }]));
  for (let look = 0; isAlive() && look < looks; look += 1) {
    if (isTagged(first.pid, tags)) kill(first.pid);
    await pause(look);
  }
}

type Watched = {
  readonly program: Pick<Program, 'timeout' | 'stall'>;
  readonly clock: Clock;
  readonly cancel: AbortSignal | undefined;
};

type TimeLimits = {
  /** It said something. */
  readonly heard: () => void;
  /** Why it has to end, once it has to. */
  reason(): ProgramEnd['how'] | undefined;
  stop(): void;
};

/** Calls `give up` once, when the time is over, nothing was heard for too long, or the run is cancelled. */
export function watchTimeLimits({ program, clock, cancel }: Watched, giveUp: () => void): TimeLimits {
  let reason: ProgramEnd['how'] | undefined;
  let lastHeard = clock.now();
  const over = (kind: 'timeout' | 'stall' | 'cancelled'): void => {
    if (reason !== undefined) return;
    reason = { kind };
    stop();
    giveUp();
  };
  const cancelled = (): void => over('cancelled');
  let isStopped = false;
  let isTimeUp = false;
  // A coordinator that was busy is told late: an end or output that came in time counts before a limit does.
  const afterNews = (act: () => void): void => {
    setImmediate(() => {
      if (!isStopped) act();
    });
  };
  const offDeadline = clock.wake(clock.now() + program.timeout, () => {
    isTimeUp = true;
    afterNews(() => over('timeout'));
  });
  let offStall: () => void = () => undefined;
  const listen = (stall: number): void => {
    offStall = clock.wake(lastHeard + stall, () =>
      afterNews(() => {
        if (clock.now() - lastHeard < stall) listen(stall);
        else over(isTimeUp ? 'timeout' : 'stall');
      }),
    );
  };
  if (program.stall !== null) listen(program.stall);
  cancel?.addEventListener('abort', cancelled, { once: true });

  function stop(): void {
    isStopped = true;
    offDeadline();
    offStall();
    cancel?.removeEventListener('abort', cancelled);
  }

  return { heard: () => void (lastHeard = clock.now()), reason: () => reason, stop };
}
