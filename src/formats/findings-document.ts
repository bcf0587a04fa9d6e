import { isMustFix, severityFrom, severityRank, worse } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';
import { categoryFloor } from './findings-document-category.ts';
import { readDocument } from './findings-document-read.ts';
import type { FindingSection, RawDocument, RawFinding } from './findings-document-read.ts';
import { sanitize } from './sanitize.ts';
import { posixPath, readCode, readLocated } from './text-location.ts';

export type DocumentFinding = {
  readonly severity: Severity;
  readonly category: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  readonly impact: string;
  readonly fix: string;
};

export type ParsedFindings = {
  readonly ticket: string;
  readonly round: number | null;
  readonly reviewer: string;
  readonly date: string;
  readonly branch: string;
  readonly recommendation: string;
  readonly verdict: 'clean' | 'unclean' | 'unknown';
  /** Counted from the findings; the summary is only compared with it. */
  readonly counts: { readonly critical: number; readonly important: number; readonly minor: number };
  readonly mustFix: number;
  readonly findings: readonly DocumentFinding[];
  readonly reasons: readonly string[];
};

/**
 * Reads a reviewer's findings document (LOOP-03). It is clean only when nothing in it must be fixed and it is whole:
 * every section there, or absent with an explicit zero in the summary; the summary begun, which shows that it was not
 * cut off; and nothing below a heading that we could not read. A must-fix finding makes it unclean. Unknown is
 * everything else, and any document that is not one document or claims more than was found in it.
 */
export function parseFindingsDocument(
  text: string,
  expected: { readonly round?: number } = {},
): ParsedFindings {
  const raw = readDocument(sanitize(text));
  const raised: string[] = [];
  const findings = raw.findings.map((finding, index) => completed(finding, index + 1, raised));
  const count = (has: (severity: Severity) => boolean) =>
    findings.filter(({ severity }) => has(severity)).length;
  const counts = {
    critical: count((severity) => severity === 'CRITICAL'),
    important: count((severity) => severity === 'HIGH'),
    minor: count((severity) => !isMustFix(severity)),
  };
  const mustFix = counts.critical + counts.important;
  const invalid = flawsIn(raw, expected.round);
  const gaps = gapsIn(raw);
  const decided = mustFix > 0 ? 'unclean' : gaps.length > 0 ? 'unknown' : 'clean';
  return {
    ticket: said(raw.ticket),
    round: raw.round,
    reviewer: said(raw.header.get('reviewer')),
    date: said(raw.header.get('date')),
    branch: said(raw.header.get('branch')),
    recommendation: said(raw.summary.get('recommendation')),
    verdict: invalid.length > 0 ? 'unknown' : decided,
    counts,
    mustFix,
    findings,
    reasons: [...invalid, ...gaps, ...raised, ...differencesIn(raw)],
  };
}

const MAX_TEXT = 4000;

function said(text: string | undefined): string {
  return sanitize(text ?? '', { singleLine: true, maxLength: MAX_TEXT });
}

function completed(raw: RawFinding, number: number, raised: string[]): DocumentFinding {
  const filed = filedSeverity(raw);
  const floor = categoryFloor(raw.category);
  const severity = floor === undefined ? filed : worse(floor, filed);
  const category = said(raw.category);
  if (severityRank(severity) > severityRank(sectionSeverity[raw.section]))
    raised.push(`finding ${number} (${category}) is ${severity}, not ${raw.section}`);
  const title = said(raw.title);
  const problem = raw.fields.get('problem') ?? '';
  return {
    severity,
    category,
    title,
    ...place(said(raw.fields.get('file'))),
    problem: problem === '' ? title : said(problem),
    impact: said(raw.fields.get('impact')),
    fix: said(raw.fields.get('fix')),
  };
}

const sectionSeverity: Readonly<Record<FindingSection, Severity>> = {
  critical: 'CRITICAL',
  important: 'HIGH',
  minor: 'MEDIUM',
};

