import builtIn from './review-dimensions.json' with { type: 'json' };
import type { Dimension, DimensionClass } from './config.ts';
import { dimensionClasses } from './settings.ts';
import type { Coordination } from './epic.ts';
import type { DimensionScore } from './feedback.ts';

export type ReviewDimension = Dimension & {
  readonly title: string;
  /** "Not applicable", with a reason, is an answer; for every other dimension it is a missing score. */
  readonly mayNotApply?: boolean;
};

/** What a class demands: how much it weighs in the mean, and the least score that still passes. */
export type ClassRule = { readonly weight: number; readonly minimum: number };

export const classRules: Readonly<Record<DimensionClass, ClassRule>> = {
  critical: { weight: 3, minimum: 90 },
  important: { weight: 2, minimum: 70 },
  moderate: { weight: 1, minimum: 0 },
};

/** The weighted mean has to reach this, unrounded. */
export const overallMinimum = 75;

/** A score of a review as every text shows it: at most two decimals, cut and never rounded up to a bound that was missed. */
export function reviewScoreText(score: number): string {
  const cut = Math.floor(score * 100);
  // 79.1 * 100 is a little less than 7910.
  return String(((cut + 1) / 100 <= score ? cut + 1 : cut) / 100);
}

const COORDINATION = 'coordination_compliance';

/**
 * The six dimensions every review scores, with every question the critic has to answer (EPIC-04, EPIC-17). A pass needs
 * the scores of the first five; only where no epic has rules there is nothing to be coordinated.
 */
export const reviewDimensions: readonly ReviewDimension[] = builtIn.map((each) => ({
  ...each,
  class: dimensionClasses.find((name) => name === each.class) ?? 'critical',
}));

/**
 * The six plus an epic's own. A custom one with the id of a built-in only adds its questions: nobody makes a
 * critical dimension moderate by naming it again. What somebody asks about, or has rules for, has to be scored.
 */
export function dimensionsWith(
  custom: readonly Dimension[],
  coordination: Coordination | null,
): readonly ReviewDimension[] {
  const hasRules = Object.values(coordination ?? {}).some((rules) => rules.length > 0);
  const byId = new Map(
    reviewDimensions.map((each) => [each.id, hasRules && each.id === COORDINATION ? scored(each) : each]),
  );
  for (const added of custom) {
    const dimension = scored(byId.get(added.id) ?? { ...added, title: added.id, questions: [] });
    byId.set(added.id, { ...dimension, questions: [...dimension.questions, ...added.questions] });
  }
  return [...byId.values()];
}

function scored({ mayNotApply: _left, ...dimension }: ReviewDimension): ReviewDimension {
  return dimension;
}

/** For prompts: which dimensions may go without a score, and how that is written. */
export function skippable(dimensions: readonly ReviewDimension[], written: string): string {
  const ids = dimensions.filter(({ mayNotApply }) => mayNotApply).map(({ id }) => id);
  if (ids.length === 0) return 'Every dimension applies and needs a score';
  return `Only ${ids.join(' and ')} may be "not applicable", with a reason: ${written}; all others need a score to pass`;
}

/** One dimension's answer: 0 to 100, or null with the reason why it does not apply. */
export type DimensionAnswer = {
  readonly score: number | null;
  readonly reason: string;
};

export type ReviewScore = {
  /** `unknown` when it cannot be computed: an answer is missing or is no score. */
  readonly verdict: 'pass' | 'fail' | 'unknown';
  /** Weighted mean, unrounded. */
  readonly overall: number | null;
  /** What must be true for a pass, each by itself. */
  readonly criteria: {
    readonly allCriticalPass: boolean;
    readonly allImportantPass: boolean;
    readonly noBlockingIssues: boolean;
    readonly overallAboveThreshold: boolean;
  };
  /** Why it is not a pass. */
  readonly reasons: readonly string[];
};

/** The status that the numbers say, whatever the critic says (EPIC-05). */
export function scoreReview(
  dimensions: readonly ReviewDimension[],
  answers: ReadonlyMap<string, DimensionAnswer>,
  blockingIssues: number,
): ReviewScore {
  const gaps = dimensions.flatMap((dimension) => gapIn(dimension, answers.get(dimension.id)));
  const given = dimensions.flatMap((dimension) => {
    const score = answers.get(dimension.id)?.score ?? null;
    return score === null ? [] : [{ ...dimension, score, ...classRules[dimension.class] }];
  });
  const weight = given.reduce((sum, { weight }) => sum + weight, 0);
  const points = given.reduce((sum, { weight, score }) => sum + weight * score, 0);
  const low = given.filter(({ score, minimum }) => score >= 0 && score < minimum);
  const isLow = low.length > 0 || blockingIssues > 0;
  if (weight === 0 || (gaps.length > 0 && !isLow)) return notComputable(gaps);

  const criteria = {
    allCriticalPass: low.every((dimension) => dimension.class !== 'critical'),
    allImportantPass: low.every((dimension) => dimension.class !== 'important'),
    noBlockingIssues: blockingIssues === 0,
    // Compared without dividing, so that no rounding can lift a mean over the line.
    overallAboveThreshold: points >= overallMinimum * weight,
  };
  // A score that is too low counts, whatever was left out beside it.
  const overall = gaps.length > 0 ? null : points / weight;
  const reasons = low.map(({ id, score, minimum }) => `${id} is ${reviewScoreText(score)}, below ${minimum}`);
  if (!criteria.noBlockingIssues) reasons.push(`${blockingIssues} blocking`);
  if (overall === null) reasons.push(...gaps);
  else if (!criteria.overallAboveThreshold)
    reasons.push(`overall score is ${reviewScoreText(overall)}, below ${overallMinimum}`);
  return { verdict: reasons.length === 0 ? 'pass' : 'fail', overall, criteria, reasons };
}

function gapIn({ id, mayNotApply }: ReviewDimension, answer: DimensionAnswer | undefined): readonly string[] {
  if (answer === undefined) return [`${id} was not scored`];
  if (answer.score !== null) return answer.score >= 0 && answer.score <= 100 ? [] : [`${id} is not 0 to 100`];
  if (!mayNotApply) return [`${id} cannot be "not applicable"`];
  return isReason(answer.reason) ? [] : [`${id} is "not applicable" without a reason`];
}

/** A few words of its own: saying "n/a" once more is no reason. */
function isReason(text: string): boolean {
  const words = text.replace(/\b(?:n\/?a|not applicable|none)\b/gi, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length >= 2;
}

function notComputable(gaps: readonly string[]): ReviewScore {
  return {
    verdict: 'unknown',
    overall: null,
    criteria: {
      allCriticalPass: false,
      allImportantPass: false,
      noBlockingIssues: false,
      overallAboveThreshold: false,
    },
    reasons: gaps.length > 0 ? gaps : ['no dimension was scored'],
  };
}

/** The numbers that fail a review, one line each. A score that is high enough asks for no change. */
export function scoresTooLow(scores: readonly DimensionScore[], overall: number | null): readonly string[] {
  const low = scores.flatMap(({ dimension, score, class: kind = 'moderate', reason = '' }) => {
    const { minimum } = classRules[kind];
    if (score === null || score >= minimum) return [];
    return [`${dimension} is ${reviewScoreText(score)}, below ${minimum}${reason && `: ${reason}`}`];
  });
  const isLow = overall !== null && overall < overallMinimum;
  return isLow ? [...low, `overall score is ${reviewScoreText(overall)}, below ${overallMinimum}`] : low;
}
