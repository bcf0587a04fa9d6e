import type { Event } from '../../model/events.ts';
import type { JournalReader } from '../../ports/journal.ts';
import type { RunRecords } from '../../run/index.ts';
import {
  epicStateOf,
  growingChronicle,
  type ReviewRecord,
  reviewRecordOf,
  writeEpicState,
} from '../../report/index.ts';
import { jobNamed, type State } from '../../state/index.ts';

/** Soon enough for whoever looks at the file, and late enough not to hold up the run. */
const PAUSE_MS = 40;
/** Of a large epic the file takes long to write: beyond the first second it may take this share of the time. */
const MOST_SHARE = 0.1;
const FIRST_MS = 1000;

/** One event and the state after it. */
type Step = { readonly event: Event; readonly after: State };

export type LiveEpicState = {
  onSteps(steps: readonly Step[]): void;
  /** Writes the file as the run is now. */
  settle(state: State): Promise<void>;
};

type What = {
  readonly journal: Pick<JournalReader, 'read'>;
  readonly records: Pick<RunRecords, 'get'>;
  readonly put: (text: string) => void;
};

/** Writes `epic-state.json` at every transition of a run, also where the next one follows at once (EPIC-09, FOUND-03). */
export function liveEpicState({ journal, records, put }: What): LiveEpicState {
  const known = growingEpicState(records);
  const pace = writingPace();
  let steps: Step[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = (state: State): void => pace.spend(() => put(known.text(state)));
  const catchUp = async (): Promise<void> => {
    const all = steps;
    steps = [];
    const last = all.at(-1);
    for (const event of journal.read(known.seq())) {
      if (event.seq >= (all[0]?.event.seq ?? Infinity)) break;
      await known.learn(event);
    }
    for (const step of all) {
      await known.learn(step.event);
      if (known.isTransition(step) && step !== last && pace.isFast()) write(step.after);
    }
    if (last !== undefined) write(last.after);
  };
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    // A copy that cannot be written (a full disk, a read-only checkout) must not end a run.
    writing = writing.then(work).catch(() => undefined);
    return writing;
  };
  return {
    onSteps(more) {
      steps.push(...more);
      timer ??= setTimeout(() => {
        timer = undefined;
        void inOrder(catchUp);
      }, pace.pauseMs()).unref();
    },
    async settle(state) {
      clearTimeout(timer);
      await inOrder(catchUp);
      await inOrder(async () => write(state));
    },
  };
}

/** What the file says, kept while events come. */
function growingEpicState(records: What['records']) {
  const history = growingChronicle();
  const reviews = new Map<number, ReviewRecord>();
  const statuses = new Map<string, string>();
  let seq = 0;
  return {
    seq: () => seq,
    async learn(event: Event): Promise<void> {
      seq = event.seq;
      history.add(event);
      if (event.type !== 'critic_pass' && event.type !== 'critic_fail') return;
      const said = await records.get(event.run, 'review');
      if (said !== undefined) reviews.set(event.run, reviewRecordOf(said, event));
    },
    isTransition({ event, after }: Step): boolean {
      if (!('ticket' in event)) return false;
      const { status = '' } = jobNamed(after, event.ticket) ?? {};
      const isNew = statuses.get(event.ticket) !== status;
      statuses.set(event.ticket, status);
      return isNew;
    },
    text: (state: State): string =>
      writeEpicState(epicStateOf(state, history.chronicle(), (run) => reviews.get(run))),
  };
}

/** How much of its time a run spends on the file. */
function writingPace() {
  const began = performance.now();
  let spentMs = 0;
  let tookMs = 0;
  const isFast = (): boolean => spentMs < FIRST_MS || spentMs < MOST_SHARE * (performance.now() - began);
  return {
    isFast,
    pauseMs: (): number => Math.max(PAUSE_MS, isFast() ? 0 : tookMs / MOST_SHARE),
    spend(work: () => void): void {
      const start = performance.now();
      work();
      tookMs = performance.now() - start;
      spentMs += tookMs;
    },
  };
}
