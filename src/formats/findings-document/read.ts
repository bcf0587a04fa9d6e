import {
  fencedBody,
  mayTell,
  countIn,
  isSeparator,
  readHeading,
  readItem,
  readLabel,
  saysNothing,
  type Heading,
  type SectionName,
} from './lines.ts';
import { readSummaryLine, type DocumentSummary } from './summary.ts';
import { placesOfReports } from '../review-report/json.ts';
import { sanitize } from '../sanitize.ts';
import { isContent, type LineKind, scanLines } from '../text/lines.ts';

export type FindingSection = Exclude<SectionName, 'summary'>;

export type FieldName = 'file' | 'problem' | 'impact' | 'fix' | 'severity' | 'category';

export type RawFinding = {
  readonly section: FindingSection;
  readonly category: string;
  title: string;
  readonly fields: Map<FieldName, string>;
};

/** `ticket` is empty and `round` null where the title does not say. */
export type Title = { readonly ticket: string; readonly round: number | null };

/** The document as written, not yet judged. */
export type RawDocument = {
  /** Every title, in order; one is usual. */
  readonly titles: Title[];
  /** Every heading that counts, in order, repeated ones too. */
  readonly headings: SectionName[];
  /** How many findings the headings of the sections say there are. */
  headed: number;
  readonly header: Map<string, string>;
  readonly findings: RawFinding[];
  readonly summary: DocumentSummary;
  /** The first lines that say something and are no part of the form. */
  readonly outside: string[];
  /** Longer than a document can be; the rest was not read. */
  tooMany: boolean;
};

const MAX_FINDINGS = 2000;
const MAX_LINE = 20_000;
const MAX_LINES = 100_000;
const MAX_OUTSIDE = 20;

/** Reads a sanitised text. Only lines outside fences, quotes and comments count, or those of the one fence around all. */
export function readDocument(text: string): RawDocument {
  const wrapped = fencedBody(text);
  const reader: Reader = {
    document: {
      titles: [],
      headings: [],
      headed: 0,
      header: new Map(),
      findings: [],
      summary: { values: new Map(), repeated: new Set() },
      outside: [],
      tooMany: false,
    },
    section: undefined,
    level: 0,
    finding: undefined,
    field: undefined,
    lines: 0,
  };
  if (wrapped === undefined) readBody(reader, text);
  else {
    readBody(reader, wrapped.before);
    readBody(reader, wrapped.body);
    reader.section = 'other';
    readBody(reader, wrapped.after);
  }
  return reader.document;
}

function readBody(reader: Reader, body: string): void {
  const { document } = reader;
  // A report with scores beside the document is read by itself.
  const reports = placesOfReports(body);
  const isClosed = scanLines(body, (start, end, kind) => {
    const isReport = reports.some((place) => start >= place.start && start < place.end);
    if (start === end || isReport || kind === 'open' || kind === 'close') return true;
    const isTelling = reader.section !== undefined || mayTell(body, start);
    if (isTelling && ++reader.lines > MAX_LINES) document.tooMany = true;
    // A transcript before the document is long: one such line is as good as many.
    if (isTelling || document.outside.length < MAX_OUTSIDE)
      readAny(reader, body.slice(start, Math.min(end, start + MAX_LINE)), kind);
    return !document.tooMany;
  });
  if (!isClosed && !document.tooMany) noteOutside(document, 'a code fence or comment that is never closed');
}

function readAny(reader: Reader, line: string, kind: LineKind): void {
  if (isContent(kind)) readLine(reader, line);
  // Code below a finding is about that finding.
  else if (kind !== 'fence' || reader.finding === undefined) noteOutside(reader.document, line);
}

type Reader = {
  readonly document: RawDocument;
  /** `other` is below a heading that is none of ours. */
  section: SectionName | 'other' | undefined;
  level: number;
  finding: RawFinding | undefined;
  /** Where a line without a label goes on; undefined for the title. */
  field: FieldName | undefined;
  /** Looked at so far. */
  lines: number;
};

function noteOutside({ outside }: RawDocument, line: string): void {
  const said = isSeparator(line) ? '' : sanitize(line, { singleLine: true, maxLength: 200 });
  if (said !== '' && outside.length < MAX_OUTSIDE) outside.push(said);
}

function readLine(reader: Reader, line: string): void {
  const heading = readHeading(line);
  if (heading?.section !== undefined) return enter(reader, heading, heading.section);
  const { section, document } = reader;
  switch (section) {
    case undefined:
    case 'other':
      if (heading !== undefined) return leave(reader, heading, line);
      return readHeader(document, line) ? undefined : noteOutside(document, line);
    case 'summary':
      if (heading !== undefined) return leave(reader, heading, line);
      return readSummaryLine(document.summary, line) ? undefined : noteOutside(document, line);
    case 'critical':
    case 'important':
    case 'minor':
      if (endsSection(reader, heading) && !startsFinding(heading)) return leave(reader, heading, line);
      return readFinding(reader, section, line, heading !== undefined);
  }
}

