import { isMustFix, severityRank, worse } from '../../model/severity.ts';
import type { Severity } from '../../model/severity.ts';
import { severityFloor, severityLines } from './category.ts';
import { leadingWords } from './lines.ts';
import { readDocument } from './read.ts';
import type { FindingSection, RawDocument, RawFinding } from './read.ts';
import { claimOf, recommendsPass, summaryNames } from './summary.ts';
import { outsideReasons } from '../outside.ts';
import { sanitize } from '../sanitize.ts';
import { posixPath, readCode, readLocated } from '../text/location.ts';

export type DocumentFinding = {
  readonly severity: Severity;
  readonly category: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  readonly impact: string;
  readonly fix: string;
  /** The last lines that a program printed; written for people, never read. */
  readonly output?: readonly string[];
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
  /** What it says beside its form. */
  readonly outside: readonly string[];
  readonly reasons: readonly string[];
};

/** What the document has to be: anything else is somebody else's, or an old one. */
export type ExpectedFindings = {
  /** Compared with the id in the title, where that names one. Empty: any. */
  readonly ticket?: string;
  readonly round?: number;
};

/**
 * Reads a reviewer's findings document (LOOP-03). It is clean only when nothing in it must be fixed and it is whole:
 * every section there, or absent with an explicit zero in the summary; a summary with all three counts, which shows
 * that it was not cut off; and nothing that is no part of its form. A must-fix finding makes it unclean. Unknown is everything else, and any document that is not one document,
 * is not the expected one, or claims more than was found in it.
 */
export function parseFindingsDocument(text: string, expected: ExpectedFindings = {}): ParsedFindings {
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
  const invalid = [...flawsIn(raw), ...strangerTo(raw, expected)];
  const recommendation = said(raw.summary.values.get('recommendation'));
  const gaps = [...gapsIn(raw, expected.round), ...outsideReasons(raw.outside)];
  if (mustFix === 0 && recommendation !== '' && !recommendsPass(recommendation))
    gaps.push('without a finding that must be fixed the recommendation is APPROVE, and nothing else');
  const decided = mustFix > 0 ? 'unclean' : gaps.length > 0 ? 'unknown' : 'clean';
  return {
    ticket: said(raw.titles[0]?.ticket),
    round: raw.titles[0]?.round ?? null,
    reviewer: said(raw.header.get('reviewer')),
    date: said(raw.header.get('date')),
    branch: said(raw.header.get('branch')),
    recommendation,
    verdict: invalid.length > 0 ? 'unknown' : decided,
    counts,
    mustFix,
    findings,
    outside: raw.outside,
    reasons: [...invalid, ...gaps, ...raised, ...differencesIn(raw)],
  };
}

const MAX_TEXT = 4000;

function said(text: string | undefined): string {
  return sanitize(text ?? '', { singleLine: true, maxLength: MAX_TEXT });
}

