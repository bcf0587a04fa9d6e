import { duration } from '../../model/amounts.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';

type Stop = Extract<AgentEnd['stop'], { because: string } | { kind: 'cancelled' }>;

/** Who ends a call that does not end by itself: deadline, silence, too much, or somebody who called it off. */
export type RequestLimits = {
  readonly signal: AbortSignal;
  /** Why it was ended; undefined while it was not. */
  stopped(): Stop | undefined;
  /** So many bytes arrived: it is alive. Throws when they are too many. */
  readonly seen: (bytes: number) => void;
  /** Something else is being done meanwhile: silence of the model counts from its end. */
  during<T>(work: Promise<T>): Promise<T>;
  /** When nothing of that is under way any more: what was called off still has to end. */
  settled(): Promise<void>;
  /** Milliseconds until the deadline. */
  left(): number;
  close(): void;
};

/** More than this is not read from a provider in one call. */
export const MOST_BYTES = 20_000_000;

/** One timer cannot wait longer. */
const LONGEST = 2 ** 31 - 1;

export function watchRequestLimits(
  { timeout, stall }: Pick<AgentCall, 'timeout' | 'stall'>,
  cancel?: AbortSignal,
): RequestLimits {
  const controller = new AbortController();
  const began = performance.now();
  let stop: Stop | undefined;
  let bytes = 0;
  let silence: NodeJS.Timeout | undefined;
  const underWay = new Set<Promise<unknown>>();
  const end = (why: Stop): void => {
    stop ??= why;
    controller.abort();
  };
  const deadline = setTimeout(end, Math.min(timeout, LONGEST), {
    kind: 'timeout',
    because: `still running after ${duration(timeout)}`,
  });
  const listen = (): void => {
    clearTimeout(silence);
    if (stop === undefined)
      silence = setTimeout(end, Math.min(stall, LONGEST), {
        kind: 'stall',
        because: `no output for ${duration(stall)}`,
      });
  };
  const calledOff = (): void => end({ kind: 'cancelled' });
  if (cancel?.aborted === true) calledOff();
  cancel?.addEventListener('abort', calledOff, { once: true });
  listen();
  return {
    signal: controller.signal,
    stopped: () => stop,
    seen(more) {
      listen();
      bytes += more;
      if (bytes <= MOST_BYTES) return;
      end({ kind: 'cap', because: `more than ${MOST_BYTES / 1_000_000} MB of output` });
      throw new Error('too much output');
    },
    async during(work) {
      clearTimeout(silence);
      underWay.add(work);
      try {
        return await work;
      } finally {
        underWay.delete(work);
        listen();
      }
    },
    settled: () => allOver(underWay),
    left: () => Math.max(0, timeout - (performance.now() - began)),
    close() {
      clearTimeout(deadline);
      clearTimeout(silence);
      cancel?.removeEventListener('abort', calledOff);
      stop ??= { kind: 'cancelled' };
    },
  };
}

async function allOver(works: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (works.size > 0) await Promise.allSettled(works);
}
