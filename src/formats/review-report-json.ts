import { walkObject } from './review-report-walk.ts';
import type { Walk } from './review-report-walk.ts';

/** What of a text looks like a review report. */
export type FoundReports = {
  /** The source of each different report object, in order; at most two. */
  readonly sources: readonly string[];
  /** Why none of them may be taken as the answer, whatever it says. */
  readonly problems: readonly string[];
};

/** Two different reports are already one too many. */
const MAX_DIFFERENT = 2;

/**
 * Finds the JSON report in whatever an agent wrote around it, in one pass. JSON.parse alone would not do: it lets the
 * last of two equal keys win, and it cannot say that a second report was cut off.
 */
export function findReports(text: string): FoundReports {
  const sources = new Set<string>();
  const problems = new Set<string>();
  const budget = { places: MAX_PLACES };
  for (const walk of objectsIn(text, budget)) {
    // What is inside an object we stopped following would look as if it stood by itself.
    if (walk.state === 'bounded') {
      problems.add('there is a JSON object too long or too deep to be followed');
      break;
    }
    if (walk.wrapsReport) problems.add('a report is wrapped in another object');
    if (!walk.isReport) continue;

    for (const key of walk.duplicates) problems.add(`the key ${JSON.stringify(key)} appears twice`);
    if (walk.state === 'broken') problems.add('a report is cut off or is not valid JSON');
    else sources.add(text.slice(walk.start, walk.end));
    if (sources.size === MAX_DIFFERENT) break;
  }
  if (budget.places === 0) problems.add(`there are more than ${MAX_PLACES} braces and fences`);
  if (sources.size === MAX_DIFFERENT) problems.add('there is more than one report');
  if (sources.size === 0 && problems.size === 0) problems.add('there is no review report');
  return { sources: [...sources], problems: [...problems] };
}

/** A text with more of them than this is no answer but an attack on our time. */
const MAX_PLACES = 200_000;

/** A fence or a block quote at the start of a line, or a brace that may open a JSON object. */
const PLACE = /^ {0,3}(?:(`{3,}|~{3,})[ \t]*([^\s`]*)|>)|\{(?=\s*["}])/gm;

/**
 * The outermost objects outside quotations. What stands in a block quote, or in a fence not marked as JSON, is
 * somebody else's words.
 */
function* objectsIn(text: string, budget: { places: number }): Generator<Walk> {
  let fence: Fence | undefined;
  let quotedUntil = 0;
  let from = 0;
  for (; budget.places > 0; budget.places--) {
    PLACE.lastIndex = from;
    const place = PLACE.exec(text);
    if (place === null) return;

    const [whole, marker, info = ''] = place;
    const start = place.index;
    from = start + whole.length;
    if (marker !== undefined) fence = fenceAfter(fence, marker, info);
    else if (whole !== '{') quotedUntil = lineEnd(text, start);
    else {
      const walk = walkObject(text, start);
      from = Math.max(from, walk.end);
      const quoted = fence === undefined ? start < quotedUntil : !fence.json;
      if (!quoted) yield walk;
    }
  }
}

type Fence = { readonly marker: string; readonly json: boolean };

function fenceAfter(fence: Fence | undefined, marker: string, info: string): Fence | undefined {
  if (fence === undefined) return { marker, json: /^(?:jsonc?)?$/i.test(info) };
  return info === '' && marker.startsWith(fence.marker) ? undefined : fence;
}

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}
