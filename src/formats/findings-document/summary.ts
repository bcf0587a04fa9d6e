import { isSeparator, readLabel } from './lines.ts';

/** What the document says of itself below "Summary". */
export type DocumentSummary = {
  readonly values: Map<SummaryName, string>;
  /** Said twice, and not the same. */
  readonly repeated: Set<SummaryName>;
};

export const summaryNames = ['total findings', 'critical', 'important', 'minor', 'recommendation'] as const;

export type SummaryName = (typeof summaryNames)[number];

/** Reads one line below "Summary"; false where it is none of its five lines. */
export function readSummaryLine(summary: DocumentSummary, line: string): boolean {
  if (isSeparator(line) || TABLE_HEAD.test(line)) return true;
  const label = readRow(line) ?? readLabel(line);
  const name = label === undefined ? undefined : summaryName(label.name);
  if (label === undefined || name === undefined) return false;
  const before = summary.values.get(name);
  if (before === undefined) summary.values.set(name, label.value);
  else if (before !== label.value) summary.repeated.add(name);
  return true;
}

const TABLE_HEAD =
  /^\s*\|[ *]*(?:severity|category|level|type|priority)[ *]*\|[ *]*(?:count|number|total|findings|#)[ *]*\|?\s*$/i;

const ROW = /^\s*\|[ \t*_]*([A-Za-z][A-Za-z ]{0,30}?)[ \t*_]*\|([^|]{0,200})\|?\s*$/;

/** `| Critical | 3 |` says what `- **Critical:** 3` says. */
function readRow(line: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, value = ''] = ROW.exec(line) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), value: value.trim() };
}

function summaryName(label: string): SummaryName | undefined {
  const [plain = ''] = label.split(/ (?:issues?|findings?|problems?)$/);
  return summaryNames.find((name) => name === plain || name === `${plain} findings`);
}

/** What the summary counts; undefined where it does not say, null where it says something that is no number. */
export function claimOf(summary: DocumentSummary, name: SummaryName): number | null | undefined {
  const value = summary.values.get(name);
  if (value === undefined) return undefined;
  const [, said = '', rest = ''] = COUNT.exec(value.replace(/[*_`]+/g, '').trim()) ?? [];
  if (/^[1-9]/.test(said)) return Number(said);
  // "0 (and 5 in the other file)" is no zero.
  return said !== '' && ZERO_REST.test(rest) ? 0 : null;
}

const COUNT = /^(\d{1,9}|none|zero|no)\b(.*)$/i;
const ZERO_REST = /^(?: (?:issues?|findings?|problems?))?(?: (?:found|identified|reported|detected))?[.!]?$/i;

/** Whether a recommendation lets the change pass, in one of the words for it and no others: more words may take it back. */
export function recommendsPass(recommendation: string): boolean {
  return PASSING.test(recommendation);
}

const PASSING =
  /^[*_`✅ ]{0,4}(?:approved?|accept(?:ed)?|pass(?:ed)?|(?:ready to )?merge|proceed|clean|none|nothing (?:has )?to (?:be )?fix(?:ed)?|no (?:action|change|fix|fixes|changes) (?:is |are )?(?:needed|required))[*_`.! ]{0,4}$/iu;
