/** How many columns of a terminal a text takes: wide characters two, combining ones none. Good enough to keep a line a line. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes().segment(text)) width += columnsOf(segment);
  return width;
}

/** The text in at most `width` columns; what had to be cut ends in the given mark. Never splits a grapheme. */
export function fit(text: string, width: number, mark = '…'): string {
  if (width <= 0) return '';
  if (widthOf(text) <= width) return text;
  const room = width - widthOf(mark);
  if (room < 0) return fit(text, width, '');
  if (isPlain(text)) return text.slice(0, room) + mark;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes().segment(text)) {
    const columns = columnsOf(segment);
    if (used + columns > room) break;
    kept += segment;
    used += columns;
  }
  return kept + mark;
}

/** Cut or filled with spaces to exactly `width` columns. */
export function column(text: string, width: number, mark = '…'): string {
  const fitted = fit(text, width, mark);
  return fitted + ' '.repeat(Math.max(0, width - widthOf(fitted)));
}

/** Marks of our own that take one column: known, so that a table of ours needs no segmenter, which is slow to make. */
const NARROW = new Set('·▶⚙◔◑⇣↻■⚠✓✗…─█░–—'.split('').map((mark) => mark.charCodeAt(0)));

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code < 0x20 || code > 0x7e) && !NARROW.has(code)) return false;
  }
  return true;
}

let segmenter: Intl.Segmenter | undefined;

/** Made when it is first wanted: most titles are plain. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter;
}

const INVISIBLE = /^[\p{Mark}\p{Control}\p{Format}]+$/u;
const PICTURE = /\p{Emoji_Presentation}|\ufe0f/u;

function columnsOf(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  if (PICTURE.test(grapheme)) return 2;
  return isWide(grapheme.codePointAt(0) ?? 0) ? 2 : 1;
}

/** Blocks that are East Asian wide or full-width; ambiguous ones count as narrow, as terminals draw them. */
const wideBlocks: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

function isWide(code: number): boolean {
  return wideBlocks.some(([from, to]) => code >= from && code <= to);
}
