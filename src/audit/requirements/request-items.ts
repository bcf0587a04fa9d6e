import { sanitize, scanLines } from '../../formats/index.ts';

/** One thing that the original request asks for; the coordinator gives it its number. */
export type RequestItem = { readonly id: string; readonly text: string; readonly line: number };

export type RequestItems = {
  readonly items: readonly RequestItem[];
  /** false when there were more, or longer ones, than anybody can be asked about: then what was matched is not all of it. */
  readonly whole: boolean;
};

const MOST_ITEMS = 300;
const LONGEST_TEXT = 2_000;
/** Of all items together: what a judge can be given without anything being cut. */
const MOST_TEXT = 180_000;

const ENTRY = /^\s*(?:[-*+•◦▪‣–]|\(?\d{1,9}[.)])\s+(?:\[[ xX]?\]\s*)?(.*)$/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;
/** The line under a heading or between rows of a table, and horizontal rules. */
const RULER = /^[\s|:=*_-]*(?:--|==|\*\*\*|__)[\s|:=*_-]*$/;

type Block = { readonly kind: 'entry' | 'row' | 'prose'; readonly line: number; text: string };

/**
 * What a request or PRD says, item by item (TEAM-19): entries of lists, rows of tables, paragraphs, headings and fences.
 * Nothing here decides what is a demand: what is left out would be dropped without anybody having judged it. Comments
 * and the heads of tables alone are no items.
 */
export function requestItems(document: string): RequestItems {
  const blocks = blocksOf(sanitize(document)).map(({ text, line }) => ({
    text: sanitize(text, { singleLine: true }),
    line,
  }));
  const items = blocks.slice(0, MOST_ITEMS).map(({ text, line }, index) => ({
    id: `ITEM-${index + 1}`,
    text: sanitize(text, { maxLength: LONGEST_TEXT }),
    line,
  }));
  const isCut = blocks.length > MOST_ITEMS || blocks.some(({ text }) => text.length > LONGEST_TEXT);
  return { items, whole: !isCut && blocks.reduce((sum, { text }) => sum + text.length, 0) <= MOST_TEXT };
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  const add = (block: Block): Block => {
    if (block !== open) blocks.push(block);
    return block;
  };
  scanLines(text, (start, end, kind, number) => {
    const line = text.slice(start, end);
    const heading = HEADING.exec(line)?.[1];
    if (kind === 'open') open = add({ kind: 'prose', line: number, text: '' });
    else if (kind === 'fence' && open !== undefined) open.text += `${line}\n`;
    else if (kind === 'close' || kind === 'comment' || line.trim() === '') open = undefined;
    else if (heading !== undefined) {
      add({ kind: 'prose', line: number, text: heading });
      open = undefined;
    } else if (RULER.test(line)) open = underlined(blocks, open);
    else open = add(begins(line.replace(/^[\s>]*>\s?/, ''), number, open));
    return true;
  });
  return blocks.filter(({ text: own }) => /[\p{L}\p{N}]/u.test(own));
}

/** The row above a ruler is the head of a table, and asks for nothing. */
function underlined(blocks: Block[], open: Block | undefined): undefined {
  if (open?.kind === 'row' && blocks.at(-1) === open) blocks.pop();
  return undefined;
}

/** A new block, or the open one with one more line. */
function begins(line: string, number: number, open: Block | undefined): Block {
  const entry = ENTRY.exec(line)?.[1];
  if (entry !== undefined) return { kind: 'entry', line: number, text: entry };
  if (line.trimStart().startsWith('|'))
    return { kind: 'row', line: number, text: line.replaceAll('|', ' ').trim() };
  if (open === undefined || open.kind === 'row') return { kind: 'prose', line: number, text: line };
  open.text += ` ${line.trim()}`;
  return open;
}
