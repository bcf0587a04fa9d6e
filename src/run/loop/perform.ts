import { GauntletError } from '../../model/error.ts';
import type { AssignmentEvent, Stage } from '../../model/events.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { audit } from '../stages/audit.ts';
import { baseline } from '../stages/baseline.ts';
import { confirm, validate } from '../stages/checks.ts';
import { develop } from '../stages/develop.ts';
import { gate } from '../stages/gate.ts';
import { land, merge } from '../stages/landing.ts';
import { team } from '../team-audit/milestone.ts';
import { recover } from '../stages/recover.ts';
import { reconcile } from '../stages/reconcile.ts';
import { fix, remediate } from '../stages/repair.ts';
import { review } from '../stages/review.ts';
import { score } from '../team-audit/score.ts';
import { survey } from '../team-audit/survey.ts';
import { timedChecks } from '../stages/time-checks.ts';
import { fixBranch, reviewBranch, takeFix } from '../review/branch-stages.ts';
import { head } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';

/** Where a test may stop the world: before and after everything that has an effect. */
export type Milepost = (where: string) => void;

const work: Readonly<Record<Stage, StageWork>> = {
  baseline: timedChecks(baseline),
  develop,
  validate: timedChecks(validate),
  review,
  audit,
  confirm: timedChecks(confirm),
  merge,
  gate: timedChecks(gate),
  land,
  survey,
  recover,
  reconcile,
  team,
  score,
};

/** What the stages of a review do instead: they work on the user's branch, not on an epic. */
const branchWork: Readonly<Partial<Record<Stage, StageWork>>> = {
  review: reviewBranch,
  develop: fixBranch,
  land: takeFix,
};

/**
 * Carry one assignment out, at most once: what it came to is kept before it is told, and asked again it is told from
 * there. Between those two moments every stage finds for itself what it had done (an answer, a commit, a landing).
 */
export async function perform(
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
  milepost: Milepost = () => undefined,
): Promise<ResultDraft | undefined> {
  if (assignment.type === 'wait_started') return wait(context, assignment, cancel);
  await proveRecords(context, assignment);
  const found = await context.records.finished(assignment.run);
  if (found !== undefined) return found;
  const name = nameOf(assignment);
  milepost(`before ${name}`);
  const done = await workFor(assignment, context.review !== undefined)(context, assignment, cancel);
  if (done === undefined) return undefined;
  const meter = context.meter.takeReading(assignment.run);
  const result: ResultDraft = meter === undefined ? done : { ...done, meter };
  milepost(`done ${name}`);
  await context.records.finish(assignment.run, result);
  milepost(`kept ${name}`);
  return result;
}

/** How a point on the way of an assignment is called. */
export function nameOf({ stage, ticket: job, run }: AssignmentEvent): string {
  return `${stage} ${job} ${run}`;
}

/**
 * What is kept under a number belongs to the assignment that had it. A journal that was put back to an earlier day gives
 * the same numbers to other work: then nothing of the old may be taken for an answer to the new.
 */
async function proveRecords(
  context: StageContext,
  { run, seq, at, type, ticket }: AssignmentEvent,
): Promise<void> {
  const mine = { seq, at, type, ticket };
  const kept = await context.records.get(run, 'assignment');
  if (kept === undefined) return context.records.put(run, 'assignment', mine);
  if (JSON.stringify(kept) === JSON.stringify(mine)) return;
  const folder = context.records.folder(run);
  throw new GauntletError('JOURNAL_DAMAGED', `the records of run ${run} belong to other work`, {
    hint: `Restore the latest journal; if this journal is the correct one, move ${folder} away.`,
  });
}

function workFor(assignment: AssignmentEvent, isReview: boolean): StageWork {
  if (assignment.type === 'remediation_dispatched') return remediate;
  if (isReview) return branchWork[assignment.stage] ?? work[assignment.stage];
  if (assignment.type === 'fixer_dispatched') return fix;
  return work[assignment.stage];
}

/** Waiting for a provider's limit takes no place and no poll: the clock calls back. */
function wait(
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  return new Promise((resolve) => {
    const callOff = context.clock.wake(assignment.until ?? 0, () =>
      resolve({ ...head(assignment), type: 'wait_over' }),
    );
    const stop = (): void => {
      callOff();
      resolve(undefined);
    };
    if (cancel.aborted) stop();
    else cancel.addEventListener('abort', stop, { once: true });
  });
}
