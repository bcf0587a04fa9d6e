import { wordSet } from '../../engine/words.ts';

/** A Prisma schema as it is written, block by block. */
export type PrismaSchema = {
  readonly blocks: readonly PrismaBlock[];
  /** Lines that are no Prisma, which were passed over. */
  readonly strange: readonly number[];
};

export type PrismaBlock = {
  /** `model`, `view`, `type`, `enum`, `datasource`, `generator`. */
  readonly kind: string;
  readonly name: string;
  readonly line: number;
  /** Fields of a model, members of an enumeration. */
  readonly fields: readonly PrismaField[];
  /** `@@map("users")`. */
  readonly attributes: readonly PrismaAttribute[];
  /** `provider = "postgresql"`. */
  readonly settings: ReadonlyMap<string, PrismaValue>;
};

export type PrismaField = {
  readonly name: string;
  /** Empty for a member of an enumeration. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly isList: boolean;
  readonly attributes: readonly PrismaAttribute[];
  readonly line: number;
};

/** `@relation("author", fields: [authorId])`: the name without `@`, and what it is given. */
export type PrismaAttribute = {
  readonly name: string;
  readonly placed: readonly PrismaValue[];
  readonly named: ReadonlyMap<string, PrismaValue>;
};

export type PrismaValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly PrismaValue[] }
  /** A name, a number, or a call, as it is written: `now()`, `ADMIN`, `1`. */
  | { readonly kind: 'word'; readonly text: string };

type Token = {
  readonly kind: 'word' | 'text' | 'mark' | 'end';
  readonly text: string;
  readonly line: number;
};

const TOKEN =
  /(?<space>[^\S\n]+)|(?<end>\n)|(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|"(?<text>(?:[^"\\\n]|\\.)*)"|(?<word>@{0,2}-?[\p{L}\p{N}_][\p{L}\p{N}_.-]*)|(?<mark>[\s\S])/uy;

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(source); found !== null; found = TOKEN.exec(source)) {
    const { end, comment, text, word, mark } = found.groups ?? {};
    if (end !== undefined) {
      tokens.push({ kind: 'end', text: '\n', line });
      line += 1;
    } else if (comment !== undefined) line += comment.split('\n').length - 1;
    else if (text !== undefined) tokens.push({ kind: 'text', text: unescaped(text), line });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, line });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark, line });
    if (TOKEN.lastIndex >= source.length) break;
  }
  return tokens;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, each: string) => ({ n: '\n', t: '\t', r: '\r' })[each] ?? each);
}

const KINDS = wordSet('model view type enum datasource generator');
/** Lists in lists: deeper ones are no schema. */
const DEEPEST = 20;

const isMark = (token: Token | undefined, marks: string): boolean =>
  token?.kind === 'mark' && marks.includes(token.text);

/** Reads a schema. What is no Prisma is passed over statement by statement; nothing throws. */
export function readPrisma(source: string): PrismaSchema {
  const blocks: PrismaBlock[] = [];
  const strange: number[] = [];
  let block: OpenBlock | undefined;
  let statement: Token[] = [];
  let depth = 0;
  for (const token of tokensOf(source)) {
    const isBrace = isMark(token, '{}');
    if (isMark(token, '([')) depth += 1;
    if (isMark(token, ')]')) depth = Math.max(0, depth - 1);
    // What is in brackets may go over several lines.
    if (!isBrace && (token.kind !== 'end' || depth > 0)) {
      if (token.kind !== 'end') statement.push(token);
      continue;
    }
    const [kind, name, ...more] = statement;
    if (isMark(token, '{') && KINDS.has(kind?.text ?? '') && name?.kind === 'word' && more.length === 0) {
      block = { kind: kind?.text ?? '', name: name.text, line: kind?.line ?? 0, ...nothing() };
      blocks.push(block);
    } else if (kind !== undefined && (block === undefined || !isEntry(statement, block)))
      strange.push(kind.line);
    if (isMark(token, '}')) block = undefined;
    if (isBrace) depth = 0;
    statement = [];
  }
  return { blocks, strange };
}

