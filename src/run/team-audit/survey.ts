import type { AssignmentEvent } from '../../model/events.ts';
import { aggregate, convergenceReport, type CountedRequirements } from '../../model/convergence.ts';
import { asksPerson, isConcerned, needsRecovery, spokenOf } from '../../audit/index.ts';
import { jobNamed } from '../../state/index.ts';
import { standingIn, type StandingDocument } from './item-verdicts.ts';
import { judgeOf } from './requirement-evidence.ts';
import { head, jobOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { runSuites } from './suites.ts';
import { askWords, joined } from './cycles-used.ts';
import { candidateOf, earlierReport, recoveriesOf, scopeOf, untouchedSince } from './audit-scope.ts';
import { readDocuments } from './scope-documents.ts';

/**
 * What is judged, and by whom: the commit that everybody looks at, how the project's suites come out there, who has to
 * look again after a round of fixes (TEAM-09), and how far the requirements are ticked (TEAM-24).
 */
export const survey: StageWork = async (context, assignment, cancel) => {
  const commit = await candidateOf(context, assignment);
  await runSuites(context, assignment, commit, cancel);
  if (cancel.aborted) return undefined;
  const again = await concerned(context, assignment, commit);
  const about = { ...head(assignment), type: 'survey_done', commit, again } as const;
  return { ...about, ...(await standingOfScope(context, assignment, commit)) };
};

/** How far the requirements are ticked and reviewed, and whether somebody has to review or decide before the team is asked. */
async function standingOfScope(context: StageContext, assignment: AssignmentEvent, commit: string) {
  const { convergence } = context.inputs.config;
  const documents = await readDocuments(context, scopeOf(context, assignment.ticket));
  if (documents.length === 0) return { recover: false, requirements: null };
  const standing = await standingIn(context, documents, assignment.ticket);
  const job = jobOf(context, assignment.ticket);
  // Everything was judged that a judge can name: an item without an id is not asked about again and again.
  const isRecovered = (await recoveriesOf(context, assignment.ticket)).some(
    (each) => each.commit === commit && each.isPartial !== true,
  );
  const recover =
    !isRecovered &&
    standing.some(({ unreviewed }) => unreviewed.length > 0) &&
    needsRecovery(
      aggregate(
        standing.map(({ report }) => report),
        convergence,
      ),
      {
        mode: context.inputs.epic.milestones.length === 0 ? 'plain' : 'milestones',
        retriesUsed: job?.audit?.recoveries ?? 0,
        retriesAllowed: context.plan.gating.reviewRecoveryRetries,
      },
      convergence,
    );
  const words = standing.flatMap((each) => askedOf(context, assignment, each) ?? []);
  const asks = words.length === 0 ? {} : { asks: joined(words) };
  const own = standing.find(({ document }) => document.audit === assignment.ticket);
  if (own === undefined) return { recover, requirements: null, ...asks };
  const counted = countedBefore(context, own);
  const passed = own.report.checkedRequirements;
  return { recover, requirements: counted, ...(passed > counted.checked && { passed }), ...asks };
}

/** What this run has written stands on the epic branch, and the base does not have it yet. */
function countedBefore(context: StageContext, { document, counted }: StandingDocument): CountedRequirements {
  const known = jobNamed(context.state(), document.audit)?.audit?.requirements ?? null;
  return known !== null && known.cycles >= counted.cycles ? known : counted;
}

/** The question about a document that this audit decides about; undefined where no item has used up its review cycles. */
function askedOf(
  context: StageContext,
  { ticket: job }: AssignmentEvent,
  own: StandingDocument,
): string | undefined {
  const { convergence } = context.inputs.config;
  const { audit, path } = own.document;
  if (judgeOf(context.state(), audit) !== job) return undefined;
  const counted = countedBefore(context, own);
  const isWritten = counted.cycles > own.counted.cycles;
  const isAsked = isWritten ? asksPerson(convergenceReport(audit, counted), convergence) : own.isWorn;
  const open = isWritten ? counted : { ...counted, checked: own.report.checkedRequirements, open: own.open };
  return isAsked ? askWords(path, open, convergence.maxCycles) : undefined;
}

/** Seats whose report from before says nothing, or not enough, about this commit. Outside of a round that is all of them. */
async function concerned(
  context: StageContext,
  assignment: AssignmentEvent,
  commit: string,
): Promise<readonly number[]> {
  const { severityGate: gate } = context.inputs.config.audit;
  const seats: number[] = [];
  const team = context.plan.gating.team.auditors;
  const reports = await Promise.all(team.map((_, seat) => earlierReport(context, assignment, seat)));
  const isSpokenOf = spokenOf(reports.flatMap((earlier) => earlier?.report ?? []));
  for (const [seat, auditor] of team.entries()) {
    const earlier = reports[seat] ?? null;
    if (earlier === null) {
      seats.push(seat);
      continue;
    }
    const isUntouched = await untouchedSince(context, earlier.commit, commit);
    const changed = (await context.hub.changes(earlier.commit, commit)).map(({ path }) => path);
    const concern = { auditor, gate, isUntouched, isNewGround: !changed.every(isSpokenOf) };
    if (isConcerned(earlier.report, concern)) seats.push(seat);
  }
  // The one reviewer who stands in for the team always looks again.
  return team.length === 0 ? [0] : seats;
}
