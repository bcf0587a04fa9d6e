export { mergeFindings } from './merge-findings.ts';
export { withFingerprints } from './fingerprint.ts';
export { type ChangedLines, freshFindings } from './fresh.ts';
export {
  type Excuses,
  goneSince,
  inForce,
  regressionsIn,
  remember,
  sortOut,
  type SortedOut,
} from './memory.ts';
export { usualTolerance } from './measure/match-comments.ts';
export { calibrationOf, type JudgedChange } from './measure/calibrate.ts';
export type { ChangeScore, ReviewedChange } from './measure/score-reviews.ts';
export { accept, allLessons, lessonAfter, lessonsIn, rankedBy, taughtBy } from './lessons.ts';
export type { KnownLesson } from './lessons.ts';
export { type Risk, riskOf } from './risk.ts';
export { countsOf, countsText, ranked, statusOf } from './outcome.ts';
export type { ReviewStatus, RoundCounts } from './outcome.ts';
export { combineScores, isScore, type ReviewerScores, type RoundScores, scoreFindings } from './scores.ts';
export { reviewFeedback, reviewSaid } from './review-said.ts';
export { documentFindings, reportFindings } from './report-findings.ts';
export { escalateReview, escalationText } from './rounds.ts';
