import { wordSet } from '../../engine/words.ts';

/** What a statement of SQL compares its columns with, as far as that is written out. */
export type SqlStatement = {
  readonly tables: readonly { readonly name: string; readonly alias: string | undefined }[];
  readonly comparisons: readonly SqlComparison[];
};

export type SqlComparison = {
  /** The table or alias before the column. */
  readonly of: string | undefined;
  readonly column: string;
  /** `=` for what is set as well. */
  readonly operator: string;
  readonly literal: SqlLiteral;
  /** Lines after the first of the text. */
  readonly line: number;
};

export type SqlLiteral = { readonly kind: 'text' | 'number' | 'boolean'; readonly text: string };

type Token = {
  readonly kind: 'name' | 'text' | 'number' | 'mark' | 'hole';
  readonly text: string;
  readonly line: number;
  /** In quotes, so it is no keyword. */
  readonly isQuoted?: boolean;
};

/** What stands for a value that is known at run time only. */
export const HOLE = '\u0001';

const TOKEN =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|'(?<text>(?:[^']|'')*)'|(?:"(?<quoted>[^"]*)"|`(?<ticked>[^`]*)`|\[(?<bracketed>[A-Za-z_][\w ]*)\])|(?<number>\d+(?:\.\d+)?(?![\w.]))|(?<name>[A-Za-z_][\w$]*)|(?<hole>\u0001|\?|[:@$]\w+|%s|%\(\w+\)s)|(?<mark>::|<>|!=|<=|>=|[\s\S])/y;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) break;
    const groups = found.groups ?? {};
    const quoted = groups['quoted'] ?? groups['ticked'] ?? groups['bracketed'];
    if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted, line, isQuoted: true });
    else if (groups['text'] !== undefined)
      tokens.push({ kind: 'text', text: groups['text'].replaceAll("''", "'"), line });
    else
      for (const kind of ['number', 'name', 'hole', 'mark'] as const) {
        const each = groups[kind];
        if (each !== undefined) tokens.push({ kind, text: each, line });
      }
    line += found[0].split('\n').length - 1;
  }
  return tokens;
}

/** Words that end a list of tables, or are no alias. */
const KEYWORDS = wordSet(`
  where set on join inner left right full cross natural group order having limit offset union values
  select from as using returning and or not in is null like between case when then else end for with into
  default lateral`);

/** Reads one statement, or several. Nothing throws: what is not understood compares nothing. */
export function readSql(text: string): SqlStatement {
  const tokens = tokensOf(text);
  return { tables: tablesIn(tokens), comparisons: [...comparisonsIn(tokens), ...insertedIn(tokens)] };
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'name' && token.isQuoted !== true && token.text.toLowerCase() === word;
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.text === mark;
}

function isPlainName(token: Token | undefined): token is Token {
  return token?.kind === 'name' && (token.isQuoted === true || !KEYWORDS.has(token.text.toLowerCase()));
}

function tablesIn(tokens: readonly Token[]): SqlStatement['tables'] {
  const tables: { name: string; alias: string | undefined }[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const isFirst = ['from', 'join', 'update', 'into'].some((word) => isWord(tokens[at], word));
    if (!isFirst || !isPlainName(tokens[at + 1])) continue;
    let next = at + 1;
    for (;;) {
      while (isMark(tokens[next + 1], '.') && isPlainName(tokens[next + 2])) next += 2;
      const name = tokens[next]?.text ?? '';
      const named = isWord(tokens[next + 1], 'as') ? next + 2 : next + 1;
      const alias = isPlainName(tokens[named]) ? tokens[named] : undefined;
      tables.push({ name, alias: alias?.text });
      next = alias === undefined ? next + 1 : named + 1;
      if (!isMark(tokens[next], ',') || !isPlainName(tokens[next + 1])) break;
      next += 1;
    }
  }
  return tables;
}

const OPERATORS: ReadonlySet<string> = new Set(['=', '<>', '!=', '<', '>', '<=', '>=']);

type Column = { readonly of: string | undefined; readonly column: string };

/** The column that ends before a place. */
function columnBefore(tokens: readonly Token[], at: number): Column | undefined {
  const name = tokens[at - 1];
  if (!isPlainName(name) || isMark(tokens[at - 2], '::')) return undefined;
  if (!isMark(tokens[at - 2], '.')) return { of: undefined, column: name.text };
  const of = tokens[at - 3];
  return isPlainName(of) ? { of: of.text, column: name.text } : undefined;
}

function literalAt(tokens: readonly Token[], at: number): SqlLiteral | undefined {
  const token = tokens[at];
  // What is cast, or counted with, is something else.
  const after = tokens[at + 1];
  if (after?.kind === 'mark' && ['::', '+', '-', '*', '/', '|', '.'].includes(after.text)) return undefined;
  if (token?.kind === 'text' || token?.kind === 'number') {
    return token.text.includes(HOLE) ? undefined : { kind: token.kind, text: token.text };
  }
  return isWord(token, 'true') || isWord(token, 'false')
    ? { kind: 'boolean', text: token?.text.toLowerCase() ?? '' }
    : undefined;
}

function comparisonsIn(tokens: readonly Token[]): readonly SqlComparison[] {
  const found: SqlComparison[] = [];
  for (const [at, token] of tokens.entries()) {
    const isOperator = token.kind === 'mark' && OPERATORS.has(token.text);
    if (!isOperator && !isWord(token, 'in')) continue;
    const before = isWord(tokens[at - 1], 'not') ? at - 1 : at;
    const column = columnBefore(tokens, before);
    if (column === undefined) continue;
    if (isOperator) {
      const literal = literalAt(tokens, at + 1);
      if (literal !== undefined) found.push({ ...column, operator: token.text, literal, line: token.line });
      continue;
    }
    if (!isMark(tokens[at + 1], '(')) continue;
    for (let next = at + 2; next < tokens.length; next += 2) {
      const literal = literalAt(tokens, next);
      const line = tokens[next]?.line ?? token.line;
      if (literal !== undefined) found.push({ ...column, operator: '=', literal, line });
      if (!isMark(tokens[next + 1], ',')) break;
    }
  }
  return found;
}

/** `INSERT INTO t (a, b) VALUES (1, 'x')`: what is stored by its place. */
function insertedIn(tokens: readonly Token[]): readonly SqlComparison[] {
  const found: SqlComparison[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token, 'values') || !isMark(tokens[at - 1], ')') || !isMark(tokens[at + 1], '(')) continue;
    const names: string[] = [];
    for (let back = at - 2; back >= 0; back -= 2) {
      const name = tokens[back];
      if (name?.kind !== 'name') break;
      names.unshift(name.text);
      if (!isMark(tokens[back - 1], ',')) break;
    }
    for (const [index, column] of names.entries()) {
      const place = at + 2 + index * 2;
      const literal = literalAt(tokens, place);
      const line = tokens[place]?.line ?? token.line;
      if (literal !== undefined) found.push({ of: undefined, column, operator: '=', literal, line });
      // Calls and the like break the steps of two.
      if (!isMark(tokens[place + 1], ',')) break;
    }
  }
  return found;
}
