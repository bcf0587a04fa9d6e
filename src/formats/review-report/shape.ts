import type { DimensionAnswer } from '../../model/dimensions.ts';
import type { BlockingIssue } from '../../model/feedback.ts';
import { severityFrom, worse } from '../../model/severity.ts';
import type { Severity } from '../../model/severity.ts';
import { fits, isMap } from '../../schema/fits.ts';
import { normal } from '../../schema/normal.ts';
import { problemTexts, salvage } from '../../schema/salvage.ts';
import {
  anything,
  decimal,
  either,
  type Infer,
  listOf,
  nullable,
  obeying,
  once,
  openMapOf,
  optional,
  or,
  recordOf,
  text,
  truth,
  turned,
  whole,
} from '../../schema/shape.ts';
import { sanitize } from '../sanitize.ts';

export type ReportFinding = {
  readonly dimension: string;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly suggestion: string;
};

type ReportFields = ReturnType<typeof reportFields>;

/** What could be read of a report. */
export type ReadReport = { readonly [Name in keyof ReportFields]?: Infer<ReportFields[Name]> | undefined };

/** A critic's report as it claims to be; nothing of it is believed before it is recomputed. */
export type ReviewReport = {
  readonly [Name in Exclude<keyof ReportFields, 'token'>]: Infer<ReportFields[Name]>;
};

export type WholeReport = ReviewReport & { readonly token?: string | null };

/** Whether every field was given that a report has; the token is not asked for everywhere. */
export function isWhole(fields: ReadReport): fields is WholeReport {
  const given = new Set(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  return Object.keys(reportFields()).every((name) => name === 'token' || given.has(name));
}

/** The key of a founding format: `revisionCount` is `revision_count`. */
export function wireName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function wireKey(name: string): string {
  return name === 'ticket' ? 'ticket_id' : wireName(name);
}

/**
 * Reads every field by itself, so that a report with one bad field still tells what the others say. Each complaint
 * names its field; with any complaint the report is not valid. Keys that the format does not have are named apart:
 * what stands there was not read, and may deny what was.
 */
export function readReport(json: unknown, isAsked: (dimension: string) => boolean): RawReport {
  const nothing = { fields: {}, strangeKeys: [], calledCritical: [] };
  if (!isMap(json)) return { ...nothing, problems: ['the report is not an object'] };

  const problems: string[] = [];
  const fields: Record<string, unknown> = {};
  const { scores, calledCritical } = withoutOdd(json['dimension_scores'], isAsked);
  const written = json['dimension_scores'] === undefined ? json : { ...json, dimension_scores: scores };
  const forms = reportFields();
  for (const [name, form] of Object.entries(forms)) {
    const shape = openMapOf({ [wireKey(name)]: form });
    const part = salvage(shape, written);
    if (part.problems.length === 0) fields[name] = Object.values(normal(shape, part.value))[0];
    else problems.push(...problemTexts(shape, written).map(shortLine));
  }
  const known = Object.keys(forms).map(wireKey);
  return { fields, problems, strangeKeys: strangeKeysIn(json, known), calledCritical };
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
  if (!isMap(scores)) return { scores, calledCritical: [] };
  const isCritical = (value: unknown): boolean =>
    isMap(value) && /^\s*(?:critical|3)\s*$/i.test(String(value['weight']));
  const more = Object.entries(scores).filter(([id]) => !isAsked(id));
  const odd = more.filter(([, value]) => !isCritical(value) && !fits(answer, value));
  const dropped = new Set(odd.map(([id]) => id));
  return {
    scores: Object.fromEntries(Object.entries(scores).filter(([id]) => !dropped.has(id))),
    calledCritical: more.filter(([, value]) => isCritical(value)).map(([id]) => id),
  };
}

/** As many as are shown. */
const MAX_STRANGE = 5;

function strangeKeysIn(
  report: Readonly<Record<string, unknown>>,
  known: readonly string[],
): readonly string[] {
  const strange = (value: unknown, keys: readonly string[]) =>
    isMap(value) ? Object.keys(value).filter((key) => !keys.includes(key)) : [];
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

function shortLine(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: 300 });
}

const MAX_TEXT = 4000;
const MAX_ENTRIES = 1000;

