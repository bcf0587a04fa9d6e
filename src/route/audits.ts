import type { Draft } from '../model/events.ts';
import { jobAt } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { routeTo } from './moves.ts';
import type { Policy } from './policy.ts';

/** Audits begin when every ticket of their scope has come to its end; the run's comes after all others. */
export function decideAudits(state: State, policy: Policy): readonly Draft[] | undefined {
  if (state.halted) return undefined;
  const firstAudit = state.plan.tickets.length + 1;
  for (let scope = 0; scope < state.scopes.length; scope++) {
    const job = jobAt(state, firstAudit + scope);
    const last = scope === state.scopes.length - 1;
    if (job.status !== 'pending') {
      if (!last && job.audit?.phase !== 'over') return undefined;
      continue;
    }
    if (state.scopes[scope]?.unsettled === 0) return [begin(state, job, last, policy)];
    if (last) return undefined;
  }
  return undefined;
}

function begin(state: State, job: Job, last: boolean, policy: Policy): Draft {
  const scope = state.scopes[last ? state.scopes.length - 1 : (job.audit?.scope ?? 0)];
  if (!(last ? policy.endOfRun : policy.perMilestone) || policy.auditors === 0)
    return end(job, 'off', 'switched off');
  if (scope?.landed === 0) return end(job, 'skipped', 'nothing of it has landed');
  return routeTo(job, 'survey');
}

function end(job: Job, outcome: 'off' | 'skipped', because: string): Draft {
  return { type: 'audit_ended', v: 1, ticket: job.id, outcome, because };
}
