import { classRules, overallMinimum, reviewDimensions, reviewScoreText } from '../../model/dimensions.ts';
import { type ReviewDimension, type ReviewScore, scoreReview } from '../../model/dimensions.ts';
import type { BlockingIssue } from '../../model/feedback.ts';
import type { Objection } from '../../model/verdict.ts';
import { isMustFix } from '../../model/severity.ts';
import type { Severity } from '../../model/severity.ts';
import { outsideReason } from '../outside.ts';
import { findReports, outsideReports } from './json.ts';
import { isWhole, readReport, wireKey } from './shape.ts';
import type { RawReport, ReadReport, ReportFinding, ReviewReport, WholeReport } from './shape.ts';
import { sanitize } from '../sanitize.ts';

/** What was dispatched, and so what the report has to be about. */
export type ExpectedReport = {
  readonly ticket: string;
  readonly commit?: string;
  readonly revisionCount?: number;
  /** Where one was issued, a report without it is not an answer to this dispatch. */
  readonly token?: string;
  /** Somebody else reads the text around the report; otherwise a report with any text around it passes nothing. */
  readonly isPart?: boolean;
  /** What the critic was asked to score; the six built-in ones when nothing is said. */
  readonly dimensions?: readonly ReviewDimension[];
};

export type ParsedReviewReport = {
  readonly verdict: 'pass' | 'fail' | 'unknown';
  /** Recomputed and unrounded; null where it cannot be computed. */
  readonly overallScore: number | null;
  readonly claimedStatus: 'pass' | 'fail' | null;
  /** null: marked as not applicable. */
  readonly dimensionScores: Readonly<Record<string, number | null>>;
  readonly findings: readonly ReportFinding[];
  readonly blockingIssues: readonly BlockingIssue[];
  readonly revisionNotes: string | null;
  /** Goes back to the critic: it is invalid, or fails and does not say why. */
  readonly needsCorrection: boolean;
  /** It says pass, and the dimensions that were asked for are not all scored. */
  readonly lacksScores?: true;
  /** It is about this ticket and has the token that was issued. */
  readonly isSigned: boolean;
  /** The gravest thing it says against the work, valid or not. */
  readonly objection?: Objection;
  /** The whole report, when it is valid. */
  readonly report: ReviewReport | null;
  readonly reasons: readonly string[];
};

/** Reads a critic's report out of its answer. A pass needs exactly one valid report whose numbers say so (EPIC-05). */
export function parseReviewReport(text: string, expected: ExpectedReport): ParsedReviewReport {
  const found = findReports(text);
  const [source, ...more] = found.sources;
  const dimensions = expected.dimensions ?? reviewDimensions;
  const asked = new Set(dimensions.map(({ id }) => id));
  const read = more.length > 0 ? nothingRead : readSource(source, (id) => asked.has(id));
  const { fields, problems } = read;
  const score = stricter(recompute(fields, dimensions), read);
  const report = isWhole(fields) ? withoutToken(fields) : null;
  const invalid = [...found.problems, ...problems];
  const against = report === null ? [] : contradictionsIn(report);
  if (report !== null) {
    invalid.push(...strangerTo(expected, report, fields.token));
    if (score.verdict === 'unknown') invalid.push(...score.reasons);
    if (score.verdict === 'pass' && report.status === 'pass' && against.length === 0)
      invalid.push(
        ...doubtsAbout(report, read.strangeKeys, expected.isPart === true ? [] : outsideReports(text)),
      );
  }
  const judged = judge(report, score, { invalid, against });
  const isSigned =
    fields.ticket === expected.ticket && (expected.token === undefined || fields.token === expected.token);
  const lacksScores = isSigned && fields.status === 'pass' && score.verdict === 'unknown';
  return {
    ...judged,
    overallScore: score.overall,
    claimedStatus: fields.status ?? null,
    ...(lacksScores && { lacksScores }),
    isSigned,
    ...objectionIn(fields, score),
    dimensionScores: Object.fromEntries(
      Object.entries(fields.dimensionScores ?? {}).map(([id, answer]) => [id, answer.score]),
    ),
    findings: fields.findings ?? [],
    blockingIssues: fields.blockingIssues ?? [],
    revisionNotes: fields.revisionNotes ?? null,
    reasons: [...judged.reasons, ...remarks(fields, score, dimensions)],
  };
}

/** Whether a text means to give a report, where it may also answer in another way. */
export function hasReviewReport(text: string): boolean {
  return findReports(text).isThere;
}

