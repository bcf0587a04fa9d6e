import {
  fencedBody,
  mayTell,
  countIn,
  isListed,
  isSeparator,
  readHeading,
  readItem,
  readLabel,
  saysNothing,
  soundsLikeFindings,
  type Heading,
  type SectionName,
} from './findings-document-lines.ts';
import { objects, readSummaryLine, type DocumentSummary } from './findings-document-summary.ts';
import { isContent, scanLines } from './text-lines.ts';

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
  /** What stands below a heading and is neither a finding nor "none", or speaks against the change elsewhere. */
  readonly stray: string[];
  /** There is a heading of ours in a fence within the fence around all. */
  nested: boolean;
  /** Findings, or parts of them, outside the three sections. */
  misplaced: number;
  /** Longer than a document can be; the rest was not read. */
  tooMany: boolean;
};

const MAX_FINDINGS = 2000;
const MAX_LINE = 20_000;
const MAX_LINES = 100_000;
/** As many as are shown. */
const MAX_STRAY = 3;

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
      stray: [],
      nested: false,
      misplaced: 0,
      tooMany: false,
    },
    section: undefined,
    level: 0,
    alarming: false,
    finding: undefined,
    field: undefined,
    lines: 0,
  };
  readBody(reader, wrapped?.body ?? text, wrapped !== undefined);
  if (wrapped === undefined) return reader.document;
  reader.section = 'other';
  reader.alarming = false;
  readBody(reader, wrapped.after, false);
  return reader.document;
}

function readBody(reader: Reader, body: string, isFenced: boolean): void {
  const { document } = reader;
  scanLines(body, (start, end, kind) => {
    const line = lineIfTelling(reader, body, start, end);
    if (line === undefined) return !document.tooMany;
    if (isContent(kind)) readLine(reader, line);
    else if (kind === 'open' || kind === 'quote' || (kind === 'comment' && isListed(line)))
      noteHidden(reader, line);
    // Which of the fences holds the document cannot be said then.
    else if (isFenced && kind === 'fence') document.nested ||= readHeading(line)?.section !== undefined;
    return !document.tooMany;
  });
}

type Reader = {
  readonly document: RawDocument;
  /** `other` is below a heading that is none of ours. */
  section: SectionName | 'other' | undefined;
  level: number;
  /** The last heading is none of ours and sounds like findings: whatever is below it may be one. */
  alarming: boolean;
  finding: RawFinding | undefined;
  /** Where a line without a label goes on; undefined for the title. */
  field: FieldName | undefined;
  /** Looked at so far. */
  lines: number;
};

/** Before the document only what begins like a heading, a label, a bullet or a number is looked at: a transcript is long. */
function lineIfTelling(reader: Reader, text: string, start: number, end: number): string | undefined {
  if (start === end) return undefined;
  if (reader.section === undefined && !mayTell(text, start)) return undefined;
  if (++reader.lines > MAX_LINES) reader.document.tooMany = true;
  return text.slice(start, Math.min(end, start + MAX_LINE));
}

function readLine(reader: Reader, line: string): void {
  const heading = readHeading(line);
  if (heading?.section !== undefined) return enter(reader, heading, heading.section);
  const { section } = reader;
  switch (section) {
    case undefined:
      return heading === undefined ? readBefore(reader, line) : leave(reader, heading);
    case 'other':
      return heading === undefined ? readOther(reader, line) : leave(reader, heading);
    case 'summary':
      if (heading === undefined) return readSummary(reader, line);
      if (endsSection(reader, heading)) return leave(reader, heading);
      return enterOther(reader, heading);
    case 'critical':
    case 'important':
    case 'minor':
      if (endsSection(reader, heading) && !startsFinding(heading)) return leave(reader, heading);
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

/** Quoted text is no finding, but where findings belong it is not "none" either. */
function noteHidden({ section, alarming, finding, document }: Reader, line: string): void {
  const isOurs = section !== undefined && section !== 'other' && section !== 'summary';
  if (alarming || (isOurs && finding === undefined)) noteStray(document, line);
}

function noteStray({ stray }: RawDocument, line: string): void {
  if (stray.length < MAX_STRAY) stray.push(line);
}

function enter(reader: Reader, heading: Heading, section: SectionName): void {
  reader.document.headings.push(section);
  if (section !== 'summary') reader.document.headed += countIn(heading);
  reader.section = section;
  reader.level = heading.level;
  reader.alarming = false;
  reader.finding = undefined;
}

/** A heading that is none of ours: the title, or the end of a section. */
function leave(reader: Reader, heading: Heading): void {
  const { titles } = reader.document;
  const [, ticket, rest = ''] = TITLE.exec(heading.text) ?? [];
  if (ticket !== undefined && titles.length < MAX_TITLES) {
    const [, round] = /\bround[ \t]*(\d{1,4})\b/i.exec(rest) ?? [];
    titles.push({ ticket, round: round === undefined ? null : Number(round) });
  }
  if (reader.section === undefined && titles.length === 0) return;
  reader.section = 'other';
  if (ticket === undefined) enterOther(reader, heading);
}

const TITLE = /^(?:story|ticket)?[ \t]*(.{0,100}?)[ \t]*code review findings\b(.{0,100})/i;
/** Two that differ are already one too many. */
const MAX_TITLES = 100;

/** Below it whatever stands may be a finding, and what it counts should be somewhere. */
function enterOther(reader: Reader, heading: Heading): void {
  reader.alarming = soundsLikeFindings(heading);
  if (reader.alarming) reader.document.headed += countIn(heading);
}

/** Before the document there may be any prose. */
function readBefore({ document }: Reader, line: string): void {
  const item = readItem(line);
  if (item.numbered && item.category !== undefined) document.misplaced++;
  readHeader(document, line);
}

function readHeader({ header }: RawDocument, line: string): boolean {
  const label = readLabel(line);
  if (label === undefined) return false;
  if (!header.has(label.name)) header.set(label.name, label.value);
  return headerNames.has(label.name);
}

const headerNames: ReadonlySet<string> = new Set(['reviewer', 'date', 'branch', 'base', 'commit', 'story']);

/** Between and behind the sections what may be a finding is one that was lost. */
function readOther(reader: Reader, line: string): void {
  const isHeader = readHeader(reader.document, line);
  if (isHeader || isSeparator(line) || line.trim() === '') return;
  readLost(reader, line, isListed(line) && !saysNothing(line));
}

function readSummary(reader: Reader, line: string): void {
  if (line.trim() === '') return;
  const taken = readSummaryLine(reader.document.summary, line);
  if (taken !== 'read') readLost(reader, line, taken === 'finding');
}

function readLost({ document, alarming }: Reader, line: string, isEntry: boolean): void {
  const isField = fieldNames.has(readLabel(line)?.name ?? '');
  if (isField || isEntry || (alarming && !saysNothing(line))) document.misplaced++;
  else if (objects(line)) noteStray(document, line);
}

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
  if (reader.finding === undefined) noteStray(reader.document, line);
  else append(reader.finding, reader.field, line.trim());
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
