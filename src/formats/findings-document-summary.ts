import { isListed, isSeparator, readLabel, saysNothing } from './findings-document-lines.ts';

/** What the document says of itself below "Summary". */
export type DocumentSummary = {
  readonly values: Map<SummaryName, string>;
  /** Said twice, and not the same. */
  readonly repeated: Set<SummaryName>;
};

export const summaryNames = ['total findings', 'critical', 'important', 'minor', 'recommendation'] as const;

export type SummaryName = (typeof summaryNames)[number];

/** How a line of the summary, or of a part that is none of ours, is to be taken. */
export type SummaryLineKind = 'read' | 'prose' | 'finding';

/** Reads one line below "Summary". A list entry that is none of its five lines may be a finding filed there. */
export function readSummaryLine(summary: DocumentSummary, line: string): SummaryLineKind {
  if (isSeparator(line) || TABLE_HEAD.test(line)) return 'read';
  const label = readRow(line) ?? readLabel(line);
  const name = label === undefined ? undefined : summaryName(label.name);
  if (label === undefined || name === undefined)
    return isListed(line) && !saysNothing(line) ? 'finding' : 'prose';
  const before = summary.values.get(name);
  if (before === undefined) summary.values.set(name, label.value);
  else if (before !== label.value) summary.repeated.add(name);
  return 'read';
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

/** Whether these words speak against the change, whatever the counts say. */
export function objects(text: string): boolean {
  return OBJECTION.test(text.slice(0, MAX_OBJECTION).replace(NO_OBJECTION, ' '));
}

const MAX_OBJECTION = 4000;
const NO_OBJECTION =
  /\b(?:no|zero|0|without(?: any)?) (?:(?:critical|important|blocking|must-fix|security|major|serious|or|and),? ){0,5}(?:issues?|findings?|problems?|blockers?|vulnerabilities|concerns)\b/gi;
const OBJECTION =
  /(?:\b(?:not|never|cannot)|n['’]t) (?:\w+ ){0,3}(?:merge|merged|approve|approved|ship|shipped|land|ready|mergeable|acceptable)\b|\bmust[- ](?:be )?(?:fix|fixed|change|changed|address|addressed)\b|\bfix\b.{0,40}\b(?:before|first|required)\b|\bblock(?:s|ed|er|ers|ing)?\b|\breject(?:ed|ing)?\b|\bchanges? (?:requested|required|needed)\b|\brequest(?:ing|s)? changes\b|\bneeds? (?:work|fix|fixes|fixing|changes|rework)\b|\b(?:critical|severe|serious)\b|\binjections?\b|\bvulnerab/i;
