import { scoreReview } from '../../model/dimensions.ts';
import type { BlockingIssue } from '../../model/feedback.ts';
import { graver, type HeardAnswer, ruleOn } from '../../model/verdict.ts';
import { bareFinding, type Finding } from '../../model/finding.ts';
import { fingerprint } from '../../../packages/scan/finding.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import {
  type DocumentFinding,
  hasReviewReport,
  outsideReasons,
  parseFindingsDocument,
  type ParsedFindings,
  type ParsedReviewReport,
  parseReviewReport,
  type ReportFinding,
} from '../../formats/index.ts';
import { documentFindings, reportFindings, type ReviewerScores } from '../../review/index.ts';
import { linesAt } from '../records/lines-at.ts';
import type { BranchRun, ReviewContext } from './review-context.ts';
import type { ReviewInputs } from './review-work.ts';

/** What a reviewer said, not grounded yet. */
export type ReadAnswer =
  | {
      readonly kind: 'read';
      readonly findings: readonly Finding[];
      /** What forbids a pass by the reviewer's word alone: it names no place, so there is nothing to ground. */
      readonly blocking: readonly Finding[];
      readonly scores: ReviewerScores | null;
      /** Whether each finding has to quote the code it is about. */
      readonly quotesNeeded: boolean;
    }
  /** `lacksScores`: it would be a review with the scores that were asked for. */
  | { readonly kind: 'unreadable'; readonly because: string; readonly lacksScores: boolean };

type Answer = {
  readonly text: string;
  readonly token: string | null;
  /** Its process failed: only what it says against the work counts. */
  readonly isBroken: boolean;
};

/**
 * Reads a findings document, or a report with scores. Where both are given they have to agree; where scores are needed a
 * document is not enough. What the reviewer concludes itself decides nothing: the findings and the scores do.
 */
export async function readAnswer(
  context: ReviewContext,
  at: BranchRun,
  { text, token, isBroken }: Answer,
): Promise<ReadAnswer> {
  const { inputs } = context.review;
  // Outside a ticket the id is only a name of ours: a document may call the change otherwise.
  const ticket = inputs.purpose === null ? {} : { ticket: inputs.id };
  const document = parseFindingsDocument(text, { ...ticket, round: at.round });
  const report = hasReviewReport(text)
    ? parseReviewReport(text, {
        ticket: inputs.id,
        commit: at.commit,
        revisionCount: at.round - 1,
        dimensions: inputs.dimensions,
        isPart: true,
        ...(token === null ? {} : { token }),
      })
    : null;
  const problem = isBroken ? 'its process failed' : problemOf(document, report, inputs);
  const lacksScores = report === null ? document.verdict !== 'unknown' : report.lacksScores === true;
  const heard = heardOf(document, report, inputs.failOn);
  // The next try has a fresh reviewer, who knows nothing of what this one wants changed: that counts now.
  const isAsked = at.try > 0 || heard.objection === 'work';
  const answers = isBroken ? [heard, null] : [heard];
  if (problem !== undefined && ruleOn(answers, isAsked).kind !== 'fails')
    return { kind: 'unreadable', because: `not a review: ${problem}`, lacksScores };
  const reviewer = inputs.reviewers > 1 ? `reviewer-${at.nth + 1}` : 'reviewer';
  return whatWasSaid(context, at, { document, report, reviewer });
}

/** What cannot be taken for a review, as far as it speaks against the work. */
function heardOf(
  { findings }: ParsedFindings,
  report: ParsedReviewReport | null,
  gate: Severity,
): HeardAnswer {
  const isSerious = findings.some(({ severity }) => isAtLeast(severity, gate));
  const objection = graver(report?.objection, isSerious ? 'work' : undefined);
  return { verdict: 'unknown', ...(objection && { objection }) };
}

function problemOf(
  document: ParsedFindings,
  report: ParsedReviewReport | null,
  { scoresNeeded }: Pick<ReviewInputs, 'scoresNeeded'>,
): string | undefined {
  if (report === null) {
    if (document.verdict === 'unknown') return document.reasons.join('; ');
    return scoresNeeded ? 'the dimensions were not scored' : undefined;
  }
  if (report.report === null || report.verdict === 'unknown') return report.reasons.join('; ');
  if (report.verdict === 'pass' && document.outside.length > 0)
    return outsideReasons(document.outside).join('; ');
  if (document.verdict === 'unknown')
    return document.findings.length === 0
      ? undefined
      : `the findings document next to the report cannot be used: ${document.reasons.join('; ')}`;
  const isSame = (document.verdict === 'clean') === (report.verdict === 'pass');
  return isSame ? undefined : 'the document and the report contradict each other';
}

type Said = {
  readonly document: ParsedFindings;
  readonly report: ParsedReviewReport | null;
  readonly reviewer: string;
};

async function whatWasSaid(context: ReviewContext, at: BranchRun, said: Said): Promise<ReadAnswer> {
  const { document, report, reviewer } = said;
  const listed: readonly DocumentFinding[] = document.findings.map(withPlainPath);
  const reported: readonly ReportFinding[] = (report?.findings ?? []).map(withPlainPath);
  const files = [...listed, ...reported].map(({ file }) => file);
  const lines = await linesAt(context, at.commit, files);
  const snippetOf = ({ file, line }: Finding): string | undefined => lines.get(file)?.[line - 1];
  const scored = report?.report ?? null;
  return {
    kind: 'read',
    findings: [
      ...documentFindings(listed, reviewer, snippetOf),
      ...reportFindings(reported, reviewer, { kind: 'reviewer', snippetOf }),
    ],
    blocking: blockingIssuesOf(report, context.review.inputs).map((issue) =>
      blockingFinding(issue, reviewer, context.review.inputs.failOn),
    ),
    scores:
      scored === null ? null : { reviewer, answers: scored.dimensionScores, notes: scored.revisionNotes },
    quotesNeeded: report !== null,
  };
}

/**
 * What the report names, and a fail that neither it nor the numbers show: the stricter counts, so nobody else is asked until
 * somebody passes it.
 */
function blockingIssuesOf(
  parsed: ParsedReviewReport | null,
  { dimensions }: Pick<ReviewInputs, 'dimensions'>,
): readonly BlockingIssue[] {
  const { report = null, objection, blockingIssues = [], revisionNotes = null } = parsed ?? {};
  if (objection === undefined || parsed?.verdict === 'pass') return blockingIssues;
  const answers = new Map(Object.entries(report?.dimensionScores ?? {}));
  if (scoreReview(dimensions, answers, blockingIssues.length).verdict === 'fail') return blockingIssues;
  const notes = revisionNotes ?? (parsed?.reasons.join('; ') || 'it does not say why');
  return [
    ...blockingIssues,
    { dimension: '', message: `the reviewer fails it: ${notes}`, requiredAction: '' },
  ];
}

function withPlainPath<T extends { readonly file: string }>(finding: T): T {
  return { ...finding, file: finding.file.replace(/^(?:\.\/)+/, '') };
}

/** It forbids a pass whatever else is said (EPIC-05), also where only worse findings fail. */
function blockingFinding(
  { dimension, message, requiredAction }: BlockingIssue,
  reviewer: string,
  gate: Severity,
): Finding {
  return {
    ...bareFinding,
    source: { kind: 'reviewer', name: reviewer },
    rule: dimension === '' ? 'blocking' : dimension,
    severity: isAtLeast('HIGH', gate) ? 'HIGH' : gate,
    message,
    fix: requiredAction,
    fingerprint: fingerprint({ rule: dimension, file: '', snippet: message, occurrence: 0 }),
    grounding: 'missing',
  };
}
