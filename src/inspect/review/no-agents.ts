import { checkChange, type CheckedChange, noChecks, placesFor } from '../../run/index.ts';
import { changedAt, type Comparison, type Repository } from '../../git/index.ts';
import { inOrder } from '../../model/in-order.ts';
import { outcomeOf } from '../../model/outcome.ts';
import { failingIn, failingWords } from '../../model/report.ts';
import { nothingSpent } from '../../model/usage.ts';
import { matches } from '../../plan/index.ts';
import type { Processes } from '../../ports/processes.ts';
import { countsOf, ranked, sortOut, statusOf } from '../../review/index.ts';
import { withoutAgents } from '../calibrate/judge.ts';
import type { ReviewScope } from './review-inputs.ts';
import { rememberShown } from './remember.ts';
import { exitCodes, outcomeExitCode } from '../../model/exit-codes.ts';
import type { RunningPrograms } from '../../project/running-programs.ts';
import { type MechanicalFindings, lookAt } from './mechanical-findings.ts';
import { openReviewPlace, reviewId } from './review-storage.ts';
import { checksNotRun, comparedOf, redParts, type ReviewResult, UNCONFINED } from './result.ts';

/** Everything that needs no model: detectors, scans, and the project's own checks. */
export async function reviewWithoutAgents(
  repository: Repository,
  comparison: Comparison,
  about: ReviewScope,
  programs?: RunningPrograms,
): Promise<ReviewResult> {
  const { wish, settings, depth, excuses } = about;
  const began = performance.now();
  const { compared } = comparison;
  const { config } = settings;
  const { look, checked, skipped } = await lookAndCheck(repository, comparison, about, programs);
  const { redAtBase } = checked;
  const texts = new Map(look.changes.map(({ path, after }) => [path, after?.text?.split(/\r?\n/)]));
  const linesOf = (path: string): readonly string[] | undefined => texts.get(path);
  const all = ranked([...look.findings, ...checked.findings]);
  const { open: findings, dismissed } = sortOut(all, excuses, { linesOf, matches });
  const regressions = await rememberShown(repository.state, {
    branch: compared.name,
    head: compared.head,
    open: findings,
    linesOf,
    learning: config.learning,
  });
  const broken = [...look.crashes, ...checked.broken];
  const failing = failingIn(findings, wish.failOn);
  const outcome = outcomeOf({
    failing: failing === 0 ? [] : [failingWords(failing, wish.failOn)],
    notComputed: broken,
    redAtBase,
  });
  return {
    branch: compared.name,
    base: compared.base.found,
    status: statusOf(outcome),
    rounds: [],
    findings,
    commits: [],
    // A rule that failed is our bug, whatever else there is.
    exitCode: look.crashes.length > 0 ? exitCodes.bug : (outcomeExitCode(outcome) ?? exitCodes.bug),
    outcome,
    compared: comparedOf(compared),
    files: look.changes.length,
    lines: about.lines,
    setAside: [],
    dismissed,
    regressions,
    ...redParts(redAtBase, broken),
    checks: checked.checks,
    evidence: checked.evidence,
    notes: [...settings.notes, ...look.notes, ...skipped, ...(look.changes.length > 0 ? [NO_CRITIC] : [])],
    decision: null,
    decided: null,
    depth,
    scores: null,
    durationMs: Math.round(performance.now() - began),
    spent: nothingSpent,
    judgedBy: [withoutAgents(config, wish.depth)],
    calibrations: [],
  };
}

type Looked = {
  readonly look: MechanicalFindings;
  readonly checked: CheckedChange;
  /** Why checks that are configured were not run, or not in a sandbox. */
  readonly skipped: readonly string[];
};

/** Scans the change while its first check runs. */
async function lookAndCheck(
  repository: Repository,
  comparison: Comparison,
  about: ReviewScope,
  programs: RunningPrograms | undefined,
): Promise<Looked> {
  const {
    wish,
    settings: { config },
    depth: { depth },
  } = about;
  const { compared, place } = comparison;
  const isWanted = wish.checks && config.review.verify && config.verify.length > 0;
  const isCommitted = compared.part === 'commits';
  const isSame = changedAt(compared, place).changed.length === 0;
  const canRun = isWanted && isCommitted && (!isSame || isMoved(about, comparison));
  const started = Promise.withResolvers<void>();
  const checking = canRun
    ? runChecks(repository, comparison, about, { programs, onStarted: started.resolve })
    : Promise.resolve({ ...noChecks, notes: [] });
  const isAsked = wish.depth !== null || config.depth !== 'standard';
  const looking = Promise.race([started.promise, checking.catch(() => undefined)]).then(() =>
    lookAt(comparison, config, { depth, isAsked }),
  );
  const [look, checked] = await inOrder([looking, checking]);
  const skipped =
    isWanted && !isCommitted ? ['the checks of gauntlet.yaml run on commits only: nothing was run'] : [];
  const unasked = [...(checked.notes ?? []), ...checksNotRun(checked.findings)];
  return { look, checked, skipped: [...skipped, ...unasked] };
}

/** A branch of the remote gets another commit, though it brings nothing: an earlier one, where a push is forced. */
function isMoved({ wish: { asked } }: ReviewScope, { compared }: Comparison): boolean {
  return asked.isEarlier === true && compared.base.commit !== compared.head;
}

const NO_CRITIC = 'no agents: no critic judged what the change does';

export function firstRound(result: ReviewResult, document: string | null): ReviewResult {
  return { ...result, rounds: [{ round: 1, ...countsOf(result.findings), document }] };
}

type Watching = {
  readonly programs: RunningPrograms | undefined;
  /** Called when a check runs. */
  readonly onStarted: () => void;
};

async function runChecks(
  repository: Repository,
  { compared, place: objects }: Comparison,
  { wish, settings: { config } }: Pick<ReviewScope, 'wish' | 'settings'>,
  { programs, onStarted }: Watching,
): Promise<CheckedChange & { readonly notes?: readonly string[] }> {
  const id = reviewId(compared.name);
  const { head, isWhole = false } = compared;
  // Without commits before these, or without a change, nothing could excuse a red check.
  const base = isWhole || changedAt(compared, objects).changed.length === 0 ? head : compared.from;
  const place = await openReviewPlace(repository, id, { programs, commits: [base, head] });
  const processes: Processes = {
    ...place.processes,
    run: (program, cancel) => place.processes.run({ ...program, onStarted }, cancel),
  };
  try {
    const folder = place.records.folder(0);
    const call = { id, config, base, head, allowed: wish.allowRed, folder };
    const based = place.workspaces.basedOn({ ref: compared.base.name, commit: base });
    const workspaces = placesFor(based, config);
    const checked = await checkChange({ ...place, processes, workspaces }, call);
    return { ...checked, notes: place.processes.enforcement === 'enforced' ? [] : [UNCONFINED] };
  } finally {
    await place.workspaces.retire(false);
    place.close();
  }
}
