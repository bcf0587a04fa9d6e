import * as ts from '../../syntax/typescript/view.ts';

/** What a token is, as far as it matters whether a stretch of them does something. */
export const kinds = { other: 0, literal: 1, calling: 2, deciding: 3, branching: 4 } as const;

/** A text as a row of numbers: what counts as the same has the same number. */
export type Tokens = {
  readonly codes: Int32Array;
  /** The line of each token. */
  readonly lines: Int32Array;
  readonly kinds: Uint8Array;
};

/** Numbers for names, the same in all files; below zero for what is equal to nothing. */
export class Numbers {
  readonly #known = new Map<string, number>();
  #barrier = 0;

  of(name: string): number {
    let number = this.#known.get(name);
    if (number === undefined) {
      number = this.#known.size + 1_000;
      this.#known.set(name, number);
    }
    return number;
  }

  /** A token that no stretch reaches over. */
  barrier(): number {
    this.#barrier -= 1;
    return this.#barrier;
  }
}

/** A row that grows. */
export class Row {
  codes = new Int32Array(1_024);
  lines = new Int32Array(1_024);
  kinds = new Uint8Array(1_024);
  length = 0;

  push(code: number, line: number, kind: number): void {
    if (this.length === this.codes.length) this.#grow();
    this.codes[this.length] = code;
    this.lines[this.length] = line;
    this.kinds[this.length] = kind;
    this.length += 1;
  }

  /** Takes back everything from here on. */
  cut(length: number): void {
    this.length = Math.min(length, this.length);
  }

  tokens(): Tokens {
    return {
      codes: this.codes.slice(0, this.length),
      lines: this.lines.slice(0, this.length),
      kinds: this.kinds.slice(0, this.length),
    };
  }

  #grow(): void {
    const grown = {
      codes: new Int32Array(this.length * 2),
      lines: new Int32Array(this.length * 2),
    };
    grown.codes.set(this.codes);
    grown.lines.set(this.lines);
    const kindsGrown = new Uint8Array(this.length * 2);
    kindsGrown.set(this.kinds);
    this.codes = grown.codes;
    this.lines = grown.lines;
    this.kinds = kindsGrown;
  }
}

const { SyntaxKind } = ts;
const LITERAL = 1;

/** One scanner for all files: it is made anew for nobody. */
const scanners = {
  plain: ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard),
  pages: ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.JSX),
};

/** The tokens of TypeScript or JavaScript without its imports; texts and numbers are all alike. */
export function scriptTokens(text: string, isPage: boolean, numbers: Numbers): Tokens {
  const scanner = isPage ? scanners.pages : scanners.plain;
  scanner.setText(text);
  const row = new Row();
  const lineOf = lineCounter(text);
  /** How deep in braces each open template stands. */
  const templates: number[] = [];
  let importing: number | undefined;
  let declaring: number | undefined;
  let isRequiring = false;
  let last: ts.SyntaxKind = SyntaxKind.Unknown;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === SyntaxKind.TemplateHead) templates.push(0);
    else if (templates.length > 0) kind = inTemplate(kind, templates, scanner);
    if ((kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken) && !endsValue(last))
      kind = scanner.reScanSlashToken();
    const line = lineOf(scanner.getTokenStart());
    if (kind === SyntaxKind.ImportKeyword || kind === SyntaxKind.ExportKeyword) importing = row.length;
    if (DECLARES.has(kind)) declaring = row.length;
    const isName = kind === SyntaxKind.Identifier || kind === SyntaxKind.PrivateIdentifier;
    const isLiteral = kind <= SyntaxKind.LastLiteralToken && kind >= SyntaxKind.FirstLiteralToken;
    row.push(
      isName ? numbers.of(scanner.getTokenText()) : isLiteral ? LITERAL : kind,
      line,
      isLiteral ? kinds.literal : workOf(kind, last),
    );
    // `import … from 'x'` and `export … from 'x'` are left out; `import('x')` and declarations are not.
    if (importing !== undefined) {
      if (kind === SyntaxKind.StringLiteral) {
        row.cut(importing);
        row.push(numbers.barrier(), line, kinds.other);
        importing = undefined;
      } else if (endsImport(kind, last)) importing = undefined;
    }
    // `const { a } = require('x')` is an import as well.
    if (kind === SyntaxKind.StringLiteral && isRequiring && declaring !== undefined) {
      row.cut(declaring);
      row.push(numbers.barrier(), line, kinds.other);
    }
    isRequiring =
      kind === SyntaxKind.OpenParenToken
        ? isRequiring
        : kind === SyntaxKind.RequireKeyword && last === SyntaxKind.EqualsToken;
    last = kind;
  }
  return row.tokens();
}

