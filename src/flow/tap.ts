import type { AssignmentEvent } from '../model/events.ts';
import { addUsage, isNothing, tokensOf } from '../model/usage.ts';
import type { Usage } from '../model/usage.ts';
import type { AgentEnd } from '../ports/agents.ts';
import type { Cast, Site } from './site.ts';

/** One call's line to the meter. */
export type Tap = {
  readonly mayGoOn: (used: Usage) => boolean;
  /** The last word: how it ended and what it used in all. */
  close(end: AgentEnd): Promise<Pick<AgentEnd, 'stop' | 'usage'>>;
};

/**
 * What was used is kept as it is told: a coordinator that is killed starts the same run again, and what the first one
 * cost is not forgotten.
 */
export async function openTap(
  site: Site,
  assignment: AssignmentEvent,
  settings: Cast['settings'],
): Promise<Tap> {
  const { records, meter } = site;
  const before = ((await records.get(assignment.run, 'metered')) as Usage | undefined) ?? null;
  meter.tell(assignment, settings, before);
  let used = before;
  let isShut = false;
  let kept: Promise<void> = Promise.resolve();
  const hear = (now: Usage): void => {
    if (isNothing(now)) return;
    const sum = before === null ? now : addUsage(before, now);
    // A meter does not run backwards, whatever the last word leaves out.
    if (used !== null && tokensOf(sum) < tokensOf(used)) return;
    used = sum;
    meter.tell(assignment, settings, used);
    kept = kept.then(() => records.put(assignment.run, 'metered', sum));
  };
  return {
    mayGoOn(now) {
      hear(now);
      isShut = !meter.reachesFor(assignment);
      return !isShut;
    },
    async close({ stop, usage }) {
      if (usage !== null) hear(usage);
      await kept;
      // An agent may have caps of its own; they are not our budget.
      const own = stop.kind === 'budget' && !isShut ? ({ ...stop, kind: 'cap' } as const) : stop;
      return { stop: own, usage: used ?? usage };
    },
  };
}
