import { type Complaint, complain, type Located, type Path } from './complaint.ts';
import { ticket, type WrittenTicket } from './epic-shape.ts';
import { type Salvaged, salvage } from './salvage.ts';
import { MOST_BYTES, readYaml } from './yaml-source.ts';

export type MarkdownTicket = {
  readonly source: Located;
  readonly written: Salvaged<WrittenTicket>;
  /** Keys that were written, also those whose value was wrong. */
  readonly keys: ReadonlySet<string>;
  readonly complaints: readonly Complaint[];
};

type Line = { readonly number: number; readonly text: string };

type Item = { readonly line: number; readonly text: string };

type Body = {
  readonly title: Item | undefined;
  readonly description: Item | undefined;
  readonly items: readonly Item[];
};

/** DISPATCH-11: front matter gives the keys, the body the description and the list under "Acceptance Criteria". */
export function readMarkdownTicket(file: string, text: string): MarkdownTicket {
  const lines = text.length > MOST_BYTES ? [] : text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end =
    lines[0]?.trimEnd() === '---'
      ? lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
      : -1;
  const front = lines.slice(1, Math.max(1, end)).join('\n');
  const yaml = readYaml({ file, text: text.length > MOST_BYTES ? text : front, linesBefore: 1 });
  const body = readBody(lines.map((line, index) => ({ number: index + 1, text: line })).slice(end + 1));
  const source = located(yaml.source, body);
  const complaints = [...yaml.complaints];
  if (end < 0 && lines.length > 0)
    complaints.push(
      complain(source, [], { message: 'has no front matter', hint: 'begin with "---", id: …, "---"' }),
    );
  const shape = isMap(yaml.source.value) ? salvage(ticket(), yaml.source) : { value: {}, complaints: [] };
  complaints.push(...shape.complaints);
  const keys = new Set(isMap(yaml.source.value) ? Object.keys(yaml.source.value) : []);
  const clash = (key: string, what: string) => {
    if (keys.has(key))
      complaints.push(
        complain(source, [key], {
          message: `"${key}" is given in the front matter and ${what}`,
          hint: 'keep one of them',
        }),
      );
  };
  if (keys.has('file'))
    complaints.push(complain(source, ['file'], { message: 'a ticket file cannot name another file' }));
  if (body.description) clash('description', 'in the text');
  if (body.items.length > 0) clash('acceptance', 'as a list');
  return { source, keys: withBody(keys, body), written: { ...bodyOf(body), ...shape.value }, complaints };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withBody(keys: ReadonlySet<string>, body: Body): ReadonlySet<string> {
  return new Set([...keys, ...Object.keys(bodyOf(body))]);
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
