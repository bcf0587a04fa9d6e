import type { AssignmentEvent } from '../../model/events.ts';
import { addUsage, furthest, isNothing, soundUsage } from '../../model/usage.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { AgentPart, StageContext } from '../stage-context.ts';

/** One call's line to the meter. */
export type Tap = {
  readonly mayGoOn: AgentCall['mayGoOn'];
  /** The last word: how it ended and what it used in all. */
  close(end: AgentEnd): Promise<Pick<AgentEnd, 'stop' | 'usage'>>;
};

/**
 * What was used is kept as it is told: a coordinator that is killed starts the same run again, and what the first one
 * cost is not forgotten.
 */
export async function openTap(
  context: StageContext,
  assignment: AssignmentEvent,
  settings: AgentPart['settings'],
): Promise<Tap> {
  const { records, meter } = context;
  const before = (await records.get(assignment.run, 'metered')) ?? null;
  meter.tell(assignment, settings, before);
  let used = before;
  let isShut = false;
  const keep = keeper((usage) => records.put(assignment.run, 'metered', usage));
  const note = (said: Usage, model: string | null): void => {
    const now = soundUsage(said);
    if (now === null || isNothing(now)) return;
    const sum = before === null ? now : addUsage(before, now);
    const most = used === null ? sum : furthest(used, sum);
    used = most;
    meter.tell(assignment, model === null ? settings : { ...settings, model }, most);
    keep.take(most);
  };
  return {
    mayGoOn(now, model = null) {
      note(now, model);
      isShut = !meter.reachesFor(assignment);
      return !isShut;
    },
    async close({ stop, usage, by }) {
      if (usage !== null) note(usage, by?.model ?? null);
      await keep.done();
      // An agent may have caps of its own; they are not our budget.
      const own = stop.kind === 'budget' && !isShut ? ({ ...stop, kind: 'cap' } as const) : stop;
      return { stop: own, usage: used ?? (usage === null ? null : soundUsage(usage)) };
    },
  };
}

/** Writes the latest of what it is told, one at a time: a flood of readings is one write and one to come. */
function keeper(write: (usage: Usage) => Promise<void>): {
  take(usage: Usage): void;
  /** Resolves when the last one is written, and rejects if one could not be. */
  done(): Promise<void>;
} {
  let waiting: Usage | null = null;
  let writing: Promise<void> | undefined;
  const drain = async (): Promise<void> => {
    for (let next = waiting; next !== null; next = waiting) {
      waiting = null;
      await write(next);
    }
    writing = undefined;
  };
  return {
    take(usage) {
      waiting = usage;
      if (writing !== undefined) return;
      writing = drain();
      // Whoever asks whether it is done hears of it; nobody else has to.
      writing.catch(() => undefined);
    },
    done: () => writing ?? Promise.resolve(),
  };
}
