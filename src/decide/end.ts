import type { Draft, RunStatus } from '../model/events.ts';
import { each, jobAt, tipChecksIn } from '../state/index.ts';
import type { State } from '../state/index.ts';
import type { Policy } from './policy.ts';
import { decideStart, isOutOfBudget } from './start.ts';

/** Nothing runs and nothing can start: the run is over, unless a person may still answer. */
export function decideEnd(state: State, policy: Policy): readonly Draft[] | undefined {
  if (state.running > 0) return undefined;
  if (isHeldBack(state, policy)) return undefined;
  const asked = state.asking.size > 0;
  if (asked && policy.waitForPeople) return undefined;
  const status = asked
    ? 'escalated'
    : state.halted !== null
      ? 'partial'
      : isOutOfBudget(state, policy)
        ? 'limit'
        : verdict(state);
  if (status === 'completed' && state.unproved.length > 0) return [lastLook(state)];
  return [{ type: 'run_ended', v: 1, status, because: because(state, status) }];
}

/** PASSED is said of a tip on which every check has run (EVID-07): those that changes spared run now. */
function lastLook(state: State): Draft {
  const job = `tip:${tipChecksIn(state).length + 1}`;
  return { type: 'tip_check_opened', v: 1, ticket: job, checks: state.unproved };
}

/** Paused with work that could start: the run waits for the person who paused it, however long that takes. */
function isHeldBack(state: State, policy: Policy): boolean {
  if (state.paused === null || state.halted !== null) return false;
  return decideStart({ ...state, paused: null }, policy) !== undefined;
}

function verdict(state: State): RunStatus {
  const run = state.scopes.at(-1);
  const tickets = state.plan.tickets.length;
  if (run === undefined || (run.landed === 0 && tickets > 0)) return 'failed';
  const everything = Array.from({ length: state.scopes.length }, (_, scope) =>
    jobAt(state, tickets + 1 + scope),
  );
  const audited = everything.every((audit) => audit.status === 'completed');
  return run.landed >= tickets && run.unsettled === 0 && audited ? 'completed' : 'partial';
}

function because(state: State, status: RunStatus): string {
  const asking = state.asking.size;
  const fixes = [...each(state.jobs)].filter(
    ({ kind, status: own }) => kind === 'fix' && own === 'completed',
  );
  const landed = (state.scopes.at(-1)?.landed ?? 0) + fixes.length;
  if (status === 'escalated') return asking === 1 ? '1 decision is needed' : `${asking} decisions are needed`;
  if (status === 'limit') return 'the remaining budget is too small for the waiting work';
  return `${landed} ${landed === 1 ? 'change' : 'changes'} landed, ${state.failed} failed`;
}
