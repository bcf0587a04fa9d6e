import { type Complaint, complain, type Located, type Path } from './complaint.ts';
import { ticket, type WrittenTicket } from './epic-shape.ts';
import type { Suggest } from './nearest.ts';
import { type Salvaged, salvage } from './salvage.ts';
import { MOST_BYTES, readYaml } from './yaml-source.ts';

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

type Line = { readonly number: number; readonly text: string };

type Item = { readonly line: number; readonly text: string };

type Body = {
  readonly title: Item | undefined;
  readonly description: Item | undefined;
  readonly items: readonly Item[];
};

/** DISPATCH-11: front matter gives the keys, the body the description and the list under "Acceptance Criteria". */
export function readMarkdownTicket({ file, text, suggest }: Input): MarkdownTicket {
  const { front, lines, linesBefore, hasFront } = splitFront(text);
  const yaml = readYaml({ file, text: front, linesBefore });
  const value = yaml.source.value ?? {};
  const body = readBody(lines);
  const source = located(yaml.source, body);
  const shape = salvage(ticket(), { source: { ...yaml.source, value }, suggest });
  const keys = new Set(isMap(value) ? Object.keys(value) : []);
  const complaints = [...yaml.complaints, ...shape.complaints];
  const say = (path: Path, message: string, hint = '') =>
    void complaints.push(complain(source, path, { message, hint }));
  if (!hasFront) say([], 'has no front matter', 'begin with a line "---", then id: and the like, then "---"');
  if (keys.has('file')) say(['file'], 'a ticket file cannot name another file');
  for (const key of ['description', 'acceptance'])
    if (keys.has(key) && key in bodyOf(body))
      say([key], `"${key}" is given in the front matter and in the text`, 'keep one');
  const written = { ...bodyOf(body), ...shape.value };
  const isReadable = hasFront && yaml.complaints.length === 0 && isMap(value);
  return { source, keys: new Set([...keys, ...Object.keys(bodyOf(body))]), isReadable, written, complaints };
}

type Split = {
  readonly front: string;
  readonly linesBefore: number;
  readonly lines: readonly Line[];
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

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

const HEADING = /^(#{1,6})\s+(\S.*)$/;
const BULLET = /^ {0,3}(?:[-*+]|\d{1,4}[.)])\s+(\S.*)$/;
const BOX = /^\[[ xX]\]\s+/;

function readBody(lines: readonly Line[]): Body {
  let title: Item | undefined;
  let fenced = false;
  /** Level of the acceptance heading while its section lasts. */
  let section = 0;
  const items: Item[] = [];
  const told: Line[] = [];
  for (const line of lines) {
    if (/^ {0,3}(```|~~~)/.test(line.text)) fenced = !fenced;
    const heading = fenced ? null : HEADING.exec(line.text);
    const level = heading?.[1]?.length ?? 0;
    const words = heading?.[2]?.trim() ?? '';
    if (level > 0 && level <= section) section = 0;
    if (level > 0 && /^acceptance( criteria)?:?$/i.test(words)) section = level;
    else if (level === 1 && title === undefined && told.every(isBlank))
      title = { line: line.number, text: words };
    else if (section > 0) addToItems(items, line);
    else told.push(line);
  }
  const begins = told.find((line) => !isBlank(line));
  const text = told
    .map((line) => line.text)
    .join('\n')
    .trim();
  return { title, description: begins && { line: begins.number, text }, items };
}

function isBlank(line: Line): boolean {
  return line.text.trim() === '';
}

/** A bullet begins an item; indented lines below belong to it. */
function addToItems(items: Item[], line: Line): void {
  const text = BULLET.exec(line.text)?.[1]?.replace(BOX, '').trim();
  if (text) {
    items.push({ line: line.number, text });
    return;
  }
  const last = items.pop();
  if (last === undefined) return;
  const more = /^\s/.test(line.text) ? line.text.trim() : '';
  items.push(more === '' ? last : { ...last, text: `${last.text} ${more}` });
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
