import type { Call } from '../../project/call.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { type Interrupts, interrupts } from '../../project/interrupts.ts';

/** Ctrl-C once ends it when the change in hand is reviewed: its answer is paid for, so it is kept. Twice, or SIGTERM, ends it now. */
export type BetweenChanges = {
  /** Null: nobody wants it to end. */
  stop(): ExitCode | null;
  /** For the review in hand: it hears of what ends it at once, and of nothing else. */
  readonly inner: Interrupts;
  close(): void;
};

export function betweenChanges({ io }: Pick<Call, 'io'>): BetweenChanges {
  const heard = interrupts(() => io.say(wordsFor(heard.signal())));
  return {
    stop: () => (heard.drain.aborted ? codeFor(heard.signal()) : null),
    inner: innerOf(heard),
    close: () => heard.close(),
  };
}

export function innerOf(heard: Interrupts): Interrupts {
  const { kill } = heard;
  return {
    drain: kill,
    kill,
    signal: () => (kill.aborted ? heard.signal() : undefined),
    close: () => undefined,
  };
}

function wordsFor(signal: 'SIGINT' | 'SIGTERM' | undefined): string {
  return signal === 'SIGTERM'
    ? 'Terminated: run the same command again; it starts with the current change.'
    : 'Stopping after this change; the same command continues. Ctrl-C again stops now; this change is then reviewed and paid for again.';
}

function codeFor(signal: 'SIGINT' | 'SIGTERM' | undefined): ExitCode {
  return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
}
