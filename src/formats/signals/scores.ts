import { isNothing } from '../text/heading.ts';
import { oneLine } from '../text/sections.ts';
import type { DimensionAnswer } from '../../model/dimensions.ts';
import { anything, openMapOf, optional, turned } from '../../schema/shape.ts';
import { line, lineFrom, listPart } from './parts.ts';

/** What one dimension was scored, in the words of the answer. */
export type ScoredDimension = DimensionAnswer & { readonly dimension: string };

/** The score of a line such as `code_quality: 85` or `security: n/a - reads no input`; others have none. */
export function readScore(item: string): readonly ScoredDimension[] {
  const [, name = '', rest] = NAMED.exec(item) ?? [];
  if (rest === undefined) return [];
  const [, value = '', reason = ''] = SCORE.exec(rest.trim()) ?? [];
  const score = scoreOf(value);
  return score === undefined ? [] : [{ dimension: dimensionId(name), score, reason: oneLine(reason) }];
}

/** The cells of a row are joined by dashes. */
const NAMED = /^[*_`]{0,3}([A-Za-z][\w -]{0,80}?)[*_`]{0,3}(?:\s?:| - (?=\d|n\/?a))[*_`]{0,3}(.*)$/;
const SCORE =
  /^[*_`]{0,3}(\d{1,3}(?:\.\d+)?|n\/?a|not applicable)(?:\s?\/\s?100)?[*_`]{0,3}(?:$|\s*[-–—:;,(]\s*(.*?)\)?$)/i;

/** A score from 0 to 100, null for "not applicable", undefined where it is neither. */
function scoreOf(value: string): number | null | undefined {
  if (/^n|^$/i.test(value)) return value === '' ? undefined : null;
  const score = Number(value);
  return score >= 0 && score <= 100 ? score : undefined;
}

/** `Requirement adherence` is `requirement_adherence`. */
function dimensionId(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** Where one dimension was scored twice, the lower score counts. */
export function answersOf(scores: readonly ScoredDimension[]): ReadonlyMap<string, DimensionAnswer> {
  const answers = new Map<string, DimensionAnswer>();
  for (const { dimension, score, reason } of scores) {
    const before = answers.get(dimension);
    if (before === undefined || (score ?? 101) < (before.score ?? 101))
      answers.set(dimension, { score, reason });
  }
  return answers;
}

/** The lowest overall score that an answer gives itself, in its own line or among its dimensions; null where it gives none. */
export function claimedOverall(scores: readonly ScoredDimension[], line: string): number | null {
  const [, number = '', scale = '100'] = OVERALL.exec(line) ?? [];
  const said = number === '' ? [] : [(Number(number) * 100) / Number(scale)];
  const scored = scores.flatMap(({ dimension, score }) =>
    OVERALL_NAME.test(dimension) ? (score ?? []) : [],
  );
  const all = [...said, ...scored];
  return all.length === 0 ? null : Math.min(...all);
}

/** `40`, `40/100`, `4 out of 10`. */
const OVERALL = /^[*_`]{0,3}(\d{1,3}(?:\.\d+)?)[*_`%]{0,3}(?:\s?(?:\/|out of)\s?([1-9]\d{0,2}))?/;
const OVERALL_NAME = /^overall(?:_score)?$/;

/** A list of scores, in JSON of `{dimension, score, reason}`; the score may be written as text, and null is n/a. */
export const scoresPart = listPart({
  title: 'Dimension Scores',
  labels: ['scores', 'review dimensions'],
  keeps: 'evidence',
  read: readScore,
  entry: {
    form: openMapOf({
      dimension: line,
      score: optional(turned(anything(), (value): string | null => lineFrom(value))),
      reason: line,
    }),
    make: ({ dimension, score: said, reason }): readonly ScoredDimension[] => {
      const score = said === null ? null : scoreOf(said ?? '');
      return score === undefined ? [] : [{ dimension: dimensionId(dimension), score, reason }];
    },
  },
  write: ({ dimension, score, reason }) =>
    `${dimension}: ${score ?? 'n/a'}${isNothing(reason) ? '' : ` - ${reason}`}`,
});
