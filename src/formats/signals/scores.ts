import { isNothing } from '../text-heading.ts';
import { oneLine } from '../text-sections.ts';
import type { DimensionAnswer } from '../../model/dimensions.ts';
import type { BlockingIssue } from '../../model/feedback.ts';
import type { JsonObject } from './json-answer.ts';
import { lineField } from './json-fields.ts';

/** What one dimension was scored, in the words of the answer. */
export type ScoredDimension = DimensionAnswer & { readonly dimension: string };

/** The scores of a list such as `code_quality: 85` or `security: n/a - reads no input`; other lines are no scores. */
export function readScores(items: readonly string[]): readonly ScoredDimension[] {
  return items.flatMap((item) => {
    const [, name = '', rest] = NAMED.exec(item) ?? [];
    if (rest === undefined) return [];
    const [, value = '', reason = ''] = SCORE.exec(rest.trim()) ?? [];
    const score = scoreOf(value);
    return score === undefined ? [] : [{ dimension: dimensionId(name), score, reason: oneLine(reason) }];
  });
}

const NAMED = /^[*_`]{0,3}([A-Za-z][\w -]{0,80}?)[*_`]{0,3}\s?(?::|\|)[*_`]{0,3}(.*)$/;
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

/** A score given as `{dimension, score, reason}`; the score may be written as text. */
export function scoreFrom(entry: JsonObject): ScoredDimension | undefined {
  const text = lineField(entry, 'score');
  const score = entry['score'] === null ? null : scoreOf(text);
  if (score === undefined) return undefined;
  return { dimension: dimensionId(lineField(entry, 'dimension')), score, reason: lineField(entry, 'reason') };
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

/** Writes a score as `readScores` reads it. */
export function writeScore({ dimension, score, reason }: ScoredDimension): string {
  const said = isNothing(reason) ? '' : ` - ${reason}`;
  return `${dimension}: ${score ?? 'n/a'}${said}`;
}

/** A blocking issue given as `{dimension, message, requiredAction}`. */
export function blockingFrom(entry: JsonObject): BlockingIssue {
  return {
    dimension: lineField(entry, 'dimension'),
    message: lineField(entry, 'message') || oneLine(JSON.stringify(entry)),
    requiredAction: lineField(entry, 'requiredAction'),
  };
}