/** The heading decides between must fix and not; the severity line only says more exactly, or worse. */
function filedSeverity({ section, fields }: RawFinding): Severity {
  const line = severityFrom(fields.get('severity') ?? '');
  if (section === 'minor') return line ?? 'LOW';
  return worse(sectionSeverity[section], line ?? 'INFO');
}

/** Where several files are named the first one is kept. */
function place(value: string): { readonly file: string; readonly line: number } {
  if (/^(?:n\/a|none|-)$/i.test(value)) return { file: '', line: 0 };
  const marked = readCode(value);
  const [, after] = /^:(\d{1,9})$/.exec(marked?.rest ?? '') ?? [];
  if (marked !== null && after !== undefined) return { file: posixPath(marked.code), line: Number(after) };
  const [first = ''] = marked === null ? value.split(', ') : [value];
  const { file, line } = readLocated(first);
  if (file !== '') return { file, line };
  return { file: /^\S+$/.test(first) ? posixPath(first) : '', line: 0 };
}

const sections = ['critical', 'important', 'minor'] as const;

/** Why this cannot be taken for a review at all. */
function flawsIn(raw: RawDocument, round: number | undefined): readonly string[] {
  const reasons: string[] = [];
  const repeated = raw.headings.some((name, index) => raw.headings.indexOf(name) !== index);
  if (!sections.some((name) => raw.headings.includes(name))) reasons.push('there is no findings document');
  if (repeated) reasons.push('a heading appears twice: there is more than one document');
  if (raw.nested)
    reasons.push('a heading stands in a fence inside the fence: there is more than one document');
  if (raw.misplaced > 0) reasons.push('a finding stands outside the three sections');
  if (raw.tooMany) reasons.push('the document is too long to be read');
  if (round !== undefined && raw.round !== null && raw.round !== round)
    reasons.push(`the document is of round ${raw.round}, not ${round}`);
  const claimed = (claim(raw, 'critical') ?? 0) + (claim(raw, 'important') ?? 0);
  const found = raw.findings.filter(({ section }) => section !== 'minor').length;
  if (claimed > found)
    reasons.push(`the summary counts ${claimed} findings to be fixed, ${found} could be read`);
  return reasons;
}

/** What the summary counts; undefined where it does not say, null where it says something that is no number. */
function claim(raw: RawDocument, name: string): number | null | undefined {
  const value = raw.summary.get(name);
  if (value === undefined) return undefined;
  const [digits] = /^\d{1,9}/.exec(value.replace(/^[*_`]+/, '')) ?? [];
  if (digits !== undefined) return Number(digits);
  return /^(?:none|zero|no)\b/i.test(value) ? 0 : null;
}

/** Why a document without must-fix findings is still not clean. */
function gapsIn(raw: RawDocument): readonly string[] {
  const reasons: string[] = [];
  for (const name of sections) {
    const counted = claim(raw, name);
    if (!raw.headings.includes(name) && counted !== 0)
      reasons.push(`there is no ${name} section, and the summary does not say that it is empty`);
    if (counted === null) reasons.push(`the summary gives no number for ${name}`);
  }
  if (!raw.headings.includes('summary')) reasons.push('there is no summary: the document may be cut off');
  for (const line of raw.stray)
    reasons.push(`could not be read: ${sanitize(line, { singleLine: true, maxLength: 120 })}`);
  return reasons;
}

/** Where the summary counts otherwise than the findings are filed. */
function differencesIn(raw: RawDocument): readonly string[] {
  const filed = (name: string) => raw.findings.filter(({ section }) => section === name).length;
  const found = [
    ...sections.map((name) => [name, filed(name)] as const),
    ['total findings', raw.findings.length] as const,
  ];
  return found.flatMap(([name, count]) => {
    const claimed = claim(raw, name) ?? count;
    return claimed === count ? [] : [`the summary says ${name}: ${claimed}, the document has ${count}`];
  });
}