function inTemplate(kind: ts.SyntaxKind, templates: number[], scanner: ts.Scanner): ts.SyntaxKind {
  const at = templates.length - 1;
  const depth = templates[at] ?? 0;
  if (kind === SyntaxKind.OpenBraceToken) templates[at] = depth + 1;
  if (kind !== SyntaxKind.CloseBraceToken) return kind;
  if (depth > 0) {
    templates[at] = depth - 1;
    return kind;
  }
  const rest = scanner.reScanTemplateToken(false);
  if (rest === SyntaxKind.TemplateTail) templates.pop();
  return rest;
}

function endsImport(kind: ts.SyntaxKind, last: ts.SyntaxKind): boolean {
  if (
    kind === SyntaxKind.OpenParenToken ||
    kind === SyntaxKind.EqualsToken ||
    kind === SyntaxKind.SemicolonToken
  )
    return true;
  if (last !== SyntaxKind.ExportKeyword && last !== SyntaxKind.ImportKeyword) return false;
  return kind === SyntaxKind.DotToken || (last === SyntaxKind.ExportKeyword && isDeclaring(kind));
}

function isDeclaring(kind: ts.SyntaxKind): boolean {
  return (
    kind !== SyntaxKind.OpenBraceToken && kind !== SyntaxKind.AsteriskToken && kind !== SyntaxKind.TypeKeyword
  );
}

/** Whether a slash behind this token divides. */
function endsValue(kind: ts.SyntaxKind): boolean {
  return (
    kind === SyntaxKind.Identifier ||
    kind === SyntaxKind.CloseParenToken ||
    kind === SyntaxKind.CloseBracketToken ||
    kind === SyntaxKind.CloseBraceToken ||
    kind === SyntaxKind.ThisKeyword ||
    kind === SyntaxKind.LessThanToken ||
    (kind >= SyntaxKind.FirstLiteralToken && kind <= SyntaxKind.LastLiteralToken)
  );
}

/** A call, or a word that decides, loops, waits, gives back. */
function workOf(kind: ts.SyntaxKind, last: ts.SyntaxKind): number {
  if (kind === SyntaxKind.OpenParenToken && last === SyntaxKind.Identifier) return kinds.calling;
  if (BRANCHING.has(kind)) return kinds.branching;
  return DECIDING.has(kind) ? kinds.deciding : kinds.other;
}

const DECLARES: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.ConstKeyword,
  SyntaxKind.LetKeyword,
  SyntaxKind.VarKeyword,
]);

const BRANCHING: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.IfKeyword,
  SyntaxKind.ForKeyword,
  SyntaxKind.WhileKeyword,
  SyntaxKind.SwitchKeyword,
  SyntaxKind.CaseKeyword,
  SyntaxKind.CatchKeyword,
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
]);

const DECIDING: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.ReturnKeyword,
  SyntaxKind.AwaitKeyword,
  SyntaxKind.ThrowKeyword,
  SyntaxKind.NewKeyword,
  SyntaxKind.TryKeyword,
  SyntaxKind.ConstKeyword,
  SyntaxKind.LetKeyword,
  SyntaxKind.EqualsGreaterThanToken,
]);

/** The lines of positions that only grow. */
export function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (position) => {
    while (next >= 0 && next < position) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
