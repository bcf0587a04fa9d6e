import { readFindingMemory, writeFindingMemory } from '../../journal/index.ts';
import type { Event } from '../../model/events.ts';
import type { Feedback } from '../../model/feedback.ts';
import type { Lesson } from '../../model/lesson.ts';
import type { Records } from '../../ports/records.ts';
import { accept, lessonsIn } from '../../review/index.ts';

/** What a run teaches, and what it is taught: kinds of findings that were mended (BEYOND-05). */
export type RunLessons = {
  /** What the next developer is told. */
  told(): readonly Lesson[];
  /** Told of everything that happens. */
  onEvent(event: Event): void;
  /** Everything that was learnt is written down. */
  settled(): Promise<void>;
};

type Learning = {
  readonly state: string;
  readonly records: Pick<Records, 'get'>;
  /** What happened before, where a run goes on. */
  readonly before: Iterable<Event>;
  readonly isOn: boolean;
};

const nothing: RunLessons = { told: () => [], onEvent: () => undefined, settled: () => Promise.resolve() };

/** With `learning: false` nothing is told and nothing is kept. */
export function runLessons({ state, records, before, isOn }: Learning): RunLessons {
  if (!isOn) return nothing;
  const failed = new Map<string, number[]>();
  let writing: Promise<void> = Promise.resolve();
  const fold = (event: Event): void => {
    if (event.type !== 'critic_fail' && event.type !== 'auditor_fail' && event.type !== 'validation_failed')
      return;
    failed.set(event.ticket, [...(failed.get(event.ticket) ?? []), event.run]);
  };
  for (const event of before) fold(event);
  return {
    told: () => {
      try {
        return lessonsIn(readFindingMemory(state));
      } catch {
        // A damaged memory is said by `gauntlet review` and `gauntlet lessons`; it must not end a run.
        return [];
      }
    },
    onEvent(event) {
      fold(event);
      const runs = event.type === 'task_complete' ? failed.get(event.ticket) : undefined;
      if (event.type !== 'task_complete' || runs === undefined) return;
      failed.delete(event.ticket);
      const { ticket, at } = event;
      writing = writing.then(() => learn({ state, records }, { ticket, at, runs })).catch(() => undefined);
    },
    settled: () => writing,
  };
}

type Mended = { readonly ticket: string; readonly at: number; readonly runs: readonly number[] };

async function learn(
  { state, records }: Pick<Learning, 'state' | 'records'>,
  { ticket, at, runs }: Mended,
): Promise<void> {
  const parts = await Promise.all(runs.map((run) => records.get(run, 'feedback')));
  const findings = parts.flatMap((part) => (part as Feedback | undefined)?.findings ?? []);
  if (findings.length === 0) return;
  const memory = readFindingMemory(state);
  const learnt = accept(memory, { findings, origin: `ticket ${ticket}`, at });
  if (learnt !== memory) await writeFindingMemory(state, learnt);
}
