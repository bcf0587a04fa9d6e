/** A part of a line: plain, or what it is. A link leads to the section of the same document that has this anchor. */
export type Piece =
  | string
  | { readonly as: 'code' | 'strong'; readonly text: string }
  /** Coloured where there are colours; the words say it too. */
  | { readonly as: 'tinted'; readonly text: string; readonly tint: 'good' | 'bad' | 'warn' }
  | { readonly as: 'link'; readonly text: string; readonly to: Anchor };

/** Where a link leads: an id of its own, and the heading, of which forges make the anchor in Markdown. */
export type Anchor = { readonly id: string; readonly heading: string };

export type Line = string | readonly Piece[];

/** A line of a list, with lines of its own below it. */
export type Item = Line | { readonly line: Line; readonly below: readonly Line[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly line: Line }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly Line[])[] }
  /** Text as it was printed. */
  | { readonly kind: 'output'; readonly lines: readonly string[]; readonly language?: 'text' }
  | { readonly kind: 'folded'; readonly summary: string; readonly blocks: readonly Block[] }
  /** A part with a border round it. */
  | { readonly kind: 'loud'; readonly blocks: readonly Block[] }
  /** A part that links lead to. */
  | {
      readonly kind: 'article';
      readonly anchor: Anchor;
      readonly line: Line;
      readonly blocks: readonly Block[];
    };

/** What a report says, before it is printed as HTML or Markdown: its words are of others, and each printer escapes them. */
export type Document = readonly Block[];

export const code = (text: string): Piece => ({ as: 'code', text });
export const strong = (text: string): Piece => ({ as: 'strong', text });

/** A list; nothing where it is empty. */
export function list(items: readonly Item[]): Document {
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** A heading with a list below it; nothing where the list is empty. */
export function listed(heading: string, items: readonly Item[]): Document {
  return items.length === 0 ? [] : [{ kind: 'heading', level: 2, line: heading }, ...list(items)];
}

/** Parts behind a summary; nothing where there are none. */
export function folded(summary: string, blocks: Document): Document {
  return blocks.length === 0 ? [] : [{ kind: 'folded', summary, blocks }];
}

/** Escapes a piece of a line and keeps the space that sets it apart from its neighbours. */
export function withEdges(text: string, escape: (text: string) => string): string {
  const space = (isThere: boolean): string => (isThere ? ' ' : '');
  if (text.trim() === '') return space(text !== '');
  return `${space(text.startsWith(' '))}${escape(text)}${space(text.endsWith(' '))}`;
}
