import type { AuditVerdict } from '../../model/audit.ts';
import { severityFrom, type Severity } from '../../model/severity.ts';
import { sanitize } from '../sanitize.ts';

/** What a heading such as `### FAIL | HIGH | REQ-001 | Login` says; words we do not know are kept for the complaint. */
export type FindingHeading = {
  readonly verdict: string;
  readonly severity: string;
  readonly id: string;
  readonly title: string;
  /** Every field that is a severity by itself, wherever it stands. */
  readonly severities: readonly Severity[];
};

export const noHeading: FindingHeading = { verdict: '', severity: '', id: '', title: '', severities: [] };

const LONGEST_TITLE = 500;
const LONGEST_ID = 100;

const NUMBERED = /^FINDING[- ]?\d{1,6}\b/i;
const NUMBERING = /^\d{1,4}[.)]\s/;
const EMPHASIS = new Set(['*', '_', '`', '[', ']', ' ']);
const ID_LIKE = /^[A-Za-z][A-Za-z0-9_.]*-[A-Za-z0-9_.-]*\d$/;

/** Cheap enough to be asked of every heading of a large text. */
export function isFindingHeading(heading: string): boolean {
  return heading.includes('|') || NUMBERED.test(heading) || readFindingHeading(heading) !== undefined;
}

/** The heading of a finding, read leniently, or undefined when it is some other heading. */
export function readFindingHeading(heading: string): FindingHeading | undefined {
  // The first shipped form: everything stands in the bullets below.
  if (NUMBERED.test(heading)) return noHeading;
  const text = heading.replace(NUMBERING, '').replace(/\s+/g, ' ').trim();
  const parts = splitHeading(text);
  if (parts === undefined) return undefined;
  const [verdict = '', severity = '', id = '', ...title] = parts.fields;
  return {
    verdict: bare(verdict),
    severity: bare(severity),
    id: idText(id),
    title: titleText(title.join(parts.separator), text.startsWith('**')),
    severities: parts.fields.flatMap((field) => severityFrom(bare(field)) ?? []),
  };
}

/** Only the plain word, perhaps with a green mark, is a PASS. A warning mark before PASS makes it unclear. */
export function verdictFrom(word: string): AuditVerdict | undefined {
  const plain = word.toUpperCase();
  if (GREEN_PASS.test(plain)) return 'PASS';
  if (MARKED_PARTIAL.test(plain)) return 'PARTIAL';
  return MARKED_FAIL.test(plain) ? 'FAIL' : undefined;
}

const GREEN_PASS = /^(?:✅|✔|☑|🟢)?\ufe0f?\s?PASS(?:ED)?$/u;
const MARKED_PARTIAL = /^(?:⚠|🟡|🟠)?\ufe0f?\s?PARTIAL(?:LY)?$/u;
const MARKED_FAIL = /^(?:❌|✖|✗|🔴)?\ufe0f?\s?FAIL(?:ED|URE)?$/u;

/** An id fit to be written into a heading and read back. */
export function idText(id: string): string {
  const text = bare(oneLine(id, LONGEST_ID).replaceAll('|', '/'));
  return NO_VALUE.test(text) ? '' : text;
}

/** A title fit to be written into a heading and read back. */
export function titleText(title: string, isBold = false): string {
  const text = oneLine(title, LONGEST_TITLE);
  return isBold ? text.replace(/^\*\*|\*\*$/g, '').trim() : text;
}

/** Cutting can leave a second space behind, so runs of them go last. */
function oneLine(text: string, maxLength: number): string {
  const joined = sanitize(text).replaceAll('\uff5c', '|').replace(/\s+/g, ' ').trim();
  return sanitize(joined, { maxLength }).replace(/\s+/g, ' ');
}

const NO_VALUE = /^[-–—]?$/;

type Parts = { readonly fields: readonly string[]; readonly separator: string };

function splitHeading(text: string): Parts | undefined {
  if (text.includes('|')) return { fields: fillGaps(text.split('|')), separator: '|' };
  const named = text.split(':');
  // Only what speaks against the work is read from this form: `PASS: …` may be the heading of a whole section.
  const isNamed = severityFrom(bare(named[1] ?? '')) !== undefined && isOpen(bare(named[0] ?? ''));
  if (isNamed) return { fields: named, separator: ':' };
  const fields = text.split(/ [–—-] /);
  if (fields.length < 2 || verdictFrom(bare(fields[0] ?? '')) === undefined) return undefined;
  return { fields: fillGaps(fields), separator: ' - ' };
}

function isOpen(word: string): boolean {
  const verdict = verdictFrom(word);
  return verdict === 'FAIL' || verdict === 'PARTIAL';
}

/** Puts an empty field where the verdict or the severity was left out, so that the rest stands where it belongs. */
function fillGaps(fields: readonly string[]): readonly string[] {
  const [first = '', second = '', third = ''] = fields.map(bare);
  if (first === '' && verdictFrom(second) !== undefined) return fillGaps(fields.slice(1));
  if (verdictFrom(first) === undefined && severityFrom(first) !== undefined) return ['', ...fields];
  if (NO_VALUE.test(second) || severityFrom(second) !== undefined) return fields;
  const hasIdSecond = ID_LIKE.test(second) && !ID_LIKE.test(third);
  return fields.length < 4 || hasIdSecond ? [first, '', ...fields.slice(1)] : fields;
}

/** Without emphasis, code marks and brackets at its ends. By hand: a pattern for both ends is not linear. */
export function bare(field: string): string {
  let start = 0;
  let end = field.length;
  while (start < end && EMPHASIS.has(field.charAt(start))) start += 1;
  while (end > start && EMPHASIS.has(field.charAt(end - 1))) end -= 1;
  return field.slice(start, end);
}
