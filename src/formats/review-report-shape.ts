import { z } from 'zod';

import type { DimensionAnswer } from '../model/dimensions.ts';
import type { BlockingIssue } from '../model/feedback.ts';
import { severityFrom, worse } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';
import { sanitize } from './sanitize.ts';

export type ReportFinding = {
  readonly dimension: string;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly suggestion: string;
};

/** A critic's report as it claims to be; nothing of it is believed before it is recomputed. */
export type ReviewReport = {
  readonly ticket: string;
  /** The judged commit; null where the founding format, which has none, was kept to. */
  readonly commit: string | null;
  readonly revisionCount: number;
  readonly reviewedAt: string;
  readonly reviewer: string;
  readonly status: 'pass' | 'fail';
  readonly overallScore: number;
  readonly dimensionScores: Readonly<Record<string, DimensionAnswer>>;
  readonly findings: readonly ReportFinding[];
  readonly blockingIssues: readonly BlockingIssue[];
  readonly revisionNotes: string | null;
  readonly approved: boolean;
  readonly passCriteriaMet: {
    readonly allCriticalDimensionsPass: boolean;
    readonly noBlockingIssues: boolean;
    readonly overallScoreAboveThreshold: boolean;
  };
};

export type ReadReport = Partial<ReviewReport> & { readonly token?: string | null };

/**
 * Reads every field by itself, so that a report with one bad field still tells what the others say. Each complaint
 * names its field; with any complaint the report is not valid. Keys that the format does not have are named apart:
 * what stands there was not read, and may deny what was.
 */
export function readReport(json: unknown, isAsked: (dimension: string) => boolean): RawReport {
  const nothing = { fields: {}, strangeKeys: [], calledCritical: [] };
  if (!isObject(json)) return { ...nothing, problems: ['the report is not an object'] };

  const problems: string[] = [];
  const fields: Record<string, unknown> = {};
  const shape = shapeOfReport();
  const { scores, calledCritical } = withoutOdd(json['dimension_scores'], isAsked);
  for (const [wire, [name, schema]] of Object.entries(shape)) {
    const read = schema.safeParse(wire === 'dimension_scores' ? scores : json[wire]);
    if (read.success) fields[name] = read.data;
    else problems.push(...read.error.issues.map((issue) => complaint(wire, issue)));
  }
  return { fields, problems, strangeKeys: strangeKeysIn(json, Object.keys(shape)), calledCritical };
}

export type RawReport = {
  readonly fields: ReadReport;
  readonly problems: readonly string[];
  readonly strangeKeys: readonly string[];
  /** Dimensions that nobody asked for and that the critic itself calls critical. */
  readonly calledCritical: readonly string[];
};

