import { walkObject } from './walk.ts';
import type { Walk } from './walk.ts';
import { scanLines } from '../text/lines.ts';
import type { LineKind } from '../text/lines.ts';

/** What of a text looks like a review report. */
export type FoundReports = {
  /** The source of each different report object that may be the answer, in order; at most two. */
  readonly sources: readonly string[];
  /** Where these stand, each from the start of its line. */
  readonly places: readonly Place[];
  /** Why none of them may be taken as the answer, whatever it says. */
  readonly problems: readonly string[];
  /** Whether anything there is meant as a report, be it one that cannot be read. */
  readonly isThere: boolean;
};

type Place = { readonly start: number; readonly end: number };

/** Two different reports are already one too many. */
const MAX_DIFFERENT = 2;

/**
 * Finds the JSON report in whatever an agent wrote around it, in one pass. It stands by itself: from the start of a
 * line to the end of one, bare or in a fence for JSON; anywhere else it is an example or somebody else's words.
 * JSON.parse alone would not do: it lets the last of two equal keys win, and it cannot say that a second report was
 * cut off.
 */
export function findReports(text: string): FoundReports {
  const finder: Finder = { text, sources: new Set(), problems: new Set(), places: [] };
  const isWithin = eachObject(text, (walk, isPlaced) =>
    isPlaced || walk.state === 'bounded' ? take(finder, walk) : true,
  );
  const { sources, problems, places } = finder;
  if (!isWithin) problems.add(`there are more than ${MAX_PLACES} braces`);
  if (sources.size === MAX_DIFFERENT) problems.add('there is more than one report');
  const isThere = sources.size > 0 || problems.size > 0;
  if (!isThere) problems.add('there is no review report');
  return { sources: [...sources], places, problems: [...problems], isThere };
}

/** Where the reports of a text stand, for whoever reads what is around them. */
export function placesOfReports(text: string): readonly Place[] {
  return text.includes('{') ? findReports(text).places : [];
}

/** The lines around the reports of a text that say something, fences around them left out. */
export function outsideReports(text: string): readonly string[] {
  const places = placesOfReports(text);
  const outside: string[] = [];
  scanLines(text, (from, to, kind) => {
    const isPart =
      kind === 'open' || kind === 'close' || places.some(({ start, end }) => from >= start && from < end);
    const line = isPart ? '' : text.slice(from, Math.min(to, from + MAX_LINE)).trim();
    if (line !== '') outside.push(line);
    return outside.length < MAX_OUTSIDE;
  });
  return outside;
}

const MAX_LINE = 1000;
const MAX_OUTSIDE = 20;

type Finder = {
  readonly text: string;
  readonly sources: Set<string>;
  readonly problems: Set<string>;
  readonly places: Place[];
};

/** An object that stands by itself. Answers whether to look on. */
function take({ text, sources, problems, places }: Finder, walk: Walk): boolean {
  // What is inside an object we stopped following would look as if it stood by itself.
  if (walk.state === 'bounded') problems.add('there is a JSON object too long or too deep to be followed');
  if (walk.state === 'bounded') return false;
  if (walk.wrapsReport) problems.add('a report is wrapped in another object');
  if (!walk.isReport) return true;

  for (const key of walk.duplicates) problems.add(`the key ${JSON.stringify(key)} appears twice`);
  if (walk.state === 'broken') problems.add('a report is cut off or is not valid JSON');
  else {
    sources.add(text.slice(walk.start, walk.end));
    places.push({ start: text.lastIndexOf('\n', walk.start) + 1, end: walk.end });
  }
  return sources.size < MAX_DIFFERENT;
}

/** A text with more of them than this is no answer but an attack on our time. */
const MAX_PLACES = 200_000;

/** A brace that may open a JSON object. */
const BRACE = /\{(?=\s*["}])/g;

/** The outermost objects, until one is answered with false. False when there are too many of them. */
function eachObject(text: string, visit: (walk: Walk, isPlaced: boolean) => boolean): boolean {
  let places = 0;
  let isJson = false;
  let goesOn = true;
  let brace = nextBrace(text, 0);
  scanLines(text, (start, end, kind) => {
    if (kind === 'open') isJson = JSON_FENCE.test(text.slice(start, Math.min(end, start + MAX_FENCE)));
    const isPlace = kind === 'text' || (kind === 'fence' && isJson);
    while (goesOn && brace < end) {
      const walk = walkObject(text, brace);
      const isPlaced = isPlace && beginsLine(text, start, brace, kind) && endsLine(text, walk);
      goesOn = visit(walk, isPlaced) && ++places < MAX_PLACES;
      brace = nextBrace(text, Math.max(brace + 1, walk.end));
    }
    return goesOn && brace < text.length;
  });
  return places < MAX_PLACES;
}

const MAX_FENCE = 60;
const JSON_FENCE = /^ {0,3}(?:`{3,}|~{3,})[ \t]*(?:jsonc?)?\s*$/i;

function nextBrace(text: string, from: number): number {
  BRACE.lastIndex = from;
  return BRACE.exec(text)?.index ?? text.length;
}

/** Outside a fence an indentation of four would make it code. */
function beginsLine(text: string, start: number, brace: number, kind: LineKind): boolean {
  if (brace - start > MAX_INDENT) return false;
  return (kind === 'fence' ? /^\s*$/ : /^\ufeff? {0,3}$/).test(text.slice(start, brace));
}

const MAX_INDENT = 60;

/** What is broken may have any end. */
function endsLine(text: string, { end, state }: Walk): boolean {
  if (state !== 'complete') return true;
  const newline = text.indexOf('\n', end);
  return text.slice(end, newline === -1 ? text.length : newline).trim() === '';
}
