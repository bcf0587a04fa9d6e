import { readHeading, readItem, readLabel, saysNothing } from './findings-document-lines.ts';
import type { Heading, SectionName } from './findings-document-lines.ts';
import { scanLines } from './text-lines.ts';
import type { LineKind } from './text-lines.ts';

export type FindingSection = Exclude<SectionName, 'summary'>;

export type FieldName = 'file' | 'problem' | 'impact' | 'fix' | 'severity';

export type RawFinding = {
  readonly section: FindingSection;
  readonly category: string;
  title: string;
  readonly fields: Map<FieldName, string>;
};

/** The document as written, not yet judged. */
export type RawDocument = {
  ticket: string;
  round: number | null;
  /** Every heading that counts, in order, repeated ones too. */
  readonly headings: SectionName[];
  readonly header: Map<string, string>;
  readonly findings: RawFinding[];
  readonly summary: Map<string, string>;
  /** What stands below a heading and is neither a finding nor "none". */
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
    document: emptyDocument(),
    section: undefined,
    level: 0,
    finding: undefined,
    field: undefined,
    lines: 0,
  };
  const body = wrapped ?? text;
  scanLines(body, (start, end, kind) => {
    const line = lineIfTelling(reader, body, start, end);
    if (line !== undefined && isContent(kind)) readLine(reader, line);
    else if (line !== undefined && (kind === 'open' || kind === 'quote')) noteHidden(reader, line);
    // Which of the fences holds the document cannot be said then.
    else if (line !== undefined && wrapped !== undefined && kind === 'fence')
      reader.document.nested ||= readHeading(line)?.section !== undefined;
    return !reader.document.tooMany;
  });
  return reader.document;
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

function emptyDocument(): RawDocument {
  return {
    ticket: '',
    round: null,
    headings: [],
    header: new Map(),
    findings: [],
    summary: new Map(),
    stray: [],
    nested: false,
    misplaced: 0,
    tooMany: false,
  };
}

function isContent(kind: LineKind): boolean {
  return kind === 'text' || kind === 'lazy' || kind === 'shadow';
}

/** Outside our sections only what begins like a heading, a label, a bullet or a number is looked at: a transcript is long. */
function lineIfTelling(reader: Reader, text: string, start: number, end: number): string | undefined {
  if (start === end) return undefined;
  const inside = reader.section !== undefined && reader.section !== 'other';
  if (!inside && !mayTell(text, start, end)) return undefined;
  if (++reader.lines > MAX_LINES) reader.document.tooMany = true;
  return text.slice(start, Math.min(end, start + MAX_LINE));
}

/** Character by character: this is asked about every line of a text that may have millions. */
function mayTell(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && at - start < 3 && text.charCodeAt(at) === 0x20) at++;
  const code = text.charCodeAt(at);
  return at < end && (code === 0x23 || code === 0x2a || code === 0x2d || (code >= 0x30 && code <= 0x39));
}

/** The inside of the one fence around a whole document; undefined where a heading stands outside of fences. */
function fencedBody(text: string): string | undefined {
  if (!text.includes('```') && !text.includes('~~~')) return undefined;
  let opened = 0;
  let from: number | undefined;
  let until = text.length;
  let outside = false;
  scanLines(text, (start, end, kind) => {
    if (kind === 'open') opened = end + 1;
    if (from !== undefined && isFenceLine(text, start, end)) until = start;
    const isInside = kind === 'fence';
    if ((isInside && from !== undefined) || !hasHeading(text, start, end)) return true;
    if (isInside) from = opened;
    else outside = isContent(kind);
    return !outside;
  });
  return outside || from === undefined ? undefined : text.slice(from, until);
}

function hasHeading(text: string, start: number, end: number): boolean {
  if (!mayTell(text, start, end)) return false;
  return readHeading(text.slice(start, Math.min(end, start + MAX_LINE)))?.section !== undefined;
}

function isFenceLine(text: string, start: number, end: number): boolean {
  return end - start >= 3 && end - start < MAX_FENCE && FENCE_LINE.test(text.slice(start, end));
}

const MAX_FENCE = 200;
const FENCE_LINE = /^ {0,3}(?:`{3,}|~{3,})[ \t]*$/;

function readLine(reader: Reader, line: string): void {
  const heading = readHeading(line);
  if (heading?.section !== undefined) return enter(reader, heading, heading.section);
  const { section } = reader;
  switch (section) {
    case undefined:
    case 'other':
      return heading === undefined ? readOutside(reader, line) : leave(reader, heading);
    case 'summary':
      return endsSection(reader, heading) ? leave(reader, heading) : readSummary(reader, line);
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
function noteHidden({ section, finding, document }: Reader, line: string): void {
  if (finding === undefined && section !== undefined && section !== 'other' && section !== 'summary')
    noteStray(document, line);
}

function noteStray({ stray }: RawDocument, line: string): void {
  if (stray.length < MAX_STRAY) stray.push(line.trim());
}

function enter(reader: Reader, heading: Heading, section: SectionName): void {
  reader.document.headings.push(section);
  reader.section = section;
  reader.level = heading.level;
  reader.finding = undefined;
}

/** A heading that is none of ours: the title, or the end of a section. */
function leave(reader: Reader, { text }: Heading): void {
  const { document } = reader;
  if (reader.section !== undefined) reader.section = 'other';
  const [, ticket, round] =
    /^(?:story|ticket)?[ \t]*(.{0,100}?)[ \t]*code review findings\b.{0,20}?round[ \t]*(\d{1,4})/i.exec(
      text,
    ) ?? [];
  if (ticket === undefined || document.round !== null) return;
  document.ticket = ticket;
  document.round = Number(round);
}

/** Before the document there may be any prose; between its sections the parts of a finding are one that was lost. */
function readOutside({ document, section }: Reader, line: string): void {
  const item = readItem(line);
  const label = readLabel(line);
  const isPart = section === 'other' && fieldNames.has(label?.name ?? '');
  if (isPart || (item.numbered && item.category !== undefined)) document.misplaced++;
  if (label !== undefined && !document.header.has(label.name)) document.header.set(label.name, label.value);
}

function readSummary({ document }: Reader, line: string): void {
  const label = readLabel(line);
  if (label !== undefined && !document.summary.has(label.name)) document.summary.set(label.name, label.value);
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
]);

function readFinding(reader: Reader, section: FindingSection, line: string, isHeading: boolean): void {
  const label = readLabel(line);
  const field = fieldNames.get(label?.name ?? '');
  if (label !== undefined && field !== undefined) return setField(reader, section, field, label.value);
  if (line.trim() === '' || RULE.test(line)) return;
  if (reader.finding === undefined && saysNothing(line)) return;

  const item = readItem(line);
  const deep = /^(?: {4}|\t)/.test(line);
  const listed = /^[-*+•][ \t]/.test(line);
  if (!deep && (item.numbered || item.category !== undefined || listed || isHeading))
    return begin(reader, section, item.category ?? '', item.title);
  if (reader.finding === undefined) noteStray(reader.document, line);
  else append(reader.finding, reader.field, line.trim());
}

const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/;

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
  if (reader.finding?.fields.has(field) === true) append(reader.finding, field, value);
  else reader.finding?.fields.set(field, value);
}

function append(finding: RawFinding, field: FieldName | undefined, text: string): void {
  // Past the length that is kept nothing is added: gluing a million lines one by one would never end.
  const joined = (before: string) => (before.length > MAX_LINE ? before : `${before} ${text}`.trim());
  if (field === undefined) finding.title = joined(finding.title);
  else finding.fields.set(field, joined(finding.fields.get(field) ?? ''));
}
