import { walkObject } from './review-report-walk.ts';
import { scanLines } from './text-lines.ts';

/** A JSON object found in a text. */
export type FoundJson = {
  readonly start: number;
  readonly raw: string;
  /** null where it is cut off, no valid JSON, too long or too deep, or has a key twice. */
  readonly value: Readonly<Record<string, unknown>> | null;
  /** Something stands behind it on the same line. */
  readonly isFollowed: boolean;
};

/** An answer has one. Quoted ones may come along; from here on it is an attack on our time. */
export const MAX_OBJECTS = 500;

/**
 * The JSON objects an answer may consist of: bare, from the start of a line on, or at the start of a json fence.
 * Anywhere else they are quoted. One more than the maximum tells that there are too many.
 */
export function findJson(text: string): readonly FoundJson[] {
  const found: FoundJson[] = [];
  if (!text.includes('{')) return found;
  let isFenced = false;
  let after = 0;
  scanLines(text, (start, end, kind) => {
    if (kind === 'open') isFenced = JSON_FENCE.test(text.slice(start, Math.min(end, start + 40)));
    const isPlace = kind === 'text' || (kind === 'fence' && isFenced);
    if (!isPlace || start < after || text.charCodeAt(start) !== BRACE) return true;
    const walk = walkObject(text, start);
    after = Math.max(walk.end, start);
    const raw = text.slice(start, walk.end);
    const isWhole = walk.state === 'complete' && walk.duplicates.length === 0;
    found.push({ start, raw, value: isWhole ? valueOf(raw) : null, isFollowed: isFollowed(text, walk.end) });
    return found.length <= MAX_OBJECTS;
  });
  return found;
}

/** A line that only goes on with blanks for longer than this is taken to go on with words. */
const MAX_BLANKS = 200;

function isFollowed(text: string, end: number): boolean {
  const [rest = ''] = text.slice(end, end + MAX_BLANKS).split('\n', 1);
  return rest.trim() !== '' || rest.length === MAX_BLANKS;
}

const BRACE = 0x7b;
const JSON_FENCE = /^ {0,3}(?:`+|~+) {0,2}jsonc?\s*$/i;

function valueOf(raw: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(raw) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}
