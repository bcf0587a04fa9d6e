import { cellsOf } from '../matrix.ts';
import { isNothing, readBullet } from '../text-heading.ts';
import { isContent } from '../text-lines.ts';
import { type BodyLine, oneLine } from '../text-sections.ts';
import { classRules, type DimensionAnswer, type ReviewDimension } from '../../model/dimensions.ts';
import { anything, openMapOf, optional, turned } from '../../schema/shape.ts';
import { line, lineFrom, listPart } from './parts.ts';

/** What one dimension was scored, in the words of the answer. */
export type ScoredDimension = DimensionAnswer & { readonly dimension: string };

/** The score of a line such as `code_quality: 85` or `security: n/a - reads no input`; others have none. */
function readScore(item: string): readonly ScoredDimension[] {
  const [, name = '', rest] = NAMED.exec(item) ?? [];
  if (rest === undefined) return [];
  const [, value = '', reason = ''] = SCORE.exec(rest.trim()) ?? [];
  const score = scoreOf(value);
  return score === undefined ? [] : [{ dimension: dimensionId(name), score, reason: oneLine(reason) }];
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

/** Scores too low that stand outside their section, in lines or rows of a table. */
export function strayScores(
  lines: readonly BodyLine[],
  scores: readonly ScoredDimension[],
  dimensions: readonly ReviewDimension[],
): readonly ScoredDimension[] {
  const known = new Set(scores.map(({ dimension, score }) => `${dimension} ${score}`));
  const minimum = new Map(dimensions.map(({ id, class: kind }) => [id, classRules[kind].minimum]));
  return lines.flatMap(({ text, kind }) => {
    if (kind === 'end' || !isContent(kind)) return [];
    const words = text.trimStart().startsWith('|') ? rowOf(text) : (readBullet(text)?.text ?? text.trim());
    return readScore(oneLine(words)).filter(
      ({ dimension, score }) =>
        score !== null && score < (minimum.get(dimension) ?? 0) && !known.has(`${dimension} ${score}`),
    );
  });
}

function rowOf(line: string): string {
  const [name = '', score = '', ...reason] = cellsOf(line) ?? [];
  return `${name}: ${score}${reason.length === 0 ? '' : ` - ${reason.join(' ')}`}`;
}

/** The lowest overall score that an answer gives itself, as a line or among its dimensions; null where it gives none. */
export function claimedOverall(
  scores: readonly ScoredDimension[],
  lines: readonly BodyLine[],
): number | null {
  const said = lines.flatMap(({ text, kind }) => {
    const [, number = '', scale = ''] = (kind !== 'end' && isContent(kind) && OVERALL.exec(text)) || [];
    return number === '' ? [] : Number(number) * (scale === '' ? 1 : 100 / Number(scale));
  });
  const scored = scores.flatMap(({ dimension, score }) =>
    OVERALL_NAME.test(dimension) ? (score ?? []) : [],
  );
  const all = [...said, ...scored];
  return all.length === 0 ? null : Math.min(...all);
}

const IS = '[*_`]*\\s*[:|=]\\s*[*_`]*';
const ALONE =
  '\\d{2,3}(?:\\.\\d+)?[*_`%]*\\s*(?:$|[|/,.;()–—-]|out of|points)|\\d(?:\\.\\d+)?\\s?(?:/|out of)';
/** `Overall score: 40`, `Overall: 40`, `Final score: 4/10`; a bare digit without its scale may be out of ten. */
const OVERALL = new RegExp(
  `^[\\s>#*_\`|-]*(?:overall[ _-]score${IS}|(?:(?:final|total|review|average|weighted)[ _-](?:score|rating|grade)|overall(?:[ _-](?:rating|grade))?|score|rating|grade)${IS}(?=${ALONE}))(\\d{1,3}(?:\\.\\d+)?)\\b[*_\`]*(?:\\s?(?:\\/|out of)\\s?([1-9]\\d{0,2})\\b)?`,
  'i',
);
const OVERALL_NAME = /^overall(?:_score)?$/;

/** A list of scores, in JSON of `{dimension, score, reason}`; the score may be written as text, and null is n/a. */
export const scoresPart = listPart({
  title: 'Dimension Scores',
  labels: ['scores', 'review dimensions'],
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
