import { stringify } from 'yaml';
import { type Epic, type Ticket, ticketShape, type WrittenTicket } from '../model/epic.ts';
import { normal } from '../schema/normal.ts';
import { salvage } from '../schema/salvage.ts';
import type { Salvaged } from '../schema/shape.ts';
import { type Suggest, suggester } from '../schema/suggest.ts';
import { arrange, type Complaint, complaintsOf, isError, type Path, type Read } from '../schema/complaint.ts';
import { type Draft, draftTickets, type ReadFile } from './drafts.ts';
import { waiting } from './epic-rules.ts';
import { ticketRules } from './ticket-rules.ts';
import { readYaml, type YamlSource } from '../schema/yaml-source.ts';

type Input = {
  readonly file: string;
  readonly text: string;
  /** What it is to be a ticket of. */
  readonly epic: Epic;
  /** The ticket that gets this text; null for one that is added. */
  readonly replaces: string | null;
  readonly readFile: ReadFile;
};

/** One ticket of an epic that is there already, by the rules of the whole; all complaints at once. */
export function readTicket(input: Input): Read<Ticket> {
  const { file, epic, replaces } = input;
  const before = epic.tickets.find(({ id }) => id === replaces);
  const suggest = suggester();
  const { source, written, complaints, readFile } = writtenIn(input, suggest);
  if (written === undefined) return { ok: false, complaints: arrange(complaints, file) };
  // A ticket that gets another text need not say again which one it is.
  const whole = before === undefined ? written : { ...known(before), ...written };
  const read = draftTickets([whole], { source: nested(source, whole), readFile, suggest });
  const others = epic.tickets.filter(({ id }) => id !== replaces);
  const rules = read.drafts.flatMap((draft) => [
    ...ticketRules(draft, {
      ticketIds: new Set([...others.map(({ id }) => id), draft.ticket.id]),
      milestoneIds: new Set(epic.milestones.map(({ id }) => id)),
      readFile,
      suggest,
    }),
    ...among(draft, others, epic, source),
    ...kept(draft, before),
  ]);
  const all = arrange(
    [...complaints, ...read.complaints, ...rules].map((one) => unnested(one, file)),
    file,
  );
  const [draft] = read.drafts;
  if (draft === undefined || all.some(isError)) return { ok: false, complaints: all };
  return {
    ok: true,
    value: { ...draft.ticket, file: isMarkdown(file) ? null : draft.ticket.file },
    complaints: all,
  };
}

type Written = Salvaged<WrittenTicket>;

function known({ id, milestone }: Ticket): Written {
  return milestone === null ? { id } : { id, milestone };
}

const MARKDOWN = 'ticket.md';

function isMarkdown(file: string): boolean {
  return file.toLowerCase().endsWith('.md');
}

/** YAML with the keys of a ticket; Markdown is read as the file of a ticket that says nothing else. */
function writtenIn(
  { file, text, readFile }: Input,
  suggest: Suggest,
): {
  source: YamlSource;
  written: Written | undefined;
  complaints: readonly Complaint[];
  readFile: ReadFile;
} {
  if (isMarkdown(file)) {
    const { source } = readYaml({ file, text: '' });
    return {
      source,
      written: { file: MARKDOWN },
      complaints: [],
      readFile: (path) => (path === MARKDOWN ? text : readFile(path)),
    };
  }
  const { source, complaints } = readYaml({ file, text });
  if (complaints.length > 0) return { source, written: undefined, complaints, readFile };
  const shape = salvage(ticketShape(), source.value, suggest);
  return { source, written: shape.value, complaints: complaintsOf(source, shape.problems), readFile };
}

/** Rules place a ticket in the list of its epic; here it is a document of its own. */
function nested(source: YamlSource, written: unknown): YamlSource {
  const inside = (path: Path): Path => path.slice(2);
  return {
    file: source.file,
    value: { tickets: [written] },
    locate: (path) => source.locate(inside(path)),
    locateKey: (path) => source.locateKey(inside(path)),
  };
}

function unnested(complaint: Complaint, file: string): Complaint {
  const place = complaint.file === MARKDOWN ? file : complaint.file;
  return { ...complaint, file: place, path: complaint.path.replace(/^tickets\[0\]\.?/, '') };
}

/** Its name is its own, and nobody waits for himself. */
function among(
  draft: Draft,
  others: readonly Ticket[],
  epic: Epic,
  source: YamlSource,
): readonly Complaint[] {
  const { id } = draft.ticket;
  const clash = others.find((other) => other.id.toLowerCase() === id.toLowerCase());
  if (clash !== undefined) {
    const message = `the id "${id}" is already used by ${clash.id}`;
    return [draft.complain(['id'], { message, hint: `gauntlet ticket edit ${clash.id} changes its text` })];
  }
  const settled = others.map((ticket): Draft => ({ ...draft, written: {}, ticket }));
  const milestones = epic.milestones.map((milestone) => ({ id: milestone.id, after: milestone.after }));
  return waiting({ drafts: [...settled, draft], written: { milestones }, source });
}

/** Who a ticket is and what it is audited with are not for its text to say. */
function kept(draft: Draft, before: Ticket | undefined): readonly Complaint[] {
  if (before === undefined) return [];
  const { id, milestone } = draft.ticket;
  const complaints: Complaint[] = [];
  const say = (key: string, message: string): void =>
    void complaints.push(draft.complain([key], { message }));
  if (id !== before.id) say('id', `this is ${before.id}: an id cannot be changed`);
  if (milestone !== before.milestone) say('milestone', 'a ticket cannot be moved to another milestone');
  return complaints;
}

/** A ticket as it would be written in an epic file. */
export function ticketText(ticket: Ticket): string {
  return stringify(writtenTicket(ticket), { lineWidth: 110 });
}

/** What differs from a ticket about which nothing is said. */
function writtenTicket({ standards, acceptance, ...rest }: Ticket): object {
  const unsaid = new Map(
    Object.entries(normal(ticketShape(), {})).map(([key, value]) => [key, JSON.stringify(value)]),
  );
  const all = {
    ...rest,
    standards: standards.map((one) => (one.kind === 'file' ? { file: one.path } : { text: one.text })),
    acceptance: acceptance.map(({ verify, ...known }) => (verify === null ? known : { ...known, verify })),
  };
  const said = Object.entries(all).filter(
    ([key, value]) => key !== 'file' && JSON.stringify(value) !== unsaid.get(key),
  );
  return Object.fromEntries(said);
}