/** Findings that need no fix stand beside a pass. */
function objectionIn(fields: ReadReport, score: ReviewScore): Pick<ParsedReviewReport, 'objection'> {
  const { findings = [], blockingIssues = [], revisionNotes = null } = fields;
  const isFail = deniesPass(fields);
  const asks =
    blockingIssues.length > 0 || revisionNotes !== null || findings.some(isFail ? Boolean : isSevere);
  if (score.verdict === 'fail' || asks) return { objection: 'work' };
  return isFail ? { objection: 'fail' } : {};
}

function isSevere({ severity }: ReportFinding): boolean {
  return isMustFix(severity);
}

function deniesPass({ status, approved, passCriteriaMet }: ReadReport): boolean {
  return status === 'fail' || approved === false || Object.values(passCriteriaMet ?? {}).includes(false);
}

const nothingRead: RawReport = { fields: {}, problems: [], strangeKeys: [], calledCritical: [] };

function readSource(source: string | undefined, isAsked: (dimension: string) => boolean): RawReport {
  if (source === undefined) return nothingRead;
  try {
    return readReport(JSON.parse(source), isAsked);
  } catch {
    return { ...nothingRead, problems: ['the report is not valid JSON'] };
  }
}

function recompute(fields: ReadReport, dimensions: readonly ReviewDimension[]): ReviewScore {
  const answers = new Map(Object.entries(fields.dimensionScores ?? {}));
  return scoreReview(dimensions, answers, fields.blockingIssues?.length ?? 0);
}

/** What the critic calls critical by itself has to reach what critical dimensions do, asked for or not. */
function stricter(score: ReviewScore, { fields, calledCritical }: RawReport): ReviewScore {
  const { minimum } = classRules.critical;
  const low = calledCritical.flatMap((id) => {
    const given = fields.dimensionScores?.[id]?.score ?? null;
    return given === null || given >= minimum
      ? []
      : [`${quoted(id)} is ${given}, below ${minimum}, and the critic calls it critical`];
  });
  if (low.length === 0 || score.verdict === 'unknown') return score;
  return { ...score, verdict: 'fail', reasons: [...score.reasons, ...low] };
}

/** The token has done its work; it is not kept with the report. */
function withoutToken({ token: _token, ...report }: WholeReport): ReviewReport {
  return report;
}

/** Why this is a report about something else than what was dispatched. */
function strangerTo(
  expected: ExpectedReport,
  report: ReviewReport,
  token: string | null | undefined,
): readonly string[] {
  const reasons: string[] = [];
  if (report.ticket !== expected.ticket) reasons.push(`the report is about ticket ${quoted(report.ticket)}`);
  const { commit } = report;
  if (expected.commit !== undefined && commit !== null && !isCommit(commit, expected.commit))
    reasons.push(`the report is about commit ${quoted(commit)}`);
  // The founding format has no commit: the token was issued for this one, and a fail needs no proof.
  if (isUntied(report, expected)) reasons.push('no commit is named');
  if (expected.revisionCount !== undefined && report.revisionCount !== expected.revisionCount)
    reasons.push(`the report is about revision ${report.revisionCount}, not ${expected.revisionCount}`);
  if (expected.token !== undefined && (expected.token === '' || token !== expected.token))
    reasons.push('the token is missing or wrong');
  return reasons;
}

/** Whether nothing in a pass says which commit it is about. */
function isUntied({ status, commit }: ReviewReport, expected: ExpectedReport): boolean {
  return (
    commit === null && status === 'pass' && expected.commit !== undefined && expected.token === undefined
  );
}

/** Agents like to shorten commits as git does; seven digits of the one that was dispatched are enough. */
function isCommit(named: string, expected: string): boolean {
  return named === expected || (named.length >= 7 && expected.startsWith(named.toLowerCase()));
}

function quoted(value: string): string {
  return JSON.stringify(sanitize(value, { singleLine: true, maxLength: 100 }));
}

/** Where the report says pass in one place and not in another: the stricter counts (EPIC-05, EPIC-06). */
function contradictionsIn(report: ReviewReport): readonly string[] {
  const { status, approved, passCriteriaMet, overallScore, findings } = report;
  const reasons: string[] = [];
  if (approved !== (status === 'pass')) reasons.push(`status is ${status} and approved is ${approved}`);
  if (status === 'pass') {
    const unmet = Object.entries(passCriteriaMet).filter(([, met]) => !met);
    for (const [name] of unmet) reasons.push(`status is pass and ${name} is false`);
    if (overallScore < overallMinimum) reasons.push(`status is pass and overall_score is ${overallScore}`);
    const worst = findings.find(isSevere);
    if (worst !== undefined) reasons.push(`status is pass and a finding is ${worst.severity}`);
  }
  return reasons;
}

