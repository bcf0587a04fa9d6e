/** One `property: value` of a style sheet, or a statement such as `@apply p-4`, with where it stands. */
export type StyleDeclaration = {
  /** As it is written: `color`, `--brand`, `$brand`, `@brand`, `@apply`. */
  readonly property: string;
  readonly value: string;
  /** Where the property begins. */
  readonly start: number;
  /** Where the value begins. */
  readonly valueStart: number;
  /** What stands before the braces around it, innermost last: selectors, `@media print`, `@font-face`. */
  readonly around: readonly string[];
};

type Reading = {
  readonly text: string;
  readonly end: number;
  /** `//` begins a comment: SCSS and Less. */
  readonly hasLineComments: boolean;
};

/** What stands before braces further in is not remembered: every declaration carries all that is around it. */
const DEEPEST = 50;

/**
 * The declarations of a style sheet in CSS, SCSS or Less, in order. Never throws: what is broken is read as far as it
 * goes. `from` and `to` cut out a part of a larger text; positions are those of the whole.
 */
export function styleDeclarations(
  text: string,
  { from = 0, to = text.length, hasLineComments = false } = {},
): readonly StyleDeclaration[] {
  const reading = { text, end: to, hasLineComments };
  const found: StyleDeclaration[] = [];
  const around: string[] = [];
  let deeper = 0;
  let at = from;
  while (at < to) {
    at = afterBlanks(reading, at);
    if (at >= to) break;
    const end = statementEnd(reading, at);
    const by = text[end];
    if (by === '{' && around.length >= DEEPEST) deeper += 1;
    else if (by === '{') around.push(text.slice(at, end).trim());
    else {
      const declared = declarationIn(text, at, end, around);
      if (declared !== undefined) found.push(declared);
      if (by === '}' && deeper > 0) deeper -= 1;
      else if (by === '}') around.pop();
    }
    at = end + 1;
  }
  return found;
}

function declarationIn(
  text: string,
  start: number,
  end: number,
  around: readonly string[],
): StyleDeclaration | undefined {
  const written = text.slice(start, end);
  const matched =
    /^(@(?:apply|include|import|use|forward|extend)\b)\s*/.exec(written) ??
    /^([\w$@*-][\w-]*)\s*\+?_?:\s*/.exec(written);
  if (matched === null) return undefined;
  const value = written.slice(matched[0].length).trimEnd();
  const property = matched[1] ?? '';
  return { property, value, start, valueStart: start + matched[0].length, around: [...around] };
}

/** Behind spaces, comments and stray semicolons. */
function afterBlanks({ text, end, hasLineComments }: Reading, from: number): number {
  let at = from;
  while (at < end) {
    const char = text[at] ?? '';
    if (/[\s;]/.test(char)) at += 1;
    else if (text.startsWith('/*', at)) at = past(text, '*/', at + 2, end);
    else if (hasLineComments && text.startsWith('//', at)) at = past(text, '\n', at, end);
    else return at;
  }
  return end;
}

/** Where a statement ends: at its `;`, at the `{` that opens a block, or at the `}` of the block around. */
function statementEnd(reading: Reading, from: number): number {
  const { text, end, hasLineComments } = reading;
  let depth = 0;
  for (let at = from; at < end; at += 1) {
    const char = text[at];
    if (char === '"' || char === "'") at = stringEnd(text, at, end);
    else if (text.startsWith('/*', at)) at = past(text, '*/', at + 2, end) - 1;
    else if (hasLineComments && depth === 0 && text.startsWith('//', at) && text[at - 1] !== ':')
      at = past(text, '\n', at, end) - 1;
    else if (char === '(') {
      const address = addressEnd(text, at, end);
      if (address === undefined) depth += 1;
      else at = address;
    } else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === '{' && (text[at - 1] === '#' || text[at - 1] === '@' || text[at - 1] === '$'))
      at = past(text, '}', at, end) - 1;
    else if (char === '{' || char === '}') return at;
    else if (char === ';' && depth === 0) return at;
  }
  return end;
}

/** The `)` of a `url(` without quotes, in which nothing means anything; undefined for other brackets. */
function addressEnd(text: string, at: number, end: number): number | undefined {
  if (!/url$/i.test(text.slice(Math.max(0, at - 3), at))) return undefined;
  if (/^\(\s*["']/.test(text.slice(at, at + 20))) return undefined;
  const close = text.indexOf(')', at);
  const line = text.indexOf('\n', at);
  return close < 0 || close >= end || (line >= 0 && line < close) ? undefined : close;
}

/** The closing quote; a string that is not closed ends with its line. */
function stringEnd(text: string, from: number, end: number): number {
  const quote = text[from];
  for (let at = from + 1; at < end; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote || text[at] === '\n') return at;
  }
  return end;
}

function past(text: string, word: string, from: number, end: number): number {
  const at = text.indexOf(word, from);
  return at < 0 || at >= end ? end : at + word.length;
}

/** What `url(…)`s of a value name, with where each begins in the value. */
export function addressesIn(value: string): readonly { readonly address: string; readonly at: number }[] {
  if (!value.includes('url(')) return [];
  return [...value.matchAll(/url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^)'"\s]*))\s*\)/g)].map((found) => ({
    address: (found[1] ?? found[2] ?? found[3] ?? '').trim(),
    at: found.index,
  }));
}
