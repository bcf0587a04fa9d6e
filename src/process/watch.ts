import type { Program, ProgramEnd } from '../ports/processes.ts';
import type { Clock } from '../ports/surroundings.ts';

type Watched = {
  readonly program: Pick<Program, 'timeout' | 'stall'>;
  readonly clock: Clock;
  readonly cancel: AbortSignal | undefined;
};

export type Watch = {
  /** It said something. */
  readonly heard: () => void;
  /** Why it has to end, once it has to. */
  reason(): ProgramEnd['how'] | undefined;
  stop(): void;
};

/** Calls `give up` once, when the time is over, nothing was heard for too long, or the run is cancelled. */
export function watch({ program, clock, cancel }: Watched, giveUp: () => void): Watch {
  let reason: ProgramEnd['how'] | undefined;
  let lastHeard = clock.now();
  const over = (kind: 'timeout' | 'stall' | 'cancelled'): void => {
    if (reason !== undefined) return;
    reason = { kind };
    stop();
    giveUp();
  };
  const cancelled = (): void => over('cancelled');
  const offDeadline = clock.wake(clock.now() + program.timeout, () => over('timeout'));
  let offStall: () => void = () => undefined;
  const listen = (stall: number): void => {
    offStall = clock.wake(lastHeard + stall, () => {
      if (clock.now() - lastHeard >= stall) over('stall');
      else listen(stall);
    });
  };
  if (program.stall !== null) listen(program.stall);
  cancel?.addEventListener('abort', cancelled, { once: true });

  function stop(): void {
    offDeadline();
    offStall();
    cancel?.removeEventListener('abort', cancelled);
  }

  return { heard: () => void (lastHeard = clock.now()), reason: () => reason, stop };
}
