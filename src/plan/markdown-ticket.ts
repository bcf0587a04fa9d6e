import { ticketShape, type WrittenTicket } from '../model/epic.ts';
import { isMap } from '../schema/fits.ts';
import { salvage } from '../schema/salvage.ts';
import type { Salvaged } from '../schema/shape.ts';
import type { Suggest } from '../schema/suggest.ts';
import {
  type Complaint,
  complain,
  complaintsOf,
  type Located,
  type Path,
  type Remark,
} from '../schema/complaint.ts';
import { type Body, type MarkdownLine, readBody } from './markdown-body.ts';
import { MOST_BYTES, readYaml } from '../schema/yaml-source.ts';

export type MarkdownTicket = {
  readonly source: Located;
  readonly written: Salvaged<WrittenTicket>;
  /** Keys that were written, also those whose value was wrong. */
  readonly keys: ReadonlySet<string>;
  /** Whether its front matter is a map at all; if not, what it leaves out is nobody's omission. */
  readonly isReadable: boolean;
  readonly complaints: readonly Complaint[];
};

type Input = { readonly file: string; readonly text: string; readonly suggest: Suggest };

/** More lines than these nobody needs to be told about. */
const MOST_UNREAD = 20;

/** DISPATCH-11: front matter gives the keys, the body the description and the list under "Acceptance Criteria". */
export function readMarkdownTicket({ file, text, suggest }: Input): MarkdownTicket {
  const { front, lines, linesBefore, hasFront } = splitFront(text);
  const yaml = readYaml({ file, text: front, linesBefore });
  const value = yaml.source.value ?? {};
  const body = readBody(lines);
  const source = located(yaml.source, body);
  const shape = salvage(ticketShape(), value, suggest);
  const keys = new Set(isMap(value) ? Object.keys(value) : []);
  const complaints = [...yaml.complaints, ...complaintsOf(yaml.source, shape.problems)];
  const say = (path: Path, message: string, hint = '') =>
    void complaints.push(complain(source, path, { message, hint }));
  if (!hasFront) say([], 'has no front matter', 'begin with a line "---", then id: and the like, then "---"');
  if (keys.has('file')) say(['file'], 'a ticket file cannot name another file');
  for (const key of ['description', 'acceptance'])
    if (keys.has(key) && key in bodyOf(body))
      say([key], `"${key}" is given in the front matter and in the text`, 'keep one');
  if (
    isMap(value) &&
    typeof value['title'] === 'string' &&
    body.title &&
    !isSame(value['title'], body.title.text)
  )
    say(['title'], 'the title in the front matter is not the one in the text', 'keep one');
  for (const { line, text: lost } of body.unread.slice(0, MOST_UNREAD))
    complaints.push({ ...complain(source, [], unreadRemark(lost)), line, col: 1 });
  const written = { ...bodyOf(body), ...shape.value };
  const isReadable = hasFront && yaml.complaints.length === 0 && isMap(value);
  return { source, keys: new Set([...keys, ...Object.keys(bodyOf(body))]), isReadable, written, complaints };
}

export type WrittenRequest = Pick<Salvaged<WrittenTicket>, 'title' | 'acceptance'> & {
  /** The text without heading and criteria; null where a line below the criteria is part of none of them. */
  readonly rest: string | null;
};

/** Returns the heading, the criteria and the rest of a text that has no front matter, such as an issue. */
export function readRequest(text: string): WrittenRequest {
  const body = readBody(splitFront(text).lines);
  const { title, acceptance } = bodyOf(body);
  return {
    ...(title === undefined ? {} : { title }),
    ...(acceptance === undefined ? {} : { acceptance }),
    rest: body.unread.length > 0 ? null : (body.description?.text ?? ''),
  };
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function unreadRemark(text: string): Remark {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return {
    message: `"${shown}" is below the acceptance criteria but is not one`,
    hint: 'begin each criterion with "- ", and move other words to another section',
  };
}

type Split = {
  readonly front: string;
  readonly linesBefore: number;
  readonly lines: readonly MarkdownLine[];
  readonly hasFront: boolean;
};

function splitFront(text: string): Split {
  // A text over the limit is handed on whole, so that the YAML reader refuses it by size.
  if (text.length > MOST_BYTES) return { front: text, linesBefore: 0, lines: [], hasFront: true };
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const begins = lines[0]?.trimEnd() === '---';
  const end = begins ? lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---') : -1;
  const numbered = lines.map((line, index) => ({ number: index + 1, text: line }));
  if (end < 0) return { front: '', linesBefore: 0, lines: numbered, hasFront: false };
  return {
    front: lines.slice(1, end).join('\n'),
    linesBefore: 1,
    lines: numbered.slice(end + 1),
    hasFront: true,
  };
}

function bodyOf({ title, description, items }: Body): Salvaged<WrittenTicket> {
  return {
    ...(title ? { title: title.text } : {}),
    ...(description ? { description: description.text } : {}),
    ...(items.length > 0 ? { acceptance: items.map(({ text }) => criterionOf(text)) } : {}),
  };
}

/** What stands in the front matter is found there; the rest in the body. */
function located(yaml: Located & { readonly value: unknown }, body: Body): Located {
  const inBody = (path: Path): number | undefined => {
    const [key, index] = path;
    if (typeof key !== 'string' || (isMap(yaml.value) && key in yaml.value)) return undefined;
    if (key === 'title') return body.title?.line;
    if (key === 'description') return body.description?.line;
    if (key !== 'acceptance') return undefined;
    return body.items[typeof index === 'number' ? index : 0]?.line;
  };
  const find = (path: Path, otherwise: Located['locate']) => {
    const line = inBody(path);
    if (line !== undefined) return { line, col: 1 };
    return path.length === 0 ? { line: 1, col: 1 } : otherwise(path);
  };
  return {
    file: yaml.file,
    locate: (path) => find(path, (rest) => yaml.locate(rest)),
    locateKey: (path) => find(path, (rest) => yaml.locateKey(rest)),
  };
}

const CRITERION_ID = /^\**([A-Za-z]{1,12}[-_.]?\d{1,6})(?:\**:\**|\*\*)\s+(\S.*)$/s;

function criterionOf(text: string): {
  readonly id?: string;
  readonly text: string;
  readonly verify?: string;
} {
  const named = CRITERION_ID.exec(text);
  const { rest, verify } = splitVerify(named?.[2] ?? text);
  return { ...(named?.[1] ? { id: named[1] } : {}), text: rest, ...(verify ? { verify } : {}) };
}

/** `` … verify: `cmd` `` or `` … (verify: `cmd`) `` at the end of the item. */
function splitVerify(text: string): { readonly rest: string; readonly verify: string } {
  const at = text.toLowerCase().lastIndexOf('verify:');
  const quoted = at < 0 ? null : /^verify:\s*`([^`]+)`\)?\.?$/i.exec(text.slice(at).trimEnd());
  if (!quoted?.[1]) return { rest: text, verify: '' };
  const rest = text.slice(0, at).replace(/[\s(,;–—-]+$/, '');
  return rest === '' ? { rest: text, verify: '' } : { rest, verify: quoted[1] };
}
