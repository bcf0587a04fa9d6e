import type { Disagreement } from '../model/disagreement.ts';
import type { Draft, ResultEvent } from '../model/events.ts';
import type { Job } from '../state/index.ts';
import { isAbout } from './fail.ts';

/**
 * An audit that fails what critics have passed is a disagreement of judges (FLOW-14): recorded with its kind beside
 * whatever follows from it for the ticket, because it says something about those critics too.
 */
export function disagreement(job: Job, outcome: ResultEvent | null): readonly Draft[] {
  const kind = kindOf(outcome);
  const { reviewed, passedBy } = job.evidence;
  if (kind === undefined || job.commit === null || passedBy.length === 0 || !isAbout(job, reviewed))
    return [];
  const because = outcome !== null && 'because' in outcome ? outcome.because.slice(0, 400) : '';
  return [
    { type: 'judges_disagreed', v: 1, ticket: job.id, commit: job.commit, kind, critics: passedBy, because },
  ];
}

/** An audit fails by what the auditor says, or by what the coordinator finds when it checks what the auditor says. */
function kindOf(outcome: ResultEvent | null): Disagreement | undefined {
  if (outcome?.type === 'auditor_fail') return outcome.wanting ?? 'criteria';
  if (outcome?.type !== 'claim_refuted') return undefined;
  if (outcome.claim === 'audit_pass') return 'criteria';
  return outcome.claim === 'audit_blocked' ? 'environment' : undefined;
}
