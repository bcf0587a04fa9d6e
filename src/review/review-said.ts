import type { ReviewAnswer } from '../formats/index.ts';
import { classRules, overallMinimum, type ReviewDimension, scoreReview } from '../model/dimensions.ts';
import type { BlockingIssue, DimensionScore, Feedback } from '../model/feedback.ts';
import type { Finding } from '../model/finding.ts';
import type { ReviewSaid } from '../model/review-said.ts';

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
  const hasOther = findings.length + requiredFixes.length + blockingIssues.length > 0;
  return {
    priority,
    findings,
    requiredFixes,
    blockingIssues,
    overallScore: answer.overallScore,
    dimensionScores: scoresIn(done),
    revisionNotes: requiredChanges(done) ?? (hasOther ? null : wholeNotes(done)),
    notes: answer.text.notes,
  };
}

function blockingIn({ report, text }: ReviewAnswer): readonly BlockingIssue[] {
  return (report ?? text).blockingIssues;
}

function scoresIn({ answer, dimensions }: ReviewDone): readonly DimensionScore[] {
  const classes = new Map(dimensions.map((dimension) => [dimension.id, dimension.class]));
  return [...answer.scores].map(([dimension, { score, reason }]) => {
    const kind = classes.get(dimension);
    return { dimension, score, ...(kind && { class: kind }), ...(reason && { reason }) };
  });
}

/** The critic's own revision notes, or the numbers that fail the work. A score that is high enough asks for no change. */
function requiredChanges({ answer, dimensions }: ReviewDone): string | null {
  const own = answer.report?.revisionNotes ?? null;
  if (own !== null) return own;
  const low = dimensions.flatMap(({ id, class: kind }) => {
    const { score, reason } = answer.scores.get(id) ?? { score: null, reason: '' };
    const { minimum } = classRules[kind];
    if (score === null || score >= minimum) return [];
    return [`${id} is ${score}, below ${minimum}${reason && `: ${reason}`}`];
  });
  const overall = answer.overallScore ?? overallMinimum;
  if (overall < overallMinimum) low.push(`overall score is ${overall}, below ${overallMinimum}`);
  return low.join('\n') || null;
}

/** For the record: the critic's own notes, or the numbers that fail the work with the fixes it asks for. */
function wholeNotes(done: ReviewDone): string {
  const { answer, findings } = done;
  const own = answer.report?.revisionNotes ?? null;
  if (own !== null) return own;
  const { requiredFixes } = answer.text;
  const said = [
    ...(requiredChanges(done) ?? '').split('\n').filter((line) => line !== ''),
    ...requiredFixes,
    ...blockingIn(answer).map(({ message, requiredAction }) => requiredAction || message),
    ...(requiredFixes.length > 0 ? [] : findings.map(({ message }) => message)),
  ];
  const notes = said.length > 0 ? [...new Set(said)] : answer.reasons;
  return notes.join('\n') || 'the review fails and does not say why';
}
