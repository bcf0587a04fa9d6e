import type { ReviewAnswer } from '../formats/index.ts';
import { type ReviewDimension, scoreReview, scoresTooLow } from '../model/dimensions.ts';
import type { BlockingIssue, DimensionScore, Feedback } from '../model/feedback.ts';
import type { Finding } from '../model/finding.ts';
import type { ReviewSaid } from '../model/review.ts';

type ReviewDone = {
  readonly answer: ReviewAnswer;
  readonly dimensions: readonly ReviewDimension[];
  /** Its findings, as far as they could be tied to the code. */
  readonly findings: readonly Finding[];
  readonly reviewer: string;
  readonly revisionCount: number;
};

/** What a review said, for everybody who reads it later. */
export function reviewSaid(done: ReviewDone): ReviewSaid {
  const { answer, dimensions, findings, reviewer, revisionCount } = done;
  const blockingIssues = blockingIn(answer);
  const { criteria, verdict } = scoreReview(dimensions, answer.scores, blockingIssues.length);
  // Where no number fails the work, what the critic failed it for is what blocks it.
  const isExplained = answer.verdict === 'pass' || verdict === 'fail';
  const noBlockingIssues = blockingIssues.length === 0 && isExplained;
  return {
    status: answer.verdict === 'pass' ? 'pass' : 'fail',
    overallScore: answer.overallScore,
    dimensionScores: scoresIn(done),
    blockingIssues,
    notes: answer.text.notes,
    revisionNotes: answer.verdict === 'pass' ? null : wholeNotes(done),
    reasons: answer.reasons,
    more: {
      reviewer,
      revisionCount,
      findings,
      requiredFixes: answer.text.requiredFixes,
      criteria: { ...criteria, noBlockingIssues },
    },
  };
}

type ReviewLesson = Pick<
  Feedback,
  | 'priority'
  | 'findings'
  | 'requiredFixes'
  | 'blockingIssues'
  | 'overallScore'
  | 'dimensionScores'
  | 'revisionNotes'
  | 'notes'
>;

/** What the developer is told of a failed review. */
export function reviewFeedback(done: ReviewDone): ReviewLesson {
  const { answer, findings } = done;
  const { requiredFixes, priority } = answer.text;
  const blockingIssues = blockingIn(answer);
  const own = ownNotes(answer);
  // Numbers are told with the scores: those of the newest review count.
  const hasOther =
    findings.length + requiredFixes.length + blockingIssues.length + lowScores(done).length > 0;
  return {
    priority,
    findings,
    requiredFixes,
    blockingIssues,
    overallScore: answer.overallScore,
    dimensionScores: scoresIn(done),
    revisionNotes: own ?? (hasOther ? null : wholeNotes(done)),
    notes: answer.text.notes,
  };
}

/** The critic's own revision notes, of its report or its text. */
function ownNotes({ report, text }: ReviewAnswer): string | null {
  return report?.revisionNotes ?? (text.revisionNotes.join('\n') || null);
}

function blockingIn({ report, text }: ReviewAnswer): readonly BlockingIssue[] {
  return [...(report?.blockingIssues ?? []), ...text.blockingIssues];
}

function scoresIn({ answer, dimensions }: ReviewDone): readonly DimensionScore[] {
  const classes = new Map(dimensions.map((dimension) => [dimension.id, dimension.class]));
  return [...answer.scores].map(([dimension, { score, reason }]) => {
    const kind = classes.get(dimension);
    return { dimension, score, ...(kind && { class: kind }), ...(reason && { reason }) };
  });
}

/** The numbers that fail the work. */
function lowScores(done: ReviewDone): readonly string[] {
  return scoresTooLow(scoresIn(done), done.answer.overallScore);
}

/** For the record: the critic's own notes, or the numbers that fail the work with the fixes it asks for. */
function wholeNotes(done: ReviewDone): string {
  const { answer, findings } = done;
  const own = ownNotes(answer);
  if (own !== null) return own;
  const { requiredFixes } = answer.text;
  const said = [
    ...lowScores(done),
    ...requiredFixes,
    ...blockingIn(answer).map(({ message, requiredAction }) => requiredAction || message),
    ...(requiredFixes.length > 0 ? [] : findings.map(({ message }) => message)),
  ];
  const notes = said.length > 0 ? [...new Set(said)] : answer.reasons;
  return notes.join('\n') || 'the review failed the work without a reason';
}
