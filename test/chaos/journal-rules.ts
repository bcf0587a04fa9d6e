import { admitted } from '../../src/flow/index.ts';
import type { Event } from '../../src/model/events.ts';
import { each, initialState, jobNamed } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';

/** What a journal may never show, whatever was killed while it was written. Recounted here, not asked of the fold. */
export function breaches(events: readonly Event[]): readonly string[] {
  const found: string[] = [];
  const handedOut = new Map<number, string>();
  const answered = new Set<number>();
  const landed = new Map<string, number>();
  const passed = new Map<string, Set<string>>();
  let state: State = initialState;
  for (const event of events) {
    if (event.seq !== state.seq + 1) found.push(`event ${event.seq} follows ${state.seq}`);
    const before = state;
    try {
      state = admitted(state, event);
    } catch (error) {
      return [...found, `event ${event.seq} (${event.type}): ${String(error)}`];
    }
    if ('reserved' in event) {
      if (handedOut.has(event.run)) found.push(`run ${event.run} was handed out twice`);
      handedOut.set(event.run, event.ticket);
    } else if ('used' in event) {
      if (handedOut.get(event.run) !== event.ticket) found.push(`run ${event.run} was answered, not asked`);
      if (answered.has(event.run)) found.push(`run ${event.run} was answered twice`);
      answered.add(event.run);
      const proofs = passed.get(event.ticket) ?? new Set();
      passed.set(event.ticket, proofs.add(event.type));
    }
    if (event.type === 'task_complete') {
      landed.set(event.ticket, (landed.get(event.ticket) ?? 0) + 1);
      found.push(...unproved(before, event.ticket, event.tree, passed.get(event.ticket)));
    }
  }
  for (const [ticket, times] of landed) if (times > 1) found.push(`${ticket} landed ${times} times`);
  return [...found, ...unended(state)];
}

/** P1, P2: what landed is the very tree that the gate let through, and was judged. */
function unproved(
  before: State,
  ticket: string,
  tree: string,
  proofs: ReadonlySet<string> | undefined,
): readonly string[] {
  const candidate = jobNamed(before, ticket)?.candidate;
  const missing = ['validation_passed', 'critic_pass', 'auditor_pass', 'claim_confirmed'].filter(
    (type) => proofs?.has(type) !== true,
  );
  return [
    ...(candidate?.gated === true && candidate.tree === tree ? [] : [`${ticket} landed past the gate`]),
    ...missing.map((type) => `${ticket} landed without ${type}`),
  ];
}

/** P4: every ticket ends. */
function unended(state: State): readonly string[] {
  if (state.phase !== 'ended') return ['the run has not ended'];
  const open: string[] = [];
  for (const { id, kind, status } of each(state.jobs))
    if (kind === 'ticket' && !['completed', 'failed', 'escalated'].includes(status))
      open.push(`${id} is ${status} at the end`);
  return open;
}
