import { classRules, overallMinimum, reviewScoreText, scoreReview } from '../model/dimensions.ts';
import type { DimensionAnswer, ReviewDimension } from '../model/dimensions.ts';
import type { DimensionClass } from '../model/config.ts';
import { bareFinding, type Finding } from '../model/finding.ts';
import { fingerprint } from '../../packages/scan/finding.ts';
import { isAtLeast, type Severity } from '../model/severity.ts';

/** How one reviewer scored the change; what it concluded from that is not asked. */
export type ReviewerScores = {
  readonly reviewer: string;
  readonly answers: Readonly<Record<string, DimensionAnswer>>;
  readonly notes: string | null;
};

/** The scores of a round: of several reviewers' the lowest counts (TEAM-28). */
export type RoundScores = {
  /** Weighted mean, unrounded. */
  readonly overall: number;
  readonly isEnough: boolean;
  readonly dimensions: readonly {
    readonly id: string;
    readonly class: DimensionClass;
    readonly minimum: number;
    /** null: nobody said that it applies. */
    readonly score: number | null;
  }[];
  /** How many reviewers gave scores. */
  readonly by: number;
  readonly notes: readonly string[];
};

/** One set of scores, recomputed from what each reviewer gave; null where nobody gave any. */
export function combineScores(
  dimensions: readonly ReviewDimension[],
  scored: readonly ReviewerScores[],
): RoundScores | null {
  if (scored.length === 0) return null;
  const sums = scored.map(({ answers }) => scoreReview(dimensions, new Map(Object.entries(answers)), 0));
  const lowest = (id: string): number | null => {
    const given = scored.flatMap(({ answers }) => answers[id]?.score ?? []);
    return given.length === 0 ? null : Math.min(...given);
  };
  return {
    overall: Math.min(...sums.map(({ overall }) => overall ?? 0)),
    isEnough: sums.every(({ criteria }) => criteria.overallAboveThreshold),
    dimensions: dimensions.map((dimension) => ({
      id: dimension.id,
      class: dimension.class,
      minimum: classRules[dimension.class].minimum,
      score: lowest(dimension.id),
    })),
    by: scored.length,
    notes: scored.flatMap(({ notes }) => notes ?? []),
  };
}

const SOURCE = { kind: 'gate', name: 'dimensions' } as const;

/** As much of the reviewers' advice as goes with each low score. */
const LONGEST_NOTES = 2000;

/** What was computed from scores is not somebody's word. */
export function isScore({ source }: Finding): boolean {
  return source.kind === SOURCE.kind && source.name === SOURCE.name;
}

/**
 * What the scores say has to be better (EPIC-05), so that it reaches a fixer like everything else. Such a finding is about
 * one commit: whoever dismisses it has not dismissed the next low score.
 */
export function scoreFindings(
  scores: RoundScores | null,
  { commit, gate }: { readonly commit: string; readonly gate: Severity },
): readonly Finding[] {
  if (scores === null) return [];
  const low = scores.dimensions.flatMap(({ id, score, minimum, class: kind }) =>
    score === null || score >= minimum
      ? []
      : [[id, `${id} is ${reviewScoreText(score)}, below ${minimum} (${kind})`] as const],
  );
  const mean = `the overall score is ${reviewScoreText(scores.overall)}, below ${overallMinimum}`;
  const all = scores.isEnough ? low : [...low, ['overall_score', mean] as const];
  return all.map(([rule, message]) => ({
    ...bareFinding,
    source: SOURCE,
    rule,
    severity: isAtLeast('HIGH', gate) ? 'HIGH' : gate,
    message,
    fix: scores.notes.join('\n').slice(0, LONGEST_NOTES),
    fingerprint: fingerprint({ rule, file: '', snippet: commit, occurrence: 0 }),
    grounding: 'located',
  }));
}
