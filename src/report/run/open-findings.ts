import { type Finding, isOpen } from '../../model/finding.ts';
import type { JobReport, RunReport } from './run-report.ts';

/** Why a judge's claim that holds on to nothing does not count. */
export const SET_ASIDE = 'not counted: it could not be tied to the code';

export type StandingFinding = Finding & { readonly job: string };

/** Findings of the last attempt of every job, once each. Earlier attempts were sent back for theirs. */
export function standingFindings({ jobs }: Pick<RunReport, 'jobs'>): readonly StandingFinding[] {
  const known = new Map<string, StandingFinding>();
  for (const job of jobs)
    for (const finding of standing(job)) {
      // Several critics may report the same problem of the same line.
      const before = known.get(finding.fingerprint);
      if (before === undefined || !isOpen(before))
        known.set(finding.fingerprint, { ...finding, job: job.id });
    }
  return [...known.values()];
}

/** Said where nothing is open. */
export function noneOpenWords({ jobs }: Pick<RunReport, 'jobs'>): string {
  const found = jobs.reduce((sum, { findings }) => sum + findings.length, 0);
  return found === 0 ? 'None.' : `None open. Found and fixed on the way: ${found}.`;
}

/** A conflict sends a developer again within the same attempt: what was found before that no longer stands. */
function standing({ findings, attempts, acceptedBy, runs }: JobReport): readonly Finding[] {
  const lastWork = runs.findLast(({ stage }) => stage === 'develop')?.run ?? -1;
  const accepted = acceptedBy === null ? null : `accepted by ${acceptedBy}`;
  return findings
    .filter(({ attempt, run }) => attempt === attempts && run > lastWork)
    .map((finding) => ({
      ...finding,
      suppressed: finding.grounding === 'setAside' ? SET_ASIDE : accepted,
    }));
}
