import { spawn } from 'node:child_process';

import type { Caller } from './call.ts';

/** Runs one of our own commands with --json and answers what it printed; `failed`: it could not be asked. */
export type Ask = (argv: readonly string[], off: AbortSignal) => Promise<ToolAnswer>;

export type ToolAnswer = { readonly failed: boolean; readonly value: unknown };

/** Checks of a project may take their time; after this long nobody waits for them any more. */
const LONGEST_MS = 30 * 60_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Asks by running the very program we are, as an argv: what a model wrote is never near a shell. */
export function askCommand(io: Caller): Ask {
  const [node = process.execPath, program = ''] = process.argv;
  return (argv, off) =>
    new Promise((resolve) => {
      const child = spawn(node, [...process.execArgv, program, ...argv, '--json', '--no-color'], {
        cwd: io.cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
        signal: AbortSignal.any([off, AbortSignal.timeout(LONGEST_MS)]),
        killSignal: 'SIGTERM',
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (stdout.length < MOST_BYTES) stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-4000)));
      child.once('error', () =>
        resolve({ failed: true, value: 'it was cancelled, or could not be started' }),
      );
      child.once('close', () => resolve(understood(stdout, stderr)));
    });
}

/** Whatever the command thinks of the work, it has answered; only where it could not, asking has failed. */
function understood(stdout: string, stderr: string): ToolAnswer {
  try {
    const value: unknown = JSON.parse(stdout);
    const isRefusal = typeof value === 'object' && value !== null && 'error' in value && 'exitCode' in value;
    return { failed: isRefusal, value };
  } catch {
    return { failed: true, value: stderr.trim() || 'no answer' };
  }
}
