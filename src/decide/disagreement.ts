import type { Disagreement, Draft, ResultEvent } from '../model/events.ts';
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
  const because = outcome !== null && 'because' in outcome ? (outcome.because ?? '').slice(0, 400) : '';
  return [
    { type: 'judges_disagreed', v: 1, ticket: job.id, commit: job.commit, kind, critics: passedBy, because },
  ];
}

/** An audit fails by the auditor's verdict, or by work that fails when the coordinator checks the verdict. */
function kindOf(outcome: ResultEvent | null): Disagreement | undefined {
  if (outcome?.type === 'auditor_fail') return outcome.wanting ?? 'criteria';
  const isWorkRefuted = outcome?.type === 'claim_refuted' && outcome.fault === 'work';
  return isWorkRefuted && outcome.claim === 'audit_pass' ? 'criteria' : undefined;
}
