import { sanitize } from './sanitize.ts';
import { scanLines } from './text-lines.ts';

/** One thing that the original request asks for; the coordinator gives it its number. */
export type RequestItem = { readonly id: string; readonly text: string; readonly line: number };

export type RequestItems = {
  readonly items: readonly RequestItem[];
  /** false when there were more than anybody can be asked about: then what was matched is not all of it. */
  readonly whole: boolean;
};

const MOST_ITEMS = 300;
const LONGEST_TEXT = 600;

const ENTRY = /^\s*(?:[-*+•◦▪‣–]|\(?\d{1,9}[.)])\s+(?:\[[ xX]?\]\s*)?(.*)$/;
const HEADING = /^\s{0,3}#{1,6}\s/;
/** The line under a heading or between rows of a table, and horizontal rules. */
const RULER = /^[\s|:=*_-]*(?:--|==|\*\*\*|__)[\s|:=*_-]*$/;
const DEMAND =
  /\b(?:must|shall|should|will|may not|cannot|never|always|needs?|ha(?:s|ve) to|required?|wants?|expected?)\b/i;

type Block = { readonly kind: 'entry' | 'row' | 'prose'; readonly line: number; text: string };

/**
 * What a request or PRD asks for, item by item (TEAM-19): entries of lists, rows of tables, and prose that demands
 * something. A text without any of these is taken paragraph by paragraph. Fences and comments are no demands.
 */
export function requestItems(document: string): RequestItems {
  const blocks = blocksOf(sanitize(document));
  const listed = blocks.filter(({ kind, text }) => kind !== 'prose' || DEMAND.test(text));
  const wanted = listed.length > 0 ? listed : blocks;
  const items = wanted.slice(0, MOST_ITEMS).map(({ text, line }, index) => ({
    id: `ITEM-${index + 1}`,
    text: sanitize(text, { singleLine: true, maxLength: LONGEST_TEXT }),
    line,
  }));
  return { items, whole: wanted.length <= MOST_ITEMS };
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  scanLines(text, (start, end, kind, number) => {
    const line = text.slice(start, end);
    const isHidden = kind === 'open' || kind === 'fence' || kind === 'close' || kind === 'comment';
    if (isHidden || line.trim() === '' || HEADING.test(line)) open = undefined;
    else if (RULER.test(line)) open = underlined(blocks, open);
    else {
      const begun = begins(line.replace(/^[\s>]*>\s?/, ''), number, open);
      if (begun !== open) blocks.push(begun);
      open = begun;
    }
    return true;
  });
  return blocks.filter(({ text: own }) => /[\p{L}\p{N}]/u.test(own));
}

/** What stands above a ruler is the head of a table or a heading, and asks for nothing. */
function underlined(blocks: Block[], open: Block | undefined): undefined {
  if (open !== undefined && open.kind !== 'entry' && blocks.at(-1) === open) blocks.pop();
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
