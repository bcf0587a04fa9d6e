import type { Program, ProgramEnd } from '../ports/processes.ts';
import type { Clock } from '../ports/surroundings.ts';

type Watched = {
  readonly program: Pick<Program, 'timeout' | 'stall'>;
  readonly clock: Clock;
  readonly cancel: AbortSignal | undefined;
};

export type TimeLimits = {
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
