import type { AssignmentEvent } from '../../model/events.ts';
import { parseRequirements } from '../../formats/index.ts';
import { convergenceReport, isConcerned, needsRecovery, spokenOf } from '../../audit/index.ts';
import { head, jobOf } from '../site.ts';
import type { Site, StageWork } from '../site.ts';
import { runSuites } from '../suites.ts';
import { candidateOf, earlierReport, requirementsOf, scopeOf, untouchedSince } from './audit-scope.ts';

/**
 * What is judged, and by whom: the commit that everybody looks at, how the project's suites come out there, who has to
 * look again after a round of fixes (TEAM-09), and how far the requirements are ticked (TEAM-24).
 */
export const survey: StageWork = async (site, assignment, cancel) => {
  const commit = await candidateOf(site, assignment);
  await runSuites(site, assignment, commit, cancel);
  if (cancel.aborted) return undefined;
  const again = await concerned(site, assignment, commit);
  const about = { ...head(assignment), type: 'survey_done', commit, again } as const;
  const text = await requirementsOf(site, scopeOf(site, assignment));
  if (text === undefined) return { ...about, recover: false, requirements: null };
  const { convergence } = site.inputs.config;
  const read = parseRequirements(text, convergence);
  const recover = needsRecovery(
    convergenceReport(assignment.ticket, read),
    {
      mode: 'milestones',
      retriesUsed: jobOf(site, assignment)?.audit?.recoveries ?? 0,
      retriesAllowed: site.plan.gating.reviewRecoveryRetries,
    },
    convergence,
  );
  await site.records.put(assignment.run, 'requirements', read);
  const { total, checked, reviewCycles } = read;
  return { ...about, recover, requirements: { total, checked, cycles: reviewCycles } };
};

/** Seats whose report from before says nothing, or not enough, about this commit. Outside of a round that is all of them. */
async function concerned(
  site: Site,
  assignment: AssignmentEvent,
  commit: string,
): Promise<readonly number[]> {
  const { severityGate: gate } = site.inputs.config.audit;
  const seats: number[] = [];
  const team = site.plan.gating.team.auditors;
  const reports = await Promise.all(team.map((_, seat) => earlierReport(site, assignment, seat)));
  const isSpokenOf = spokenOf(reports.flatMap((earlier) => earlier?.report ?? []));
  for (const [seat, auditor] of team.entries()) {
    const earlier = reports[seat] ?? null;
    if (earlier === null) {
      seats.push(seat);
      continue;
    }
    const isUntouched = await untouchedSince(site, earlier.commit, commit);
    const changed = (await site.hub.changes(earlier.commit, commit)).map(({ path }) => path);
    const concern = { auditor, gate, isUntouched, isNewGround: !changed.every(isSpokenOf) };
    if (isConcerned(earlier.report, concern)) seats.push(seat);
  }
  // The one reviewer who stands in for the team always looks again.
  return team.length === 0 ? [0] : seats;
}
