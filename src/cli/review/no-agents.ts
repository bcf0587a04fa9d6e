import { checkChange, type CheckedChange, noChecks } from '../../flow/index.ts';
import type { Comparison, Repository } from '../../git/index.ts';
import { nothingSpent } from '../../model/usage.ts';
import { matches } from '../../plan/index.ts';
import { countsOf, ranked, sortOut, statusOf } from '../../review/index.ts';
import { withoutAgents } from '../calibrate/judge.ts';
import type { About } from './agree.ts';
import { rememberShown } from './remember.ts';
import { exitCodes } from '../exit-codes.ts';
import type { RunningPrograms } from '../running-programs.ts';
import { lookAt } from './look.ts';
import { openReviewPlace, reviewId } from './places.ts';
import { comparedOf, exitCodeOfReview, redParts, type ReviewResult } from './result.ts';

/** Everything that needs no model: detectors, scans, and the project's own checks. */
export async function reviewWithoutAgents(
  repository: Repository,
  comparison: Comparison,
  about: About,
  programs?: RunningPrograms,
): Promise<ReviewResult> {
  const { wish, settings, depth, excuses } = about;
  const began = performance.now();
  const { compared } = comparison;
  const { config } = settings;
  const isAsked = wish.depth !== null || config.depth !== 'standard';
  const look = await lookAt(comparison, config, { depth: depth.depth, isAsked });
  const isWanted = wish.checks && config.review.verify && config.verify.length > 0;
  const canRun = isWanted && compared.part === 'commits' && look.changes.length > 0;
  const checked = canRun ? await runChecks(repository, comparison, about, programs) : noChecks;
  const skipped =
    isWanted && compared.part !== 'commits'
      ? ['the checks of gauntlet.yaml run on commits only: nothing was run']
      : [];
  const { redAtBase } = checked;
  const texts = new Map(look.changes.map(({ path, after }) => [path, after?.text?.split(/\r?\n/)]));
  const linesOf = (path: string): readonly string[] | undefined => texts.get(path);
  const all = ranked([...look.findings, ...checked.findings]);
  const { open: findings, dismissed } = sortOut(all, excuses, { linesOf, matches });
  const regressions = await rememberShown(repository.state, {
    branch: compared.name,
    open: findings,
    linesOf,
    learning: config.learning,
  });
  const broken = [...look.crashes, ...checked.broken];
  const status = statusOf(findings, wish.failOn, { notComputed: broken, redAtBase });
  return {
    branch: compared.name,
    base: compared.base.found,
    status,
    rounds: [],
    findings,
    commits: [],
    // A rule that failed is our bug, whatever else there is.
    exitCode: look.crashes.length > 0 ? exitCodes.bug : exitCodeOfReview(status),
    compared: comparedOf(compared),
    files: look.changes.length,
    setAside: [],
    dismissed,
    regressions,
    ...redParts(redAtBase, broken),
    checks: checked.checks,
    notes: [...settings.notes, ...look.notes, ...skipped],
    decision: null,
    depth,
    scores: null,
    durationMs: Math.round(performance.now() - began),
    spent: nothingSpent,
    judgedBy: [withoutAgents(config, wish.depth)],
    calibrations: [],
  };
}

export function firstRound(result: ReviewResult, document: string | null): ReviewResult {
  return { ...result, rounds: [{ round: 1, ...countsOf(result.findings), document }] };
}

async function runChecks(
  repository: Repository,
  { compared }: Comparison,
  { wish, settings: { config } }: Pick<About, 'wish' | 'settings'>,
  programs?: RunningPrograms,
): Promise<CheckedChange> {
  const id = reviewId(compared.name);
  const place = await openReviewPlace(repository, id, programs);
  try {
    await place.hub.adopt(compared.from);
    await place.hub.adopt(compared.head);
    const { from: base, head } = compared;
    const folder = place.records.folder(0);
    return await checkChange(place, { id, config, base, head, allowed: wish.allowRed, folder });
  } finally {
    await place.workspaces.retire(false);
    place.close();
  }
}
