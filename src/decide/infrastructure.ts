import type { Choice, Draft } from '../model/events.ts';
import { baselineOf, first, has, jobAt } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { broken, doubtReason } from './fail.ts';
import { routeTo } from './moves.ts';
import type { Policy } from './policy.ts';

/** Measure the base first; fix what is broken before anybody works on it; then let the stranded go on (REMEDY-01). */
export function decideInfrastructure(state: State, policy: Policy): readonly Draft[] | undefined {
  if (state.halted !== null) return undefined;
  const { blocked, remediation } = state.infrastructure;
  if (blocked && remediation === -1) {
    return openRemediation(state);
  }
  if (blocked && jobAt(state, remediation).status === 'completed') {
    const attempts = jobAt(state, remediation).attempt + 1;
    return [{ type: 'infrastructure_restored', v: 1, attempts, by: 'remediation' }];
  }
  if (blocked) return strandOthers(state, policy);
  return goOn(state) ?? measureBase(state);
}

/** Opens a remediation. In doubt whether an agent can repair it, a person is asked before one is sent (REAL-03). */
function openRemediation({ remediations, infrastructure: { doubt } }: State): readonly Draft[] {
  const job = `remediation:${remediations + 1}`;
  const opened: Draft = { type: 'remediation_opened', v: 1, ticket: job };
  if (doubt === null) return [opened];
  const reason = doubtReason(doubt);
  const options: Choice[] = ['retry', 'repair', 'override', 'halt'];
  const { because } = doubt;
  return [opened, { type: 'ticket_escalated', v: 1, ticket: job, kind: null, reason, options, because }];
}

/** Whoever is about to land, or waits to be believed about what is known by now, waits for the repair. */
function strandOthers(state: State, policy: Policy): readonly Draft[] | undefined {
  const because = 'checks cannot pass at base';
  const claimant = first(state.claimants);
  if (claimant !== undefined) return [broken(jobAt(state, claimant), { because }, policy)];
  // Candidates on a guess lose nothing: they are merged anew once theirs has gone.
  const link = state.chain.links.find(({ job, on }) => on === -1 && isHeldUp(state, jobAt(state, job)));
  return link === undefined ? undefined : [broken(jobAt(state, link.job), { because }, policy)];
}

function isHeldUp({ waiting }: State, { index, kind, candidate, seats }: Job): boolean {
  const isAtWork = seats.some(({ state }) => state === 'running');
  return kind !== 'remediation' && candidate !== null && !isAtWork && has(waiting.lander, index);
}

/** What waited goes back to the stage it left. */
function goOn(state: State): readonly Draft[] | undefined {
  const index = first(state.stranded);
  if (index === undefined) return undefined;
  const job = jobAt(state, index);
  const claim = job.stage === 'confirm' && job.claim !== null ? { claim: job.claim } : {};
  return [routeTo(job, job.stage ?? 'develop', { because: 'infrastructure restored', ...claim })];
}

function measureBase(state: State): readonly Draft[] | undefined {
  const baseline = baselineOf(state);
  return baseline?.status === 'pending' ? [routeTo(baseline, 'baseline')] : undefined;
}