function completed(raw: RawFinding, number: number, raised: string[]): DocumentFinding {
  const filed = filedSeverity(raw);
  const floor = floorOf(raw);
  const severity = floor === undefined ? filed : worse(floor, filed);
  const category = said(raw.category === '' ? raw.fields.get('category') : raw.category);
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

/** By the category wherever it stands (where none is set off, by the words the title begins with) with the title. */
function floorOf({ category, title, fields }: RawFinding): Severity | undefined {
  const named = `${category} ${fields.get('category') ?? ''}`.trim();
  const described = title === '' ? (fields.get('problem') ?? '') : title;
  return severityFloor(named === '' ? leadingWords(title) : named, described);
}

/** The heading decides between must fix and not; the severity lines only say more exactly, or worse. */
function filedSeverity({ section, fields }: RawFinding): Severity {
  const line = severityLines(fields.get('severity') ?? '');
  if (section === 'minor') return line ?? 'LOW';
  return worse(sectionSeverity[section], line ?? 'INFO');
}

/** Where several files are named the first one is kept. */
function place(value: string): { readonly file: string; readonly line: number } {
  if (/^(?:n\/a|none|-)$/i.test(value)) return { file: '', line: 0 };
  const marked = readCode(value);
  const [first = ''] = marked === null ? value.split(', ') : [value];
  const { file, line } = readLocated(first);
  if (file !== '') return { file, line };
  const word = marked?.rest === '' ? marked.code : first;
  return { file: /^\S+$/.test(word) ? posixPath(word) : '', line: 0 };
}

const sections = ['critical', 'important', 'minor'] as const;

/** Why this cannot be taken for a review at all. */
function flawsIn(raw: RawDocument): readonly string[] {
  const reasons: string[] = [];
  const repeated = raw.headings.some((name, index) => raw.headings.indexOf(name) !== index);
  if (!sections.some((name) => raw.headings.includes(name))) reasons.push('there is no findings document');
  if (repeated) reasons.push('a heading appears twice: there is more than one document');
  if (raw.tooMany) reasons.push('the document is too long to be read');
  for (const name of raw.summary.repeated) reasons.push(`the summary has two values for ${name}`);
  const { critical, important, minor, total } = claimsIn(raw);
  const found = raw.findings.filter(({ section }) => section !== 'minor').length;
  const claimed = critical + important;
  if (claimed > found)
    reasons.push(`the summary counts ${claimed} findings to be fixed, ${found} could be read`);
  if (raw.headed > raw.findings.length)
    reasons.push(`the headings count ${raw.headed} findings, ${raw.findings.length} could be read`);
  const all = Math.max(total, claimed + minor);
  if (all > raw.findings.length)
    reasons.push(`the summary counts ${all} findings in all, ${raw.findings.length} could be read`);
  return reasons;
}

/** What is counted where a number is said, otherwise 0. */
function claimsIn({ summary }: RawDocument) {
  return {
    critical: claimOf(summary, 'critical') ?? 0,
    important: claimOf(summary, 'important') ?? 0,
    minor: claimOf(summary, 'minor') ?? 0,
    total: claimOf(summary, 'total findings') ?? 0,
  };
}

/** Why this is a document about something else. */
function strangerTo({ titles }: RawDocument, expected: ExpectedFindings): readonly string[] {
  const reasons: string[] = [];
  const [first] = titles;
  if (titles.some(({ ticket, round }) => ticket !== first?.ticket || round !== first.round))
    reasons.push('there are two titles that differ: there is more than one document');
  const { round = null, ticket = '' } = first ?? {};
  if (expected.round !== undefined && round !== null && round !== expected.round)
    reasons.push(`the document is of round ${round}, not ${expected.round}`);
  if (expected.ticket !== undefined && !isAbout(ticket, expected.ticket))
    reasons.push(`the document is about ${said(ticket)}, not ${said(expected.ticket)}`);
  return reasons;
}

/** A name may follow the id in the title; a longer id, such as 1.2 for 1, is another one. */
function isAbout(titled: string, expected: string): boolean {
  if (titled === '' || expected === '') return true;
  const [named, wanted] = [titled.toLowerCase(), expected.toLowerCase()];
  return named.startsWith(wanted) && /^(?:$|:?\s)/.test(named.slice(wanted.length));
}

/** Why a document without must-fix findings is still not clean. */
function gapsIn(raw: RawDocument, round: number | undefined): readonly string[] {
  const reasons: string[] = [];
  if (round !== undefined && (raw.titles[0]?.round ?? null) === null)
    reasons.push(`the title does not say that the document is of round ${round}`);
  if (!raw.headings.includes('summary')) reasons.push('there is no summary: the document may be cut off');
  for (const name of sections) {
    const counted = claimOf(raw.summary, name) ?? null;
    if (!raw.headings.includes(name) && counted !== 0)
      reasons.push(`there is no ${name} section, and the summary does not say that it is empty`);
    else if (counted === null && raw.headings.includes('summary'))
      reasons.push(`the summary gives no number for ${name}`);
  }
  return reasons;
}

/** Where the summary counts otherwise than the findings are filed. */
function differencesIn(raw: RawDocument): readonly string[] {
  return summaryNames.flatMap((name) => {
    if (name === 'recommendation') return [];
    const filed = raw.findings.filter(({ section }) => name === 'total findings' || section === name);
    const claimed = claimOf(raw.summary, name) ?? filed.length;
    if (claimed === filed.length) return [];
    return [`the summary says ${name}: ${claimed}, the document has ${filed.length}`];
  });
}
