import type { Event } from '../../src/model/events.ts';

/** A commit of the epic branch as git has it. */
type Landed = {
  readonly commit: string;
  readonly parent: string;
  readonly tree: string;
  readonly ticket: string;
};

type Git = (...args: readonly string[]) => string;

/** The commits of the epic branch, the oldest first. */
export function landedOn(git: Git, range: string): readonly Landed[] {
  const format = '--format=%H %T %P %(trailers:key=Ticket,valueonly,separator=%x2C)';
  const lines = git('log', '--first-parent', '--reverse', format, range).split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [commit = '', tree = '', parent = '', ...rest] = line.split(' ');
      return { commit, tree, parent, ticket: rest.at(-1) ?? '' };
    });
}

/**
 * Commits of the branch that nothing proves: no green gate ran on exactly that tree for that ticket, compared with its first
 * parent, and no validation of the very tree. Read from git and from the journal, not from what the coordinator says.
 */
export function unprovedOn(landed: readonly Landed[], events: readonly Event[]): readonly string[] {
  const gates = new Map(
    events.flatMap((event) => (event.type === 'landing_gate_started' ? [[event.run, event] as const] : [])),
  );
  const passed = events.flatMap((event) => {
    const gate = event.type === 'landing_gate_passed' ? gates.get(event.run) : undefined;
    return event.type === 'landing_gate_passed' && gate !== undefined ? [{ gate, tree: event.tree }] : [];
  });
  const validated = events.flatMap((event) =>
    event.type === 'validation_passed' ? [`${event.ticket} ${event.tree}`] : [],
  );
  return landed.flatMap(({ commit, parent, tree, ticket }) => {
    const own = passed.find(({ gate }) => gate.commit === commit);
    if (own !== undefined) {
      const isExact = own.tree === tree && (own.gate.onto ?? parent) === parent;
      return isExact ? [] : [`${commit} of ${ticket} was gated as another tree or against another parent`];
    }
    const isKept = passed.some(({ gate, tree: gated }) => gate.ticket === ticket && gated === tree);
    return isKept || validated.includes(`${ticket} ${tree}`) ? [] : [`nothing proves ${commit} of ${ticket}`];
  });
}

/** Candidates that came to more than one verdict, and tickets that landed more than once. */
export function doneTwice(events: readonly Event[]): readonly string[] {
  const gates = new Map(
    events.flatMap((event) => (event.type === 'landing_gate_started' ? [[event.run, event] as const] : [])),
  );
  const done = events.flatMap((event) => {
    if (event.type === 'task_complete') return [`landing of ${event.ticket}`];
    const isVerdict =
      event.type === 'landing_gate_passed' || (event.type === 'landing_gate_failed' && event.once !== true);
    return isVerdict ? [`gate of ${gates.get(event.run)?.commit}`] : [];
  });
  return [...new Set(done.filter((each, nth) => done.indexOf(each) !== nth))];
}
