import { reviewScoreText } from '../model/dimensions.ts';
import type { ReviewSaid } from '../model/review-said.ts';
import { quoted } from './say.ts';

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
