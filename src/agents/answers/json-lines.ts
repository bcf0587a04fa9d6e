import { isMap } from '../../schema/fits.ts';
import { jsonIn } from '../../schema/json-in.ts';
import type { JsonObject } from './json-value.ts';

/** A longer line is no message of a program that means well; it is dropped. */
const LONGEST = 20_000_000;
/** Nor is one that is nested deeper: it can be read, but whoever writes it out again runs out of stack. */
const DEEPEST = 500;
const LONGEST_START = 100;

/**
 * Takes pieces of text and hands on every line that is a JSON object, as soon as it is whole. Anything else a program
 * prints between is left out; `lost` is called where that may have been a message. Never throws: what `take` throws is
 * its own to handle.
 */
export function jsonLines(
  take: (message: JsonObject) => void,
  lost: () => void = () => undefined,
): (piece: string) => void {
  let pieces: string[] = [];
  let length = 0;
  /** How the line begins, where the rest of it is dropped. */
  let start = '';
  return (piece) => {
    const [last = '', ...lines] = piece.split('\n').toReversed();
    for (const line of lines.toReversed()) {
      pieces.push(line);
      const isDropped = length + line.length > LONGEST;
      const whole = isDropped ? `${start}${line}`.slice(0, LONGEST_START) : pieces.join('');
      pieces = [];
      length = 0;
      start = '';
      if (isDropped || isTooDeep(whole)) {
        if (/^\s*(?:\{|$)/.test(whole)) lost();
        continue;
      }
      const message = objectIn(whole);
      if (message !== undefined) take(message);
    }
    length += last.length;
    if (start.length < LONGEST_START) start += last.slice(0, LONGEST_START);
    if (length > LONGEST) pieces = [];
    else pieces.push(last);
  };
}

/** Brackets within texts are none. */
function isTooDeep(line: string): boolean {
  if (line.length < 2 * DEEPEST) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charCodeAt(at);
    if (character === QUOTE) isText = !isText;
    else if (!isText) {
      if (character === OBJECT || character === LIST) depth += 1;
      else if (character === OBJECT_END || character === LIST_END) depth -= 1;
      if (depth > DEEPEST) return true;
    } else if (character === ESCAPE) at += 1;
  }
  return false;
}

const [QUOTE, ESCAPE, OBJECT, OBJECT_END, LIST, LIST_END] = Buffer.from('"\\{}[]');

function objectIn(line: string): JsonObject | undefined {
  const value = line.trimStart().startsWith('{') ? jsonIn(line) : undefined;
  return isMap(value) ? value : undefined;
}