/** A dimension nobody asked for is no reason not to read the others, unless the critic says that all hangs on it. */
function withoutOdd(
  scores: unknown,
  isAsked: (dimension: string) => boolean,
): { readonly scores: unknown; readonly calledCritical: readonly string[] } {
  if (!isObject(scores)) return { scores, calledCritical: [] };
  const answer = answerSchema(scoreSchema(), textSchemas());
  const isCritical = (value: unknown): boolean =>
    isObject(value) && /^\s*(?:critical|3)\s*$/i.test(String(value['weight']));
  const more = Object.entries(scores).filter(([id]) => !isAsked(id));
  const odd = more.filter(([, value]) => !isCritical(value) && !answer.safeParse(value).success);
  const dropped = new Set(odd.map(([id]) => id));
  return {
    scores: Object.fromEntries(Object.entries(scores).filter(([id]) => !dropped.has(id))),
    calledCritical: more.filter(([, value]) => isCritical(value)).map(([id]) => id),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As many as are shown. */
const MAX_STRANGE = 5;

function strangeKeysIn(
  report: Readonly<Record<string, unknown>>,
  known: readonly string[],
): readonly string[] {
  const strange = (value: unknown, keys: readonly string[]) =>
    isObject(value) ? Object.keys(value).filter((key) => !keys.includes(key)) : [];
  const within = (value: unknown, keys: readonly string[]) =>
    typeof value === 'object' && value !== null
      ? Object.values(value).flatMap((each) => strange(each, keys))
      : [];
  const all = [
    ...strange(report, [...known, 'usage']),
    ...strange(report['usage'], ['tokensIn', 'tokensOut', 'usd']),
    ...within(report['dimension_scores'], ['score', 'weight', 'reason']),
    ...within(report['findings'], findingKeys),
    ...within(report['blocking_issues'], ['dimension', 'message', 'required_action']),
    ...strange(report['pass_criteria_met'], criteriaKeys),
  ];
  return [...new Set(all)].slice(0, MAX_STRANGE);
}

const findingKeys = ['dimension', 'severity', 'gauntlet_severity', 'file', 'line', 'message', 'suggestion'];
const criteriaKeys = ['all_critical_dimensions_pass', 'no_blocking_issues', 'overall_score_above_threshold'];

function complaint(
  wire: string,
  { path, message }: { path: readonly PropertyKey[]; message: string },
): string {
  return sanitize(`${[wire, ...path].map(String).join('.')}: ${message}`, {
    singleLine: true,
    maxLength: 300,
  });
}

const MAX_TEXT = 4000;
const MAX_ENTRIES = 1000;

type Shape = Readonly<Record<string, readonly [keyof ReadReport, z.ZodType]>>;

let built: Shape | undefined;

/** Built when a report is first read: building validators takes longer than many a command that reads none. */
function shapeOfReport(): Shape {
  built ??= buildShape();
  return built;
}

/** The name on the wire, our name, and what may stand there. */
function buildShape(): Shape {
  const texts = textSchemas();
  const score = scoreSchema();
  return {
    ticket_id: ['ticket', texts.writtenLine],
    commit: ['commit', texts.line.nullish().transform((value) => value ?? null)],
    token: ['token', z.string().nullish()],
    reviewed_at: ['reviewedAt', texts.optionalLine],
    reviewer: ['reviewer', texts.optionalLine],
    status: ['status', z.preprocess(lowerCase, z.enum(['pass', 'fail']))],
    overall_score: ['overallScore', score],
    revision_count: ['revisionCount', z.preprocess(wholeNumber, z.int().min(0))],
    dimension_scores: ['dimensionScores', z.record(z.string(), answerSchema(score, texts))],
    findings: ['findings', z.array(findingSchema(texts)).max(MAX_ENTRIES)],
    blocking_issues: ['blockingIssues', z.array(blockingSchema(texts)).max(MAX_ENTRIES)],
    revision_notes: [
      'revisionNotes',
      texts.text.nullish().transform((value) => (value === '' ? null : (value ?? null))),
    ],
    approved: ['approved', z.boolean()],
    pass_criteria_met: ['passCriteriaMet', criteriaSchema()],
  };
}

type TextSchemas = ReturnType<typeof textSchemas>;

function textSchemas() {
  const text = z.string().transform((value) => sanitize(value, { maxLength: MAX_TEXT }).trim());
  const line = z.string().transform((value) => sanitize(value, { maxLength: MAX_TEXT, singleLine: true }));
  return {
    text,
    line,
    optionalText: text.nullish().transform((value) => value ?? ''),
    optionalLine: line.nullish().transform((value) => value ?? ''),
    written: text.refine((value) => value !== '', 'must not be empty'),
    writtenLine: line.refine((value) => value !== '', 'must not be empty'),
  };
}

/** 95, "95" and "95/100" are scores; whatever else is there is left for the number check to refuse. */
function scoreSchema() {
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const [, digits] = /^(\d{1,3}(?:\.\d{1,9})?)(?: ?\/ ?100)?$/.exec(value.trim()) ?? [];
    return digits === undefined ? value : Number(digits);
  }, z.number().min(0).max(100));
}

function answerSchema(score: ReturnType<typeof scoreSchema>, { optionalLine }: TextSchemas) {
  const notApplicable = z.union([z.null(), z.stringFormat('n/a', /^n\/?a$|^not applicable$/i)]);
  return z.union([
    score.transform((value): DimensionAnswer => ({ score: value, reason: '' })),
    z
      .object({ score, reason: optionalLine })
      .transform((value): DimensionAnswer => ({ score: value.score, reason: value.reason })),
    z
      .object({ score: notApplicable, reason: optionalLine })
      .transform((value): DimensionAnswer => ({ score: null, reason: value.reason })),
  ]);
}

function findingSchema({ optionalLine, optionalText, written }: TextSchemas) {
  const severity = z.string().transform((word, context): Severity => {
    const known = severityFrom(word);
    if (known === undefined) context.addIssue('is not a severity');
    return known ?? 'HIGH';
  });
  return z
    .object({
      dimension: optionalLine,
      severity,
      gauntlet_severity: severity.optional(),
      file: optionalLine.transform((path) => path.replaceAll('\\', '/')),
      line: z.unknown().optional().transform(lineNumber),
      message: written,
      suggestion: optionalText,
    })
    .transform(({ gauntlet_severity: exact, ...rest }): ReportFinding => ({
      ...rest,
      severity: exact === undefined ? rest.severity : worse(exact, rest.severity),
    }));
}

/** 12, "12" and "12-20" all begin at line 12; nothing, or nothing readable, is the whole file. */
function lineNumber(value: unknown): number {
  const written = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [digits] = /^\d{1,9}(?![\d.])/.exec(written.trim()) ?? [];
  return Number(digits ?? 0);
}

function blockingSchema({ optionalLine, optionalText, written }: TextSchemas) {
  return z
    .object({ dimension: optionalLine, message: written, required_action: optionalText })
    .transform(({ dimension, message, required_action: requiredAction }): BlockingIssue => ({
      dimension,
      message,
      requiredAction,
    }));
}

function criteriaSchema() {
  return z
    .object({
      all_critical_dimensions_pass: z.boolean(),
      no_blocking_issues: z.boolean(),
      overall_score_above_threshold: z.boolean(),
    })
    .transform((met) => ({
      allCriticalDimensionsPass: met.all_critical_dimensions_pass,
      noBlockingIssues: met.no_blocking_issues,
      overallScoreAboveThreshold: met.overall_score_above_threshold,
    }));
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

function wholeNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
}
