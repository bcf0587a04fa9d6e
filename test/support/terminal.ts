import { PassThrough } from 'node:stream';

import type { Ticks } from '../../src/cli/terminal/block-screen.ts';
import type { Io } from '../../src/cli/io.ts';

type Terminal = { io: Io; written: string[]; size: { columns: number; rows: number } };

/** A terminal, or a pipe, that remembers what was written to it. */
export function terminal(tty: boolean, env: Record<string, string> = { TERM: 'xterm' }): Terminal {
  const written: string[] = [];
  const size = { columns: 60, rows: 24 };
  const silent = { isTty: () => false, write: () => undefined };
  const stderr = { isTty: () => tty, write: (text: string) => void written.push(text), size: () => size };
  return { io: { cwd: '/', env, stdin: () => new PassThrough(), stdout: silent, stderr }, written, size };
}

/** A clock that a test turns by hand. */
export function handTurned(): Ticks & { turn(ms: number): void; waiting(): number } {
  let now = 0;
  let timers: { at: number; call: () => void }[] = [];
  return {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    turn(ms) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = next.at;
        timers = timers.filter((each) => each !== next);
        next.call();
      }
      now = end;
    },
    waiting: () => timers.length,
  };
}
