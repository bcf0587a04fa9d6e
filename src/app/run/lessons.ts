import { readFindingMemory, tidyFindingMemory, writeFindingMemory, inTurns } from '../../journal/index.ts';
import type { Event } from '../../model/events.ts';
import type { Lesson } from '../../model/finding-memory.ts';
import type { RunRecords } from '../../run/index.ts';
import { accept, lessonsIn, taughtBy } from '../../review/index.ts';

/** What a run teaches, and what it is taught: kinds of findings that were fixed (BEYOND-05). */
export type RunLessons = {
  /** What the next developer is told. */
  told(): readonly Lesson[];
  /** What one is told who is sent by the last of these events, which are about to be recorded together. */
  toldAfter(events: readonly Event[]): Promise<readonly Lesson[]>;
  /** Told of everything that happens. */
  onEvent(event: Event): void;
  /** Everything that was learnt is written down. */
  settled(): Promise<void>;
};

type Learning = {
  readonly state: string;
  readonly records: Pick<RunRecords, 'get'>;
  /** What happened before, where a run goes on. */
  readonly before: Iterable<Event>;
  readonly isOn: boolean;
};

const nothing: RunLessons = {
  told: () => [],
  toldAfter: () => Promise.resolve([]),
  onEvent: () => undefined,
  settled: () => Promise.resolve(),
};

/** With `learning: false` nothing is told and nothing is kept. */
export async function runLessons({ state, records, before, isOn }: Learning): Promise<RunLessons> {
  if (!isOn) return nothing;
  tidyFindingMemory(state);
  const failed = new Map<string, number[]>();
  let writing: Promise<void> = Promise.resolve();
  const fold = (event: Event): void => {
    if (event.type !== 'critic_fail' && event.type !== 'auditor_fail' && event.type !== 'validation_failed')
      return;
    failed.set(event.ticket, [...(failed.get(event.ticket) ?? []), event.run]);
  };
  for await (const part of inTurns(before)) part.forEach(fold);
  const fixedBy = (event: Event): FixedTicket | undefined => {
    if (event.type !== 'task_complete') return undefined;
    const runs = failed.get(event.ticket);
    return runs === undefined ? undefined : { ticket: event.ticket, at: event.at, runs };
  };
  return {
    told: () => orNone(() => lessonsIn(readFindingMemory(state))),
    async toldAfter(events) {
      await writing;
      const fixed = events.flatMap((event) => fixedBy(event) ?? []);
      const found = await Promise.all(fixed.map((each) => findingsOf(records, each)));
      return orNone(() =>
        lessonsIn(
          fixed.reduce(
            (memory, each, nth) => learnt(memory, each, found[nth] ?? []),
            readFindingMemory(state),
          ),
        ),
      );
    },
    onEvent(event) {
      fold(event);
      const fixed = fixedBy(event);
      if (fixed === undefined) return;
      failed.delete(fixed.ticket);
      writing = writing.then(() => learn({ state, records }, fixed)).catch(() => undefined);
    },
    settled: () => writing,
  };
}

/** A damaged memory is said by `gauntlet review` and `gauntlet lessons`; it must not end a run. */
function orNone(lessons: () => readonly Lesson[]): readonly Lesson[] {
  try {
    return lessons();
  } catch {
    return [];
  }
}

type FixedTicket = { readonly ticket: string; readonly at: number; readonly runs: readonly number[] };

type Findings = ReturnType<typeof taughtBy>;
type FindingMemory = ReturnType<typeof readFindingMemory>;

async function findingsOf(records: Learning['records'], { ticket, runs }: FixedTicket): Promise<Findings> {
  const parts = await Promise.all(runs.map((run) => records.get(run, 'feedback')));
  return parts.flatMap((part) => (part === undefined ? [] : taughtBy(part, ticket)));
}

function learnt(memory: FindingMemory, { ticket, at }: FixedTicket, findings: Findings): FindingMemory {
  return findings.length === 0 ? memory : accept(memory, { findings, origin: `ticket ${ticket}`, at });
}

async function learn(
  { state, records }: Pick<Learning, 'state' | 'records'>,
  fixed: FixedTicket,
): Promise<void> {
  const findings = await findingsOf(records, fixed);
  const memory = readFindingMemory(state);
  const after = learnt(memory, fixed, findings);
  if (after !== memory) await writeFindingMemory(state, after);
}