/** Why a pass, with numbers that say so too, is still not believed. A fail is one whatever stands beside it. */
function doubtsAbout(
  { revisionNotes }: ReviewReport,
  strangeKeys: readonly string[],
  outside: readonly string[],
): readonly string[] {
  const reasons = strangeKeys.map((key) => `status is pass and there is an unknown key: ${quoted(key)}`);
  if (revisionNotes !== null) reasons.push('status is pass and there are revision notes');
  return [...reasons, ...outside.map(outsideReason)];
}

type Judged = Pick<ParsedReviewReport, 'verdict' | 'needsCorrection' | 'report' | 'reasons'>;

type Doubts = { readonly invalid: readonly string[]; readonly against: readonly string[] };

/** The stricter of what is claimed and what the numbers say. */
function judge(report: ReviewReport | null, score: ReviewScore, { invalid, against }: Doubts): Judged {
  if (report === null || invalid.length > 0)
    return { verdict: 'unknown', needsCorrection: true, report: null, reasons: [...invalid, ...against] };
  if (score.verdict === 'pass' && report.status === 'pass' && against.length === 0)
    return { verdict: 'pass', needsCorrection: false, report, reasons: [] };
  const { blockingIssues, revisionNotes, findings } = report;
  const said = report.status === 'fail' ? findings : findings.filter(isSevere);
  const saysWhy = blockingIssues.length > 0 || revisionNotes !== null || said.length > 0;
  const word =
    score.verdict === 'pass' && against.length === 0 ? ['status is fail although every score passes'] : [];
  return {
    verdict: 'fail',
    needsCorrection: !saysWhy,
    report,
    reasons: [...score.reasons, ...against, ...word],
  };
}

/** What is odd and decides nothing. */
function remarks(
  fields: ReadReport,
  { overall }: ReviewScore,
  dimensions: readonly ReviewDimension[],
): readonly string[] {
  const asked = new Set(dimensions.map(({ id }) => id));
  const extra = Object.keys(fields.dimensionScores ?? {}).filter((id) => !asked.has(id));
  const reasons = extra.map((id) => `${quoted(id)} is scored but was not asked for: not counted`);
  const claimed = fields.overallScore;
  if (claimed !== undefined && overall !== null && Math.abs(claimed - overall) >= 1)
    reasons.push(`overall_score is ${claimed}, recomputed ${reviewScoreText(overall)}`);
  return reasons;
}

export type WriteReportOptions = {
  readonly token?: string;
  readonly dimensions?: readonly Pick<ReviewDimension, 'id' | 'class'>[];
};

type AnyReport = Omit<ReviewReport, 'overallScore'> & { readonly overallScore: number | null };

/** The report in its founding shape. What the three words for severity would lose stands beside them. */
export function reviewReportData(
  report: AnyReport,
  options: WriteReportOptions,
): Readonly<Record<string, unknown>> {
  const classes = new Map((options.dimensions ?? reviewDimensions).map(({ id, class: name }) => [id, name]));
  const { ticket, commit, ...rest } = report;
  return keyed({
    ticket,
    ...(options.token === undefined ? {} : { token: options.token }),
    ...(commit === null ? {} : { commit }),
    ...rest,
    dimensionScores: Object.fromEntries(
      Object.entries(report.dimensionScores).map(([id, { score, reason }]) => [
        id,
        { score, weight: classes.get(id), ...(reason === '' ? {} : { reason }) },
      ]),
    ),
    findings: report.findings.map(writeFinding),
    blockingIssues: report.blockingIssues.map(keyed),
    passCriteriaMet: keyed(report.passCriteriaMet),
  });
}

function keyed(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [wireKey(name), value]));
}

const wireSeverities: Readonly<Record<Severity, string>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'info',
  INFO: 'info',
};

function writeFinding({ severity, ...finding }: ReportFinding): object {
  const word = wireSeverities[severity];
  const lossy = severity === 'CRITICAL' || severity === 'LOW';
  return { ...finding, severity: word, ...(lossy ? { gauntlet_severity: severity } : {}) };
}
