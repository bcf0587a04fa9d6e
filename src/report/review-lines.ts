import type { ReviewSaid } from '../model/review-said.ts';
import { quoted } from './say.ts';

/** What a critic said besides its findings, a line each: scores, blocking issues, notes. */
export function reviewLines(said: ReviewSaid): readonly string[] {
  const { overallScore, dimensionScores, blockingIssues, notes, revisionNotes } = said;
  const scores = dimensionScores.map(({ dimension, score }) => `${quoted(dimension, 60)} ${score ?? 'n/a'}`);
  return [
    ...(overallScore === null ? [] : [`score ${scoreText(overallScore)}`]),
    ...(scores.length === 0 ? [] : [`dimensions: ${scores.join(', ')}`]),
    ...blockingIssues.map(({ dimension, message, requiredAction }) => {
      const action = requiredAction === '' ? '' : `; required: ${quoted(requiredAction, 300)}`;
      return `blocking${dimension === '' ? '' : ` (${quoted(dimension, 60)})`}: ${quoted(message, 300)}${action}`;
    }),
    ...(revisionNotes === null ? [] : [`revision notes: ${quoted(revisionNotes, 600)}`]),
    ...notes.map((note) => `note: ${quoted(note, 300)}`),
  ];
}

/** At most two decimals, and never rounded up over a threshold. */
export function scoreText(score: number): string {
  return String(Math.floor(score * 100) / 100);
}
