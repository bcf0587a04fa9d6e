import { checkResult } from '../../journal/index.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { soundUsage, tokensOf } from '../../model/usage.ts';
import type { Spend, Usage } from '../../model/usage.ts';
import { jsonAs } from '../../schema/json-in.ts';
import { decimal, nullable, openMapOf, optional } from '../../schema/shape.ts';
import type { ResultDraft } from '../../ports/records.ts';

/** What is no result of this very run counts for nothing; a worker that answers nothing must not leave it waiting for ever. */
export function answerOf(result: string | null, assignment: AssignmentEvent): ResultDraft {
  try {
    const draft = checkResult(JSON.parse(result ?? 'null'), 'BUG');
    if (draft.run === assignment.run && draft.ticket === assignment.ticket) return draft;
  } catch {
    // Said below.
  }
  return failed(assignment, 'void', 'the answer of the worker does not belong to this run');
}

/**
 * A dead worker is a stalled run: the next try goes to another one (BEYOND-08). It is charged what it had said by then,
 * and its estimate at least.
 */
export function lost(assignment: AssignmentEvent, metered: string | null): ResultDraft {
  const stalled = failed(assignment, 'stall', 'lost contact with the machine of the worker');
  const meter = {
    usd: 'estimated',
    tokens: 'estimated',
    tokensIn: null,
    tokensOut: null,
    model: null,
  } as const;
  const used = atLeast(assignment.reserved, usageIn(metered));
  return used.usd > 0 || used.tokens > 0 ? { ...stalled, used, meter } : stalled;
}

/** Dollars that were not said are as dear as in the estimate. */
function atLeast(estimate: Spend, said: Usage | null): Spend {
  if (said === null) return estimate;
  const tokens = tokensOf(said);
  const each = estimate.tokens > 0 ? estimate.usd / estimate.tokens : 0;
  return {
    usd: Math.max(estimate.usd, said.usd ?? tokens * each),
    tokens: Math.max(estimate.tokens, tokens),
  };
}

/** Called off before a worker had it: it cost nothing. */
export function neverBegun(assignment: AssignmentEvent): ResultDraft {
  return failed(assignment, 'stall', 'cancelled before a worker started it');
}

const meteredUsage = openMapOf({
  tokensIn: decimal(),
  tokensOut: decimal(),
  tokensCached: optional(decimal()),
  usd: nullable(decimal()),
});

function usageIn(metered: string | null): Usage | null {
  const usage = jsonAs(meteredUsage, metered ?? undefined);
  return usage === undefined ? null : soundUsage({ ...usage, tokensCached: usage.tokensCached ?? 0 });
}

function failed({ ticket, run }: AssignmentEvent, trouble: 'stall' | 'void', because: string): ResultDraft {
  return { type: 'agent_failed', v: 1, ticket, run, used: { usd: 0, tokens: 0 }, trouble, because };
}