/** What may stand under each key, by our name for it; null is as good as nothing. */
const reportFields = once(() => ({
  ticket: needed(lineOf),
  /** The judged commit; null where the founding format, which has none, was kept to. */
  commit: or(
    null,
    turned(nullable(text()), (value) => (value === null ? null : lineOf(value))),
  ),
  token: optional(nullable(text())),
  reviewedAt: given(lineOf),
  reviewer: given(lineOf),
  status: turned(text({ pattern: /^\s*(?:pass|fail)\s*$/i, wrong: 'is not pass or fail' }), (word) =>
    word.trim().toLowerCase() === 'pass' ? 'pass' : 'fail',
  ),
  overallScore: score,
  revisionCount: turned(either([whole(), text({ pattern: /^\s*\d{1,9}\s*$/ })]), Number),
  dimensionScores: recordOf(answer),
  findings: listOf(finding, { most: MAX_ENTRIES }),
  blockingIssues: listOf(blocking, { most: MAX_ENTRIES }),
  revisionNotes: or(
    null,
    turned(nullable(text()), (value) => (value === null ? null : textOf(value) || null)),
  ),
  approved: truth(),
  passCriteriaMet: turned(
    openMapOf({
      all_critical_dimensions_pass: truth(),
      no_blocking_issues: truth(),
      overall_score_above_threshold: truth(),
    }),
    (met) => ({
      allCriticalDimensionsPass: met.all_critical_dimensions_pass,
      noBlockingIssues: met.no_blocking_issues,
      overallScoreAboveThreshold: met.overall_score_above_threshold,
    }),
  ),
}));

function textOf(value: string): string {
  return sanitize(value, { maxLength: MAX_TEXT }).trim();
}

function lineOf(value: string): string {
  return sanitize(value, { maxLength: MAX_TEXT, singleLine: true });
}

/** Cleaned text that may be missing. */
function given(clean: (value: string) => string) {
  return or(
    '',
    turned(nullable(text()), (value) => clean(value ?? '')),
  );
}

/** Cleaned text of which something is left. */
function needed(clean: (value: string) => string) {
  const isEmpty = (value: string) =>
    clean(value) === '' ? [{ path: [], message: 'must not be empty' }] : [];
  return turned(obeying(text(), isEmpty), clean);
}

const SCORE = /^\s*(?:100(?:\.0{1,9})?|\d{1,2}(?:\.\d{1,9})?|0\d{2}(?:\.\d{1,9})?)(?: ?\/ ?100)?\s*$/;

/** 95, "95" and "95/100". */
const score = turned(
  either([decimal(0, 100), text({ pattern: SCORE, wrong: 'is not a score from 0 to 100' })]),
  (value) => (typeof value === 'number' ? value : Number.parseFloat(value)),
);

const reason = given(lineOf);

const answer = either([
  turned(score, (value): DimensionAnswer => ({ score: value, reason: '' })),
  openMapOf({ score, reason }),
  openMapOf({
    score: turned(nullable(text({ pattern: /^n\/?a$|^not applicable$/i })), () => null),
    reason,
  }),
]);

const severity = obeying(text(), (word) =>
  severityFrom(word) === undefined ? [{ path: [], message: 'is not a severity' }] : [],
);

const finding = turned(
  openMapOf({
    dimension: given(lineOf),
    severity,
    gauntlet_severity: optional(severity),
    file: given((path) => lineOf(path).replaceAll('\\', '/')),
    line: or(0, turned(anything(), lineNumber)),
    message: needed(textOf),
    suggestion: given(textOf),
  }),
  ({ gauntlet_severity: exact, ...rest }): ReportFinding => {
    const claimed = severityFrom(rest.severity) ?? 'HIGH';
    return {
      ...rest,
      severity: exact === undefined ? claimed : worse(severityFrom(exact) ?? 'HIGH', claimed),
    };
  },
);

/** 12, "12" and "12-20" all begin at line 12; nothing, or nothing readable, is the whole file. */
function lineNumber(value: unknown): number {
  const written = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [digits] = /^\d{1,9}(?![\d.])/.exec(written.trim()) ?? [];
  return Number(digits ?? 0);
}

const blocking = turned(
  openMapOf({ dimension: given(lineOf), message: needed(textOf), required_action: given(textOf) }),
  ({ required_action: requiredAction, ...rest }): BlockingIssue => ({ ...rest, requiredAction }),
);
