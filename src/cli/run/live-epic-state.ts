import { writeEpicState } from '../../formats/index.ts';
import type { ReviewSaid } from '../../model/review-said.ts';
import type { JournalReader } from '../../ports/journal.ts';
import type { Records } from '../../ports/records.ts';
import { epicStateOf, growingChronicle, type ReviewRecord, reviewRecordOf } from '../../report/index.ts';
import type { State } from '../../state/index.ts';

/** Transitions of one moment are written once. */
const PAUSE_MS = 40;
/** Of a large epic the file takes long to write: it may take this share of the time at most. */
const MOST_SHARE = 0.1;

export type LiveEpicState = {
  onTransition(state: State): void;
  /** Writes the file as the run is now. */
  settle(state: State): Promise<void>;
};

type What = {
  readonly journal: Pick<JournalReader, 'read'>;
  readonly records: Pick<Records, 'get'>;
  readonly put: (text: string) => void;
};

/** Writes `epic-state.json` at every transition of a run (EPIC-09, FOUND-03). */
export function liveEpicState({ journal, records, put }: What): LiveEpicState {
  const history = growingChronicle();
  const reviews = new Map<number, ReviewRecord>();
  let read = 0;
  let latest: State | undefined;
  let timer: NodeJS.Timeout | undefined;
  let tookMs = 0;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    if (latest === undefined) return;
    const began = performance.now();
    for (const event of journal.read(read)) {
      read = event.seq;
      history.add(event);
      if (event.type !== 'critic_pass' && event.type !== 'critic_fail') continue;
      const said = (await records.get(event.run, 'review')) as ReviewSaid | undefined;
      if (said !== undefined) reviews.set(event.run, reviewRecordOf(said, event));
    }
    put(writeEpicState(epicStateOf(latest, history.chronicle(), (run) => reviews.get(run))));
    tookMs = performance.now() - began;
  };
  const inOrder = (): Promise<void> => {
    // A copy that cannot be written (a full disk, a read-only checkout) must not end a run.
    writing = writing.then(write).catch(() => undefined);
    return writing;
  };
  return {
    onTransition(state) {
      latest = state;
      if (timer !== undefined) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          void inOrder();
        },
        Math.max(PAUSE_MS, tookMs / MOST_SHARE),
      );
      timer.unref();
    },
    async settle(state) {
      clearTimeout(timer);
      latest = state;
      await inOrder();
    },
  };
}
