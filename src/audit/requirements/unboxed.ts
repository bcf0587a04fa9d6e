import { isCode, scanLines } from '../../formats/index.ts';
import { foldedName } from '../requirement-finder.ts';
import { type RequestItem, requestItems } from './request-items.ts';
import { idOf } from './requirements-document.ts';
import type { Scan } from './scan.ts';

type Heading = { readonly level: number; readonly line: number };

const DEMAND = /\b(?:must|shall)\b/i;

/**
 * Returns the passages of a document with checkboxes that have none and still ask for something: they begin with an id
 * that no box has, or say "must" or "shall". A box speaks for the headings above it and for the lines that continue it.
 */
export function unboxedItems(text: string, { items, log }: Scan, ids: readonly string[]) {
  const boxes = new Set(items.map(({ line }) => line));
  const lines: string[] = [];
  let headings: readonly Heading[] = [];
  let place: 'item' | 'log' | 'text' = 'text';
  let before = '';
  scanLines(
    text,
    (start, end, kind, number) => {
      const line = isCode(kind) || kind === 'comment' ? '' : text.slice(start, end);
      const level = /^#{1,6}(?=[ \t])/.exec(line)?.[0].length;
      if (level !== undefined) {
        headings = [...headings.filter((above) => above.level < level), { level, line: number }];
        place = log?.headingEnd === end ? 'log' : 'text';
      } else if (boxes.has(number)) {
        for (const above of headings) lines[above.line - 1] = '';
        place = 'item';
      } else if (place === 'item' && !continues(line, before)) place = 'text';
      before = line;
      lines.push(place === 'text' ? line : '');
      return true;
    },
    { returns: true, anyIndent: true, nests: true },
  );
  const known = new Set(ids.map(foldedName));
  const { items: passages, whole } = requestItems(lines.join('\n'));
  const asks = ({ text: said }: RequestItem): boolean =>
    DEMAND.test(said) || (idOf(said) !== '' && !known.has(foldedName(idOf(said))));
  return { items: passages.filter(asks), whole };
}

/** Indented lines belong to the box above, and so do those of its own paragraph, unless they begin with an id. */
function continues(line: string, before: string): boolean {
  if (/^(?:[ \t]|$)/.test(line)) return true;
  return before.trim() !== '' && !/^(?:[-*+•◦▪‣–>|]|\(?\d{1,9}[.)])/.test(line) && idOf(line) === '';
}
