import { overallMinimum, reviewScoreText } from '../../model/dimensions.ts';
import type { Finding } from '../../model/finding.ts';
import type { ReviewSaid } from '../../model/review.ts';
import { quoted } from '../say.ts';

type Scored = { readonly score: number | null; readonly minimum: number };

/** What is told of the scores of a review. */
export type ScoresTold = {
  readonly overall: number;
  readonly dimensions: readonly (Scored & { readonly id: string; readonly class: string })[];
};

/** `85`, `60 (below 70)` or `not applicable`; cut, never rounded up to a bound that was missed. */
export function scoreWord({ score, minimum }: Scored): string {
  if (score === null) return 'not applicable';
  return `${reviewScoreText(score)}${score < minimum ? ` (below ${minimum})` : ''}`;
}

/** `scores: 81.5 overall; requirement_adherence 95, code_quality 60 (below 70)`. */
export function scoresLine({ overall, dimensions }: ScoresTold): string {
  const each = dimensions.map((dimension) => `${dimension.id} ${scoreWord(dimension)}`);
  return `scores: ${scoreWord({ score: overall, minimum: overallMinimum })} overall; ${each.join(', ')}`;
}

/** How many of several reviewers say so: `2 of 3 reviewers`; empty where there was one, or where a machine found it. */
export function agreement({ source, sources = [source] }: Finding, reviewers: number): string {
  const said = sources.filter(({ kind }) => kind === 'reviewer').length;
  return reviewers > 1 && said > 0 ? `${said} of ${reviewers} reviewers` : '';
}

/** What a critic said besides its findings, a line each: scores, blocking issues, notes. */
export function reviewLines(said: ReviewSaid): readonly string[] {
  const { overallScore, dimensionScores, blockingIssues, notes, revisionNotes } = said;
  const scores = dimensionScores.map(
    ({ dimension, score }) => `${quoted(dimension, 60)} ${score === null ? 'n/a' : reviewScoreText(score)}`,
  );
  return [
    ...(overallScore === null ? [] : [`score ${reviewScoreText(overallScore)}`]),
    ...(scores.length === 0 ? [] : [`dimensions: ${scores.join(', ')}`]),
    ...blockingIssues.map(({ dimension, message, requiredAction }) => {
      const action = requiredAction === '' ? '' : `; required: ${quoted(requiredAction, 300)}`;
      return `blocking${dimension === '' ? '' : ` (${quoted(dimension, 60)})`}: ${quoted(message, 300)}${action}`;
    }),
    ...(revisionNotes === null ? [] : [`revision notes: ${quoted(revisionNotes, 600)}`]),
    ...notes.map((note) => `note: ${quoted(note, 300)}`),
  ];
}
