import { scoresTooLow } from '../model/dimensions.ts';
import type { BlockingIssue, DimensionScore, FailedCriterion, Feedback } from '../model/feedback.ts';
import type { Finding } from '../model/finding.ts';

/** Something that was said, once, with the attempts in which it was said, newest first. */
export type Remembered<T> = { readonly said: T; readonly attempts: readonly number[] };

/** What all failed attempts of a ticket taught together, newest first (REWORK-03). */
export type Accumulated = {
  /** The feedbacks themselves, newest first. */
  readonly rounds: readonly Feedback[];
  readonly findings: readonly Remembered<Finding>[];
  readonly requiredFixes: readonly Remembered<string>[];
  readonly failedCriteria: readonly Remembered<FailedCriterion>[];
  readonly blockingIssues: readonly Remembered<BlockingIssue>[];
  readonly revisionNotes: readonly Remembered<string>[];
  /** Scores that were too low and are no longer. */
  readonly settledScores: readonly Remembered<string>[];
  /** Criteria whose newest mention is that they pass. */
  readonly passingCriteria: readonly string[];
};

/**
 * Merges feedbacks, given oldest first: each fingerprint once, in the wording of its newest attempt. Two issues about one
 * line have one fingerprint: an older wording that says something else stands behind the newest.
 */
export function accumulate(feedbacks: readonly Feedback[]): Accumulated {
  const rounds = feedbacks.toReversed().sort((a, b) => b.attempt - a.attempt);
  return {
    rounds,
    findings: remember(rounds, (round) => round.findings, identity, alsoSaid),
    requiredFixes: remember(rounds, (round) => round.requiredFixes, fold),
    failedCriteria: remember(rounds, (round) => round.failedCriteria, keyOfCriterion),
    blockingIssues: remember(rounds, (round) => round.blockingIssues, keyOfIssue),
    revisionNotes: remember(rounds, (round) => notes(round, rounds), fold),
    settledScores: remember(rounds, (round) => lowScores(round, rounds).settled, fold),
    passingCriteria: stillPassing(rounds),
  };
}

/** Whether what is to be done does not stand beside an issue already: a judge may write one thing under three headings. */
export function isNew({ findings, blockingIssues }: Accumulated): (item: Remembered<string>) => boolean {
  const known = new Set(
    [
      ...findings.flatMap(({ said: { message, fix } }) => [message, fix]),
      ...blockingIssues.flatMap(({ said: { message, requiredAction } }) => [message, requiredAction]),
    ].map(shortKey),
  );
  const isKnown = (text: string): boolean => known.has(shortKey(text));
  // Notes may repeat several of them, one after the other.
  const parts = (text: string): readonly string[] =>
    text.split(/\n|(?<=\D[.;!]) /).flatMap((part) => part.replace(/^[\s>*-]*(?:\d+[.)] )?/, '').trim() || []);
  return ({ said }) => !isKnown(said) && !parts(said).every(isKnown);
}

/** Of longer texts no more is compared than is shown. */
function shortKey(text: string): string {
  return fold(text.slice(0, 2000)).replace(/\.$/, '');
}

function remember<T>(
  rounds: readonly Feedback[],
  pick: (round: Feedback) => readonly T[],
  key: (said: T) => string,
  join: (said: T, older: T, attempt: number) => T = (said) => said,
): readonly Remembered<T>[] {
  const seen = new Map<string, { said: T; attempts: number[] }>();
  for (const round of rounds) {
    for (const said of pick(round)) {
      const before = seen.get(key(said));
      if (before === undefined) {
        seen.set(key(said), { said, attempts: [round.attempt] });
        continue;
      }
      before.said = join(before.said, said, round.attempt);
      if (!before.attempts.includes(round.attempt)) before.attempts.push(round.attempt);
    }
  }
  return [...seen.values()];
}

/** A finding nobody could fingerprint is its own identity: merging two such would lose one. */
function identity(finding: Finding): string {
  if (finding.fingerprint !== '') return finding.fingerprint;
  return JSON.stringify([finding.rule, finding.file, finding.line, finding.message]);
}

function alsoSaid(newest: Finding, older: Finding, attempt: number): Finding {
  const words = older.title ?? older.message;
  const known = fold(`${newest.title ?? ''} ${newest.message}`);
  if (known.includes(fold(words))) return newest;
  return { ...newest, message: `${newest.message} (attempt ${attempt + 1} said: ${words})` };
}

function keyOfCriterion(failed: FailedCriterion): string {
  return JSON.stringify([fold(failed.criterion), fold(failed.reason)]);
}

function keyOfIssue(issue: BlockingIssue): string {
  return JSON.stringify([issue.dimension, fold(issue.message), fold(issue.requiredAction)]);
}

/**
 * A critic's own notes, and the numbers that failed the work as far as no later review found them high enough. Beside
 * its own notes those of the newest attempt stand with the scores.
 */
function notes(round: Feedback, rounds: readonly Feedback[]): readonly string[] {
  const own = (round.revisionNotes ?? '').trim() === '' ? null : round.revisionNotes;
  if (own === null) return lowScores(round, rounds).open;
  return round === rounds[0] ? [own] : [own, ...lowScores(round, rounds).open];
}

/** Of each number that failed the work, whether the newest review that has it found it high enough. */
function lowScores(
  { dimensionScores, overallScore }: Feedback,
  rounds: readonly Feedback[],
): { readonly open: readonly string[]; readonly settled: readonly string[] } {
  const scored = rounds.filter((round) => round.dimensionScores.length > 0);
  const given = scored.flatMap((round) => round.dimensionScores).filter(({ score }) => score !== null);
  const isGood = (one: DimensionScore): boolean => {
    const latest = given.find(({ dimension }) => dimension === one.dimension) ?? one;
    return scoresTooLow([{ ...one, score: latest.score }], null).length === 0;
  };
  const latest = scored.find((round) => round.overallScore !== null)?.overallScore ?? null;
  const isOverallGood = scoresTooLow([], latest).length === 0;
  const overall = dimensionScores.length > 0 ? overallScore : null;
  return {
    open: scoresTooLow(
      dimensionScores.filter((one) => !isGood(one)),
      isOverallGood ? null : overall,
    ),
    settled: scoresTooLow(dimensionScores.filter(isGood), isOverallGood ? overall : null),
  };
}

function stillPassing(rounds: readonly Feedback[]): readonly string[] {
  const newest = new Map<string, string | null>();
  for (const round of rounds) {
    // Within one round a failure outweighs a pass of the same criterion.
    const mentions = [
      ...round.failedCriteria.map(({ criterion }) => ({ criterion, passes: false })),
      ...round.passingCriteria.map((criterion) => ({ criterion, passes: true })),
    ];
    for (const { criterion, passes } of mentions) {
      if (!newest.has(fold(criterion))) newest.set(fold(criterion), passes ? criterion : null);
    }
  }
  return [...newest.values()].filter((criterion) => criterion !== null);
}

function fold(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
