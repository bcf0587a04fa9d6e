import type { Caller } from '../project/call.ts';
import { askYesNo } from './terminal/ask-yes-no.ts';
import type { Io } from './io.ts';
import { clean } from './say-error.ts';

/** Who asks on a command line: words go to stderr, questions to the person at the terminal. */
export function callerOf(io: Io, json: boolean): Io & Caller {
  return {
    ...io,
    say: (line) => io.stderr.write(clean(line)),
    ask: (question) => askYesNo(question, io),
    isWatched: () => io.stderr.isTty(),
    mayAsk: () => !json && io.stderr.isTty() && process.stdin.isTTY,
  };
}
