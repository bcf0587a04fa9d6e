import { wordSet } from '../words.ts';

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

/** Reads a schema. What is no Prisma is passed over line by line; nothing throws. */
export function readPrisma(source: string): PrismaSchema {
  return new Reader(tokensOf(source)).schema();
}

const KINDS = wordSet('model view type enum datasource generator');
/** Lists in lists: deeper ones are no schema. */
const DEEPEST = 20;

class Reader {
  readonly #tokens: readonly Token[];
  readonly #strange: number[] = [];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  schema(): PrismaSchema {
    const blocks: PrismaBlock[] = [];
    while (this.#at < this.#tokens.length) {
      const block = this.#block();
      if (block !== undefined) blocks.push(block);
    }
    return { blocks, strange: this.#strange };
  }

  #block(): PrismaBlock | undefined {
    this.#skipEnds();
    const kind = this.#tokens[this.#at];
    const name = this.#tokens[this.#at + 1];
    if (kind === undefined) return undefined;
    if (!KINDS.has(kind.text) || name?.kind !== 'word' || !this.#isMark('{', 2)) return this.#passOver();
    this.#at += 3;
    const fields: PrismaField[] = [];
    const attributes: PrismaAttribute[] = [];
    const settings = new Map<string, PrismaValue>();
    while (this.#at < this.#tokens.length) {
      this.#skipEnds();
      if (this.#isMark('}')) {
        this.#at += 1;
        break;
      }
      this.#entry(kind.text, fields, attributes, settings);
    }
    return { kind: kind.text, name: name.text, line: kind.line, fields, attributes, settings };
  }

  #entry(
    kind: string,
    fields: PrismaField[],
    attributes: PrismaAttribute[],
    settings: Map<string, PrismaValue>,
  ): void {
    const first = this.#tokens[this.#at];
    if (first === undefined) return;
    if (first.kind !== 'word') return this.#passOver();
    if (first.text.startsWith('@@')) {
      const attribute = this.#attribute();
      if (attribute !== undefined) attributes.push(attribute);
      return;
    }
    if (first.text.startsWith('@')) return this.#passOver();
    if (this.#isMark('=', 1)) {
      this.#at += 2;
      const value = this.#value(0);
      if (value !== undefined) settings.set(first.text, value);
      return this.#rest();
    }
    const field = this.#field(kind === 'enum');
    if (field !== undefined) fields.push(field);
  }

  #field(isMember: boolean): PrismaField | undefined {
    const name = this.#next();
    if (name === undefined) return undefined;
    let type = '';
    let isOptional = false;
    let isList = false;
    if (!isMember) {
      const written = this.#tokens[this.#at];
      if (written?.kind !== 'word' || written.text.startsWith('@')) return this.#passOver();
      this.#at += 1;
      type = written.text;
      if (this.#isMark('(')) this.#arguments();
      if (this.#isMark('[') && this.#isMark(']', 1)) {
        isList = true;
        this.#at += 2;
      }
      if (this.#isMark('?')) {
        isOptional = true;
        this.#at += 1;
      }
    }
    const attributes: PrismaAttribute[] = [];
    for (let token = this.#tokens[this.#at]; token?.text.startsWith('@'); token = this.#tokens[this.#at]) {
      if (token.kind !== 'word') break;
      const attribute = this.#attribute();
      if (attribute !== undefined) attributes.push(attribute);
    }
    this.#rest();
    return { name: name.text, type, isOptional, isList, attributes, line: name.line };
  }

  #attribute(): PrismaAttribute | undefined {
    const name = this.#next();
    if (name === undefined) return undefined;
    const given = this.#isMark('(') ? this.#arguments() : { placed: [], named: new Map() };
    return { name: name.text.replace(/^@+/, ''), ...given };
  }

  #arguments(depth = 0): Pick<PrismaAttribute, 'placed' | 'named'> {
    const placed: PrismaValue[] = [];
    const named = new Map<string, PrismaValue>();
    this.#at += 1;
    while (this.#at < this.#tokens.length && !this.#isMark(')')) {
      if (this.#isMark('}')) return { placed, named };
      this.#skipEnds();
      const name = this.#tokens[this.#at];
      const isNamed = name?.kind === 'word' && this.#isMark(':', 1);
      if (isNamed) this.#at += 2;
      const value = this.#value(depth);
      if (value === undefined) {
        if (!this.#isMark(')')) this.#at += 1;
      } else if (isNamed) named.set(name.text, value);
      else placed.push(value);
      this.#skipEnds();
      if (this.#isMark(',')) this.#at += 1;
      this.#skipEnds();
    }
    this.#at += 1;
    return { placed, named };
  }

  #value(depth: number): PrismaValue | undefined {
    this.#skipEnds();
    const token = this.#tokens[this.#at];
    if (token === undefined || depth > DEEPEST) return undefined;
    if (token.kind === 'text') {
      this.#at += 1;
      return { kind: 'text', text: token.text };
    }
    if (token.kind === 'word') {
      this.#at += 1;
      if (!this.#isMark('(')) return { kind: 'word', text: token.text };
      const { placed } = this.#arguments(depth + 1);
      return { kind: 'word', text: `${token.text}(${placed.map(written).join(', ')})` };
    }
    if (!this.#isMark('[')) return undefined;
    this.#at += 1;
    const items: PrismaValue[] = [];
    while (this.#at < this.#tokens.length && !this.#isMark(']')) {
      this.#skipEnds();
      const item = this.#value(depth + 1);
      if (item !== undefined) items.push(item);
      else if (this.#isMark(')') || this.#isMark('}')) return { kind: 'list', items };
      else if (!this.#isMark(']')) this.#at += 1;
    }
    this.#at += 1;
    return { kind: 'list', items };
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token;
  }

  #isMark(mark: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === 'mark' && token.text === mark;
  }

  #skipEnds(): void {
    while (this.#tokens[this.#at]?.kind === 'end') this.#at += 1;
  }

  /** What is left of a line is nothing we know. */
  #rest(): void {
    const token = this.#tokens[this.#at];
    if (token !== undefined && token.kind !== 'end' && !this.#isMark('}')) this.#passOver();
  }

  #passOver(): undefined {
    const line = this.#tokens[this.#at]?.line;
    if (line !== undefined) this.#strange.push(line);
    do this.#at += 1;
    while (this.#at < this.#tokens.length && this.#tokens[this.#at]?.kind !== 'end' && !this.#isMark('}'));
    return undefined;
  }
}

function written(value: PrismaValue): string {
  if (value.kind === 'list') return `[${value.items.map(written).join(', ')}]`;
  return value.kind === 'text' ? JSON.stringify(value.text) : value.text;
}
