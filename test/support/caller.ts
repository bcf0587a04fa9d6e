import { Readable } from 'node:stream';

import type { Caller } from '../../src/project/call.ts';

/** Somebody who cannot be asked, and remembers what was said. */
export function silentCaller(
  env: Readonly<Record<string, string>> = {},
  cwd = '.',
): Caller & { said: string[] } {
  const said: string[] = [];
  return {
    cwd,
    env,
    said,
    stdin: () => Readable.from([]),
    say: (line) => void said.push(line),
    ask: () => Promise.resolve(false),
    isWatched: () => false,
    mayAsk: () => false,
  };
}
