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
 * names its field; with any complaint the report is not valid.
 */
export function readReport(json: unknown): {
  readonly fields: ReadReport;
  readonly problems: readonly string[];
} {
  const raw = z.record(z.string(), z.unknown()).safeParse(json);
  if (!raw.success) return { fields: {}, problems: ['the report is not an object'] };

  const problems: string[] = [];
  const fields: Record<string, unknown> = {};
  for (const [wire, [name, schema]] of Object.entries(shape)) {
    const read = schema.safeParse(raw.data[wire]);
    if (read.success) fields[name] = read.data;
    else problems.push(...read.error.issues.map((issue) => complaint(wire, issue)));
  }
  return { fields, problems };
}

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

const text = z.string().transform((value) => sanitize(value, { maxLength: MAX_TEXT }).trim());
const line = z.string().transform((value) => sanitize(value, { maxLength: MAX_TEXT, singleLine: true }));
const optionalText = text.nullish().transform((value) => value ?? '');
const optionalLine = line.nullish().transform((value) => value ?? '');
const written = text.refine((value) => value !== '', 'must not be empty');
const writtenLine = line.refine((value) => value !== '', 'must not be empty');

/** 95, "95" and "95/100" are scores; whatever else is there is left for the number check to refuse. */
const score = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const [, digits] = /^(\d{1,3}(?:\.\d{1,9})?)(?: ?\/ ?100)?$/.exec(value.trim()) ?? [];
  return digits === undefined ? value : Number(digits);
}, z.number().min(0).max(100));

const notApplicable = z.union([z.null(), z.stringFormat('n/a', /^n\/?a$|^not applicable$/i)]);

const answer = z.union([
  score.transform((value): DimensionAnswer => ({ score: value, reason: '' })),
  z
    .object({ score: score, reason: optionalLine })
    .transform((value): DimensionAnswer => ({ score: value.score, reason: value.reason })),
  z
    .object({ score: notApplicable, reason: optionalLine })
    .transform((value): DimensionAnswer => ({ score: null, reason: value.reason })),
]);

const severity = z.string().transform((word, context): Severity => {
  const known = severityFrom(word);
  if (known === undefined) context.addIssue('is not a severity');
  return known ?? 'HIGH';
});

/** 12, "12" and "12-20" all begin at line 12; nothing, or nothing readable, is the whole file. */
const lineNumber = z
  .unknown()
  .optional()
  .transform((value) => {
    const written = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    const [digits] = /^\d{1,9}(?![\d.])/.exec(written.trim()) ?? [];
    return Number(digits ?? 0);
  });

const finding = z
  .object({
    dimension: optionalLine,
    severity,
    gauntlet_severity: severity.optional(),
    file: optionalLine.transform((path) => path.replaceAll('\\', '/')),
    line: lineNumber,
    message: written,
    suggestion: optionalText,
  })
  .transform(({ gauntlet_severity: exact, ...rest }): ReportFinding => ({
    ...rest,
    severity: exact === undefined ? rest.severity : worse(exact, rest.severity),
  }));

const blockingIssue = z
  .object({ dimension: optionalLine, message: written, required_action: optionalText })
  .transform(({ dimension, message, required_action: requiredAction }): BlockingIssue => ({
    dimension,
    message,
    requiredAction,
  }));

const criteria = z
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

/** The name on the wire, our name, and what may stand there. */
const shape: Readonly<Record<string, readonly [keyof ReadReport, z.ZodType]>> = {
  ticket_id: ['ticket', writtenLine],
  commit: ['commit', line.nullish().transform((value) => value ?? null)],
  token: ['token', z.string().nullish()],
  reviewed_at: ['reviewedAt', optionalLine],
  reviewer: ['reviewer', optionalLine],
  status: ['status', z.preprocess(lowerCase, z.enum(['pass', 'fail']))],
  overall_score: ['overallScore', score],
  revision_count: ['revisionCount', z.preprocess(wholeNumber, z.int().min(0))],
  dimension_scores: ['dimensionScores', z.record(z.string(), answer)],
  findings: ['findings', z.array(finding).max(MAX_ENTRIES)],
  blocking_issues: ['blockingIssues', z.array(blockingIssue).max(MAX_ENTRIES)],
  revision_notes: [
    'revisionNotes',
    text.nullish().transform((value) => (value === '' ? null : (value ?? null))),
  ],
  approved: ['approved', z.boolean()],
  pass_criteria_met: ['passCriteriaMet', criteria],
};

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

function wholeNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
}
