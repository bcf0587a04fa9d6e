/** One opening tag of HTML or a template language, with what stands in it. */
export type MarkupTag = {
  /** Lower case. */
  readonly name: string;
  readonly start: number;
  readonly attributes: readonly MarkupAttribute[];
  /** The text up to the closing tag, of `style` and `script` only. */
  readonly content?: { readonly start: number; readonly end: number };
};

export type MarkupAttribute = {
  /** As it is written: `src`, `:src`, `[src]`, `@click`. */
  readonly name: string;
  /** Without its quotes; empty for an attribute that stands alone. */
  readonly value: string;
  readonly start: number;
  readonly valueStart: number;
};

/** The opening tags of a text, in order. Never throws, and skips comments and the marks of template languages. */
export function markupTags(text: string): readonly MarkupTag[] {
  const tags: MarkupTag[] = [];
  let at = text.indexOf('<');
  while (at >= 0) {
    const comment = commentEnd(text, at);
    if (comment !== undefined) {
      at = text.indexOf('<', comment);
      continue;
    }
    const name = /^<([a-z][\w.:-]*)/i.exec(text.slice(at, at + 80))?.[1];
    if (name === undefined) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    const { attributes, end } = attributesFrom(text, at + 1 + name.length);
    const content = contentOf(text, name.toLowerCase(), end);
    tags.push({
      name: name.toLowerCase(),
      start: at,
      attributes,
      ...(content === undefined ? {} : { content }),
    });
    at = text.indexOf('<', content?.end ?? end);
  }
  return tags;
}

function commentEnd(text: string, at: number): number | undefined {
  for (const [open, close] of [
    ['<!--', '-->'],
    ['<%', '%>'],
    ['<?', '?>'],
  ] as const)
    if (text.startsWith(open, at)) {
      const end = text.indexOf(close, at);
      return end < 0 ? text.length : end + close.length;
    }
  return undefined;
}

function contentOf(text: string, name: string, start: number): MarkupTag['content'] {
  if (name !== 'style' && name !== 'script') return undefined;
  if (text.slice(Math.max(0, start - 2), start) === '/>') return undefined;
  const close = new RegExp(`</${name}\\b`, 'gi');
  close.lastIndex = start;
  return { start, end: close.exec(text)?.index ?? text.length };
}

const MARKS = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['<%', '%>'],
  ['{#', '#}'],
] as const;

/** Behind a mark of a template language that begins here; undefined where none does. */
function markEnd(text: string, at: number): number | undefined {
  for (const [open, close] of MARKS)
    if (text.startsWith(open, at)) {
      const end = text.indexOf(close, at + 2);
      return end < 0 ? undefined : end + close.length;
    }
  return undefined;
}

function attributesFrom(
  text: string,
  from: number,
): { readonly attributes: readonly MarkupAttribute[]; readonly end: number } {
  const attributes: MarkupAttribute[] = [];
  let at = from;
  while (at < text.length) {
    const char = text[at] ?? '';
    const mark = markEnd(text, at);
    if (mark !== undefined) at = mark;
    else if (char === '>') return { attributes, end: at + 1 };
    else if (char === '<') return { attributes, end: at };
    else if (char === '{') at = bracesEnd(text, at);
    else if (/[\s/="'`]/.test(char)) at += 1;
    else {
      const attribute = attributeAt(text, at);
      attributes.push(attribute.read);
      at = attribute.end;
    }
  }
  return { attributes, end: text.length };
}

function attributeAt(text: string, start: number): { readonly read: MarkupAttribute; readonly end: number } {
  let at = start;
  while (at < text.length && !/[\s=>"'`<{]/.test(text[at] ?? '') && !text.startsWith('/>', at)) at += 1;
  if (at === start) at += 1;
  const name = text.slice(start, at);
  const equals = /^\s*=\s*/.exec(text.slice(at, at + 40))?.[0].length;
  if (equals === undefined) return { read: { name, value: '', start, valueStart: at }, end: at };
  at += equals;
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const close = quotedEnd(text, at, quote);
    return {
      read: { name, value: text.slice(at + 1, close), start, valueStart: at + 1 },
      end: close + 1,
    };
  }
  let end = at;
  while (end < text.length && !/[\s>]/.test(text[end] ?? ''))
    end = markEnd(text, end) ?? (text[end] === '{' ? bracesEnd(text, end) : end + 1);
  return { read: { name, value: text.slice(at, end), start, valueStart: at }, end };
}

/** The closing quote; a mark of a template language may hold quotes of its own. */
function quotedEnd(text: string, open: number, quote: string): number {
  let at = open + 1;
  while (at < text.length) {
    const mark = markEnd(text, at);
    if (mark !== undefined) at = mark;
    else if (text[at] === quote) return at;
    else at += 1;
  }
  const plain = text.indexOf(quote, open + 1);
  return plain < 0 ? text.length : plain;
}

/** Behind the brace that closes the one here: an expression of Svelte. */
function bracesEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return open + 1;
}
