import { readHeading } from './findings-document-lines.ts';
import { isContent, scanLines } from './text-lines.ts';

/** What is inside the fence, and what follows it. */
export type FencedBody = { readonly body: string; readonly after: string };

/** The inside of the one fence around a whole document; undefined where a heading stands outside of fences. */
export function fencedBody(text: string): FencedBody | undefined {
  if (!text.includes('```') && !text.includes('~~~')) return undefined;
  let opened = 0;
  let from: number | undefined;
  let until = text.length;
  let outside = false;
  scanLines(text, (start, end, kind) => {
    if (kind === 'open') opened = end + 1;
    if (from !== undefined && isFenceLine(text, start, end)) until = start;
    const isInside = kind === 'fence';
    if ((isInside && from !== undefined) || !hasHeading(text, start, end)) return true;
    if (isInside) from = opened;
    else outside = isContent(kind);
    return !outside;
  });
  if (outside || from === undefined) return undefined;
  const closed = text.indexOf('\n', until);
  return { body: text.slice(from, until), after: closed === -1 ? '' : text.slice(closed + 1) };
}

function hasHeading(text: string, start: number, end: number): boolean {
  if (!mayTell(text, start)) return false;
  return readHeading(text.slice(start, Math.min(end, start + MAX_LINE)))?.section !== undefined;
}

function isFenceLine(text: string, start: number, end: number): boolean {
  return FENCE_LINE.test(text.slice(start, end));
}

const FENCE_LINE = /^ {0,3}(?:`{3,}|~{3,})[ \t]*$/;

const MAX_LINE = 20_000;

/** Character by character: this is asked about every line of a text that may have millions. */
export function mayTell(text: string, start: number): boolean {
  let at = start;
  while (at - start < 3 && text.charCodeAt(at) === 0x20) at++;
  const code = text.charCodeAt(at);
  return code === 0x23 || code === 0x2a || code === 0x2d || (code >= 0x30 && code <= 0x39);
}
