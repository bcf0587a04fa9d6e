import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

import type { Program, ProgramEnd } from '../ports/processes.ts';
import { type Child, type Exit, startChild } from './child.ts';
import { endGroup, endTree } from './end-tree.ts';
import { keepOutput, type Keeping } from './kept-output.ts';
import { type Launch, launchOf } from './launch.ts';
import type { ProcessHost } from './machine.ts';
import { removeScratch } from './overlay.ts';
import { readTrace } from './observe/trace-file.ts';
import { removePidFile, writePidFile } from './pid-file.ts';
import { bootOf, seenProcess } from './process-table.ts';
import { emptied, readStatus, type SandboxStatus } from './sandbox-status.ts';
import { watchTimeLimits } from './time-limits.ts';

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
