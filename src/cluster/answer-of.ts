import { checkResult } from '../journal/index.ts';
import type { AssignmentEvent } from '../model/events.ts';
import { promisedTo } from '../model/usage.ts';
import type { ResultDraft } from '../ports/records.ts';

/** What is no result of this very run counts for nothing; a worker that answers nothing must not leave it waiting for ever. */
export function answerOf(result: string | null, assignment: AssignmentEvent): ResultDraft {
  try {
    const draft = checkResult(JSON.parse(result ?? 'null'), 'BUG');
    if (draft.run === assignment.run && draft.ticket === assignment.ticket) return draft;
  } catch {
    // Said below.
  }
  return failed(assignment, 'void', 'what its worker answered is no result of this run');
}

/** A dead worker is a stalled run: the next try goes to another one (BEYOND-08). */
export function lost(assignment: AssignmentEvent): ResultDraft {
  const stalled = failed(assignment, 'stall', 'the machine it ran on was not heard of any more');
  // Nobody knows what it has cost by then: at most what was set aside for it.
  const meter = {
    usd: 'estimated',
    tokens: 'estimated',
    tokensIn: null,
    tokensOut: null,
    model: null,
  } as const;
  const used = promisedTo(assignment);
  return used.usd > 0 ? { ...stalled, used, meter } : stalled;
}

function failed({ ticket, run }: AssignmentEvent, trouble: 'stall' | 'void', because: string): ResultDraft {
  return { type: 'agent_failed', v: 1, ticket, run, used: { usd: 0, tokens: 0 }, trouble, because };
}
