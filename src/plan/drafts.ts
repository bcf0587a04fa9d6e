import { type Ticket, ticketShape, type WrittenEpic, type WrittenTicket } from '../model/epic.ts';
import { pathProblem } from '../model/paths.ts';
import { normal } from '../schema/normal.ts';
import type { Salvaged } from '../schema/shape.ts';
import type { Suggest } from '../schema/suggest.ts';
import {
  type Complaint,
  complain,
  complainOfKey,
  type Located,
  type Path,
  type Remark,
} from '../schema/complaint.ts';
import { type MarkdownTicket, readMarkdownTicket } from './markdown-ticket.ts';
import type { YamlSource } from '../schema/yaml-source.ts';

/** A ticket on its way into the epic: what was written, where, and what became of it. */
export type Draft = {
  readonly written: Salvaged<WrittenTicket>;
  readonly ticket: Ticket;
  /** Whether somebody wrote the key, right or wrong. */
  has(key: string): boolean;
  /** A complaint at the place where that part of the ticket was written. */
  complain(path: Path, remark: Remark): Complaint;
};

export type ReadFile = (path: string) => string | undefined;

type Files = { readonly source: YamlSource; readonly readFile: ReadFile; readonly suggest: Suggest };

/** Bring both forms of a ticket, in the epic file and in Markdown, to one. */
export function draftTickets(
  tickets: Salvaged<WrittenEpic>['tickets'],
  files: Files,
): { readonly drafts: readonly Draft[]; readonly complaints: readonly Complaint[] } {
  const complaints: Complaint[] = [];
  const drafts = (tickets ?? []).map((written, index) => {
    const entry = written ?? {};
    const base = ['tickets', index];
    const raw = rawEntry(files.source.value, index);
    const markdown =
      entry.file === undefined ? undefined : openTicketFile(entry.file, base, files, complaints);
    if (markdown)
      complaints.push(
        ...markdown.complaints,
        ...differences(entry, markdown, { source: files.source, base }),
      );
    const merged = { ...markdown?.written, ...entry };
    return draftOf(merged, { source: files.source, base, raw, markdown });
  });
  return { drafts, complaints };
}

function rawEntry(value: unknown, index: number): object {
  const list = typeof value === 'object' && value !== null && 'tickets' in value ? value.tickets : undefined;
  const entry: unknown = Array.isArray(list) ? list[index] : undefined;
  return typeof entry === 'object' && entry !== null ? entry : {};
}

function openTicketFile(
  file: string,
  base: Path,
  { source, readFile, suggest }: Files,
  complaints: Complaint[],
): MarkdownTicket | undefined {
  const problem = pathProblem(file);
  const text = problem === undefined ? readFile(file) : undefined;
  if (text !== undefined) return readMarkdownTicket({ file, text, suggest });
  const message = problem ? `"${file}" ${problem}` : `the file "${file}" does not exist`;
  complaints.push(
    complain(source, [...base, 'file'], { message, hint: 'paths are relative to the repository' }),
  );
  return undefined;
}

/** The same key may stand in both forms only with the same value: nobody should have to know which one wins. */
function differences(
  entry: Salvaged<WrittenTicket>,
  markdown: MarkdownTicket,
  { source, base }: { readonly source: Located; readonly base: Path },
): readonly Complaint[] {
  const inFile = new Map(Object.entries(markdown.written));
  return Object.entries(entry).flatMap(([key, value]) => {
    if (!inFile.has(key) || JSON.stringify(inFile.get(key)) === JSON.stringify(value)) return [];
    const { line } = markdown.source.locate([key]);
    const message = `"${key}" differs from what ${markdown.source.file}:${line} says`;
    return [complainOfKey(source, [...base, key], { message, hint: 'give it in one place' })];
  });
}

type Origin = {
  readonly source: YamlSource;
  readonly base: Path;
  readonly raw: object;
  readonly markdown: MarkdownTicket | undefined;
};

function draftOf(written: Salvaged<WrittenTicket>, { source, base, raw, markdown }: Origin): Draft {
  return {
    written,
    ticket: normal(ticketShape(), written),
    // A ticket whose file could not be read is not blamed for what the file would have said.
    has: (key) => key in raw || (markdown?.isReadable ? markdown.keys.has(key) : 'file' in raw),
    complain: (path, remark) => {
      const [key] = path;
      const inFile =
        markdown &&
        !(key !== undefined && key in raw) &&
        (key === undefined || markdown.keys.has(String(key)));
      return inFile ? complain(markdown.source, path, remark) : complain(source, [...base, ...path], remark);
    },
  };
}
