import { classRules, type DimensionAnswer, reviewDimensions } from '../../model/dimensions.ts';
import type { ReviewDimension } from '../../model/dimensions.ts';
import { graver, type Objection } from '../../model/verdict.ts';
import { outsideReasons } from '../outside.ts';
import { type ExpectedReport, type ParsedReviewReport, parseReviewReport } from './review-report.ts';
import { type CriticAnswer, type ExpectedReview, parseCritic } from '../signals/critic.ts';
import { answersOf } from '../signals/scores.ts';

/** What a critic's answer comes to: its text and its report are two ways to say one thing (SIGNAL-05). */
export type ReviewAnswer = {
  readonly verdict: CriticAnswer['verdict'];
  readonly reasons: readonly string[];
  /** It says pass and does not score every dimension: the critic is asked for the scores once, and it is never a pass. */
  readonly lacksScores: boolean;
  /** The gravest thing it says against the work, also where it cannot be taken for a verdict. */
  readonly objection?: Objection;
  /** It says pass, and this as well, which its form has no place for. */
  readonly outside?: readonly string[];
  /** It fails and nothing in it tells the developer what to change. */
  readonly lacksReason: boolean;
  readonly scores: ReadonlyMap<string, DimensionAnswer>;
  /** Recomputed; null where not every dimension is scored. */
  readonly overallScore: number | null;
  readonly text: CriticAnswer;
  /** Left out where only the text fails the work. */
  readonly report: ParsedReviewReport | undefined;
};

/** Reads a critic's whole answer. Where nothing else is asked, the six built-in dimensions have to be scored. */
export function readReview(answer: string, asked: ExpectedReview & ExpectedReport): ReviewAnswer {
  const { changedFiles = [], dimensions = reviewDimensions, ...about } = asked;
  const read = parseReviewReport(answer, { ...about, dimensions, isPart: true });
  // A report that leaves out its scores may only speak against the work.
  const given = isReport(answer) || read.objection !== undefined ? read : undefined;
  // The report has the scores of a text beside it.
  const scored = given === undefined ? { dimensions } : {};
  const text = parseCritic(answer, { ...about, changedFiles, ...scored });
  const objection = graver(text.objection, given?.objection);
  const isSigned = text.signal === null ? given?.isSigned === true : !text.isUnsigned;
  const report = text.verdict === 'fail' && given?.objection === undefined ? undefined : given;
  const said = oneVerdict(text, report);
  const verdict = said.verdict === 'unknown' && isSigned && objection === 'work' ? 'fail' : said.verdict;
  return {
    verdict,
    reasons: said.reasons,
    ...(objection && { objection }),
    ...(saysPass(text, report) && { outside: text.outside ?? [] }),
    lacksScores: verdict === 'unknown' && (report ?? text).lacksScores === true,
    lacksReason: verdict === 'fail' && lacksReason(text, report, dimensions),
    scores: report === undefined ? answersOf(text.scores) : scoresOf(report),
    overallScore: (report ?? text).overallScore,
    text,
    report,
  };
}

/** Of a report that is not valid too: its numbers are shown. */
function scoresOf({ report, dimensionScores }: ParsedReviewReport): ReviewAnswer['scores'] {
  const bare = Object.entries(dimensionScores).map(([id, score]) => [id, { score, reason: '' }] as const);
  return new Map(report === null ? bare : Object.entries(report.dimensionScores));
}

function isReport(text: string): boolean {
  return text.includes('"dimension_scores"') || text.includes('"overall_score"');
}

function saysPass(text: CriticAnswer, report: ParsedReviewReport | undefined): boolean {
  return text.signal === 'REVIEW_PASSED' || (text.signal === null && report?.verdict === 'pass');
}

/** Where both are used the stricter counts (SIGNAL-08). */
function oneVerdict(
  text: CriticAnswer,
  report: ParsedReviewReport | undefined,
): Pick<ReviewAnswer, 'verdict' | 'reasons'> {
  if (report === undefined) return { verdict: text.verdict, reasons: text.reasons };
  if (report.verdict === 'unknown')
    return { verdict: 'unknown', reasons: [...report.reasons, ...text.reasons] };
  const { outside = [] } = text;
  if (report.verdict === 'pass' && outside.length > 0)
    return { verdict: 'unknown', reasons: text.signal === null ? outsideReasons(outside) : text.reasons };
  if (report.verdict === 'pass' && text.signal === null && text.objection !== undefined)
    return {
      verdict: 'unknown',
      reasons: ['the text speaks against the work beside the report', ...text.reasons],
    };
  if (text.signal === null || text.verdict === report.verdict)
    return { verdict: report.verdict, reasons: report.reasons };
  if (report.verdict === 'fail' && text.signal === 'REVIEW_FAILED')
    return { verdict: 'fail', reasons: report.reasons };
  // The text passes it, or nobody knows what it says.
  const reasons = ['the text and the report contradict each other', ...report.reasons, ...text.reasons];
  return { verdict: text.verdict === 'unknown' ? 'unknown' : 'fail', reasons };
}

/** Notes and scores that are high enough ask for no change. */
function lacksReason(
  text: CriticAnswer,
  report: ParsedReviewReport | undefined,
  dimensions: readonly ReviewDimension[],
): boolean {
  if (report !== undefined) return report.needsCorrection && saysNothing(text);
  const scores = answersOf(text.scores);
  const reasons = dimensions.filter(({ id, class: kind }) => {
    const { score = null, reason = '' } = scores.get(id) ?? {};
    return score !== null && score < classRules[kind].minimum && reason !== '';
  });
  return saysNothing(text) && reasons.length === 0;
}

function saysNothing(said: CriticAnswer): boolean {
  const { findings, requiredFixes, blockingIssues, revisionNotes } = said;
  return findings.length + requiredFixes.length + blockingIssues.length + revisionNotes.length === 0;
}
