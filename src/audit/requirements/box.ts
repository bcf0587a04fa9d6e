/** A box to tick, as positions in its line. */
export type Box = {
  /** Where the mark stands. */
  readonly start: number;
  readonly mark: string;
  /** A sign such as ☐ that is a box without brackets. */
  readonly isBare: boolean;
  /** Where the text begins that the box belongs to. */
  readonly text: number;
};

const UNSEEN = '\\u00a0\\u00ad\\u200b-\\u200f\\u2060\\ufeff';
const BULLETS = '\\-+•◦▪‣·–—';

/** What may stand before a box: quotes, bullets, numbers, bars of a table and emphasis, in any nesting. */
const PREFIX = new RegExp(`^(?:[\\s${UNSEEN}>*_|${BULLETS}]|\\(?(?:\\d{1,9}|[A-Za-z])[.)])*`);
const BEGINS = new RegExp(`^(?:[\\s${UNSEEN}>*_|${BULLETS}\\d[(\\\\]|[A-Za-z][.)])`);
/** One of these makes the line an entry of a list or table; a quote or bold words are neither. */
const MARKER = new RegExp(`[${BULLETS}|.)]|(?<!\\*)\\*(?!\\*)`);

const BRACKETS = /^(\\?\[)([^\][]{0,12})\](?:\*\*|__)?(?:[ \t]{0,9}\|)?/;
const SIGN = /^[☐☒□⬜❌✗✘]/;
const CELL = /\|[ \t]{0,9}\[([^\][|]{0,12})\][ \t]{0,9}(?=\||$)/;

const LINKED = /^[([]/;
const WORD = /[\p{L}\p{N}]/u;
const PLAIN = new RegExp(`^(?:[\\s${UNSEEN}]*|[xX])$`);

/** Cheap enough to be asked of every line, by its first two visible characters. */
export function mayBeginBox(beginning: string): boolean {
  return BEGINS.test(beginning);
}

/**
 * The box a line begins with, or one that fills a cell of its table row. Whatever is in the brackets: a box that is
 * not seen is an open requirement that nobody counts.
 */
export function findBox(line: string): Box | undefined {
  const prefix = PREFIX.exec(line)?.[0] ?? '';
  const rest = line.slice(prefix.length);
  const isListed = MARKER.test(prefix);
  return boxInBrackets(prefix, rest, isListed) ?? (isListed ? boxAsSign(prefix, rest) : boxInCell(line));
}

function boxInBrackets(prefix: string, rest: string, isListed: boolean): Box | undefined {
  const [whole, opening = '', mark = ''] = BRACKETS.exec(rest) ?? [];
  if (whole === undefined || (!isListed && !PLAIN.test(mark))) return undefined;
  const isLink = LINKED.test(rest.slice(opening.length + mark.length + 1)) && WORD.test(mark);
  if (isLink) return undefined;
  const text = prefix.length + whole.length;
  return { start: prefix.length + opening.length, mark, isBare: false, text };
}

function boxAsSign(prefix: string, rest: string): Box | undefined {
  const [mark] = SIGN.exec(rest) ?? [];
  const text = prefix.length + 1;
  return mark === undefined ? boxInCell(prefix + rest) : { start: prefix.length, mark, isBare: true, text };
}

/** In a row the words may stand before the box, so all of it is its text. */
function boxInCell(line: string): Box | undefined {
  if (!line.trimStart().startsWith('|')) return undefined;
  const found = CELL.exec(line);
  if (found === null) return undefined;
  const [whole, mark = ''] = found;
  return {
    start: found.index + whole.indexOf('[') + 1,
    mark,
    isBare: false,
    text: line.indexOf('|') + 1,
  };
}
