import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type OtherCoordinator = {
  readonly pid: number;
  /** Waits until it has said that this number is durable. */
  reached(seq: number): Promise<void>;
  /** Ends it as hard as can be; answers the last number it said. */
  kill(): Promise<number>;
  /** Waits until it has ended by itself; answers with what code. */
  ended(): Promise<number | null>;
};

/** Starts a coordinator in a process of its own and waits until it holds the lease. */
export async function otherCoordinator(
  file: string,
  mode: 'busy' | 'idle',
  size = 1,
): Promise<OtherCoordinator> {
  return coordinatorOf('journal-writer.ts', [file, mode, String(size)]);
}

/** The same for a script beside this one, which says the last number that is durable, line by line. */
export async function coordinatorOf(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<OtherCoordinator> {
  const path = join(import.meta.dirname, script);
  const child = spawn(process.execPath, ['--no-warnings', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const gone = once(child, 'exit');
  let said = -1;
  let waiting: { seq: number; tell: () => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    said = Number(line);
    for (const each of waiting) if (each.seq <= said) each.tell();
    waiting = waiting.filter((each) => each.seq > said);
  });
  const reached = (seq: number): Promise<void> =>
    new Promise((resolve, reject) => {
      if (said >= seq) return resolve();
      waiting.push({ seq, tell: resolve });
      child.once('exit', () => reject(new Error(`it ended at ${said}, before ${seq}`)));
    });
  const kill = async (): Promise<number> => {
    const drained = once(child.stdout, 'close');
    child.kill('SIGKILL');
    await Promise.all([gone, drained]);
    return said;
  };
  await reached(0);
  const ended = async (): Promise<number | null> => {
    await gone;
    return child.exitCode;
  };
  return { pid: child.pid ?? 0, reached, kill, ended };
}