type Entries = {
  readonly fields: PrismaField[];
  readonly attributes: PrismaAttribute[];
  readonly settings: Map<string, PrismaValue>;
};
type OpenBlock = PrismaBlock & Entries;

const nothing = (): Entries => ({ fields: [], attributes: [], settings: new Map() });

/** Whether a statement is one of those of a block, to which it is added. */
function isEntry(tokens: readonly Token[], { kind, fields, attributes, settings }: OpenBlock): boolean {
  const [first, second, ...rest] = tokens;
  if (first?.kind !== 'word') return false;
  if (first.text.startsWith('@')) {
    if (first.text.startsWith('@@')) attributes.push(...attributesIn(tokens));
    return first.text.startsWith('@@');
  }
  const { text: name, line } = first;
  if (isMark(second, '=')) {
    const value = valueOf(rest);
    if (value !== undefined) settings.set(name, value);
    return value !== undefined;
  }
  if (kind === 'enum') {
    fields.push({ name, type: '', isOptional: false, isList: false, attributes: attributesIn(tokens), line });
    return true;
  }
  if (second?.kind !== 'word' || second.text.startsWith('@')) return false;
  // `Unsupported("circle")?`
  const shape = isMark(rest[0], '(') ? rest.slice(closing(rest, 0) + 1) : rest;
  const isList = isMark(shape[0], '[') && isMark(shape[1], ']');
  const isOptional = isMark(shape[isList ? 2 : 0], '?');
  fields.push({ name, type: second.text, isOptional, isList, attributes: attributesIn(shape), line });
  return true;
}

/** Where the bracket that opens at a place is closed. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (isMark(tokens[at], '([')) depth += 1;
    if (isMark(tokens[at], ')]')) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

function attributesIn(tokens: readonly Token[]): readonly PrismaAttribute[] {
  const found: PrismaAttribute[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] ?? {};
    if (kind !== 'word' || text?.startsWith('@') !== true) continue;
    const end = isMark(tokens[at + 1], '(') ? closing(tokens, at + 1) : at;
    found.push({ name: text.replace(/^@+/, ''), ...givenIn(tokens.slice(at + 2, end)) });
    at = end;
  }
  return found;
}

function givenIn(tokens: readonly Token[]): Pick<PrismaAttribute, 'placed' | 'named'> {
  const placed: PrismaValue[] = [];
  const named = new Map<string, PrismaValue>();
  for (const part of partsOf(tokens)) {
    const isNamed = isMark(part[1], ':');
    const value = valueOf(isNamed ? part.slice(2) : part);
    if (value !== undefined && isNamed) named.set(part[0]?.text ?? '', value);
    else if (value !== undefined) placed.push(value);
  }
  return { placed, named };
}

/** What stands between commas that are in no brackets. */
function partsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (let at = 0; at < tokens.length; at += 1) {
    const end = isMark(tokens[at], '([') ? closing(tokens, at) : at;
    if (isMark(tokens[at], ',')) parts.push([]);
    else parts.push([...(parts.pop() ?? []), ...tokens.slice(at, end + 1)]);
    at = end;
  }
  return parts;
}

function valueOf(tokens: readonly Token[], depth = 0): PrismaValue | undefined {
  const [first, second] = tokens;
  if (first === undefined || depth > DEEPEST) return undefined;
  const inside = (open: number): readonly PrismaValue[] =>
    partsOf(tokens.slice(open + 1, closing(tokens, open))).flatMap((part) => valueOf(part, depth + 1) ?? []);
  if (isMark(first, '[')) return { kind: 'list', items: inside(0) };
  if (first.kind !== 'word') return first.kind === 'text' ? { kind: 'text', text: first.text } : undefined;
  if (!isMark(second, '(')) return { kind: 'word', text: first.text };
  return { kind: 'word', text: `${first.text}(${inside(1).map(written).join(', ')})` };
}

function written(value: PrismaValue): string {
  if (value.kind === 'list') return `[${value.items.map(written).join(', ')}]`;
  return value.kind === 'text' ? JSON.stringify(value.text) : value.text;
}
