import type { TakenWork } from './open-worker.ts';
import type { ResultDraft } from '../../ports/records.ts';

/** Where a worker carries out the assignments of one epic. */
export type WorkerHost = {
  carryOut(work: TakenWork, cancel: AbortSignal): Promise<ResultDraft | undefined>;
  /** Not any more where the journal cannot be followed from here. */
  isUsable(): boolean;
  close(): void;
};

/** The desks of a worker: one for each run of an epic, opened when there is work for it. */
export type Desks = {
  carryOut(work: TakenWork, cancel: AbortSignal): Promise<ResultDraft | undefined>;
  close(): Promise<void>;
};

type Kept = {
  readonly born: string;
  readonly opening: Promise<WorkerHost>;
  /** Undefined until it is open. */
  desk: WorkerHost | undefined;
  busy: number;
  idleSince: number;
  readonly whenIdle: Set<() => void>;
};

/** A desk nobody has sat at for this long is closed; there may be hundreds of epics in a worker's life. */
const IDLE_MS = 10 * 60_000;
const LOOK_MS = 60_000;

/**
 * A desk that cannot follow its journal any more, and one of an earlier run of an epic that was begun anew, are left when
 * nobody sits there any more, and another is opened in their place.
 */
export function desksOf(open: (work: TakenWork) => Promise<WorkerHost>): Desks {
  const all = new Map<string, Kept>();
  const leave = async (key: string, kept: Kept): Promise<void> => {
    if (all.get(key) === kept) all.delete(key);
    await kept.opening.then((desk) => desk.close()).catch(() => undefined);
  };
  /** Undefined: called off before there was a place. */
  const sitDown = async (
    work: TakenWork,
    off: Promise<void>,
    cancel: AbortSignal,
  ): Promise<Kept | undefined> => {
    const key = JSON.stringify([work.epic, work.told.hub, work.told.author]);
    for (;;) {
      if (cancel.aborted) return undefined;
      const found = all.get(key);
      if (found === undefined) return opened(work, key);
      if (found.born === work.born && found.desk?.isUsable() !== false) {
        found.busy += 1;
        return found;
      }
      await Promise.race([idle(found), off]);
      if (cancel.aborted) return undefined;
      if (all.get(key) === found) await leave(key, found);
    }
  };
  const opened = (work: TakenWork, key: string): Kept => {
    const made = keptOf(work, open(work));
    all.set(key, made);
    made.opening.then(
      (desk) => (made.desk = desk),
      () => {
        if (all.get(key) === made) all.delete(key);
      },
    );
    return made;
  };
  const timer = lookingFor(all, (key, kept) => void leave(key, kept));
  return {
    async carryOut(work, cancel) {
      const off = untilOff(cancel);
      const kept = await sitDown(work, off, cancel);
      if (kept === undefined) return undefined;
      try {
        // Opening one takes as long as its hub does: whoever is called off does not wait for it.
        const desk = await Promise.race([kept.opening, off]);
        return desk === undefined ? undefined : await desk.carryOut(work, cancel);
      } finally {
        kept.busy -= 1;
        kept.idleSince = performance.now();
        if (kept.busy === 0) for (const tell of kept.whenIdle) tell();
      }
    },
    async close() {
      clearInterval(timer);
      for (const [key, kept] of all) await leave(key, kept);
    },
  };
}

/** Tells of desks at which nobody has sat for long. */
function lookingFor(all: ReadonlyMap<string, Kept>, tell: (key: string, kept: Kept) => void): NodeJS.Timeout {
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [key, kept] of all) if (kept.busy === 0 && now - kept.idleSince > IDLE_MS) tell(key, kept);
  }, LOOK_MS);
  return timer.unref();
}

function untilOff(cancel: AbortSignal): Promise<void> {
  if (cancel.aborted) return Promise.resolve();
  return new Promise((resolve) => cancel.addEventListener('abort', () => resolve(), { once: true }));
}

function keptOf({ born }: TakenWork, opening: Promise<WorkerHost>): Kept {
  return { born, opening, desk: undefined, busy: 1, idleSince: 0, whenIdle: new Set() };
}

function idle(kept: Kept): Promise<void> {
  if (kept.busy === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const tell = (): void => {
      kept.whenIdle.delete(tell);
      resolve();
    };
    kept.whenIdle.add(tell);
  });
}