function endsSection({ level }: Reader, heading: Heading | undefined): heading is Heading {
  return heading !== undefined && heading.level <= level;
}

/** Some write a finding as a heading, even as one of the same level as its section. */
function startsFinding({ text }: Heading): boolean {
  const { numbered, category } = readItem(text);
  return numbered || category !== undefined;
}

function enter(reader: Reader, heading: Heading, section: SectionName): void {
  reader.document.headings.push(section);
  if (section !== 'summary') reader.document.headed += countIn(heading);
  reader.section = section;
  reader.level = heading.level;
  reader.finding = undefined;
}

/** A heading that is none of ours: the title, or something that the form does not have. */
function leave(reader: Reader, heading: Heading, line: string): void {
  const { titles } = reader.document;
  const [, ticket, rest = ''] = TITLE.exec(heading.text) ?? [];
  if (ticket === undefined) noteOutside(reader.document, line);
  else if (titles.length < MAX_TITLES) {
    const [, round] = /\bround[ \t]*(\d{1,4})\b/i.exec(rest) ?? [];
    titles.push({ ticket, round: round === undefined ? null : Number(round) });
  }
  if (reader.section !== 'summary' || endsSection(reader, heading)) reader.section = 'other';
  reader.finding = undefined;
}

const TITLE = /^(?:story|ticket)?[ \t]*(.{0,100}?)[ \t]*code review findings\b(.{0,100})/i;
/** Two that differ are already one too many. */
const MAX_TITLES = 100;

function readHeader({ header }: RawDocument, line: string): boolean {
  const label = readLabel(line);
  if (label === undefined || !headerNames.has(label.name)) return false;
  if (!header.has(label.name)) header.set(label.name, label.value);
  return true;
}

const headerNames: ReadonlySet<string> = new Set(['reviewer', 'date', 'branch', 'base', 'commit', 'story']);

const fieldNames: ReadonlyMap<string, FieldName> = new Map([
  ['file', 'file'],
  ['files', 'file'],
  ['location', 'file'],
  ['problem', 'problem'],
  ['description', 'problem'],
  ['impact', 'impact'],
  ['fix', 'fix'],
  ['suggested fix', 'fix'],
  ['suggestion', 'fix'],
  ['severity', 'severity'],
  ['category', 'category'],
  ['type', 'category'],
]);

function readFinding(reader: Reader, section: FindingSection, line: string, isHeading: boolean): void {
  const label = readLabel(line);
  const field = fieldNames.get(label?.name ?? '');
  if (label !== undefined && field !== undefined) return setField(reader, section, field, label.value);
  if (line.trim() === '' || isSeparator(line)) return;
  if (reader.finding === undefined && saysNothing(line)) return;

  const item = readItem(line);
  const deep = /^(?: {4}|\t)/.test(line);
  const listed = /^[-*+•][ \t]/.test(line);
  if (!deep && (item.numbered || item.category !== undefined || listed || isHeading))
    return begin(reader, section, item.category ?? '', item.title);
  // What is not indented is read as part of the finding, so that nothing is lost; it has no place there.
  if (reader.finding === undefined || !/^(?: {2}|\t)/.test(line)) noteOutside(reader.document, line);
  if (reader.finding !== undefined) append(reader.finding, reader.field, line.trim());
}

function begin(reader: Reader, section: FindingSection, category: string, title: string): void {
  const { findings } = reader.document;
  if (findings.length === MAX_FINDINGS) {
    reader.document.tooMany = true;
    return;
  }
  reader.finding = { section, category, title, fields: new Map() };
  reader.field = undefined;
  findings.push(reader.finding);
}

/** A second file after a whole finding is the next finding, whose first line was forgotten. */
function setField(reader: Reader, section: FindingSection, field: FieldName, value: string): void {
  const fields = reader.finding?.fields;
  const isNext = field === 'file' && fields?.has('file') === true && fields.has('problem');
  if (reader.finding === undefined || isNext) begin(reader, section, '', '');
  reader.field = field;
  const before = reader.finding?.fields.get(field);
  if (before === undefined) reader.finding?.fields.set(field, value);
  // Each severity line counts by its own first word.
  else if (field === 'severity') reader.finding?.fields.set(field, joined(before, value, '\n'));
  else if (reader.finding !== undefined) append(reader.finding, field, value);
}

function append(finding: RawFinding, field: FieldName | undefined, text: string): void {
  if (field === undefined) finding.title = joined(finding.title, text, ' ');
  else finding.fields.set(field, joined(finding.fields.get(field) ?? '', text, ' '));
}

/** Past the length that is kept nothing is added: gluing a million lines one by one would never end. */
function joined(before: string, text: string, glue: string): string {
  return before.length > MAX_LINE ? before : `${before}${glue}${text}`.trim();
}
