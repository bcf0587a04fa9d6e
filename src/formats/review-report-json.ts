import { walkObject } from './review-report-walk.ts';
import type { Walk } from './review-report-walk.ts';
import { scanLines } from './text-lines.ts';
import type { LineKind } from './text-lines.ts';

/** What of a text looks like a review report. */
export type FoundReports = {
  /** The source of each different report object that may be the answer, in order; at most two. */
  readonly sources: readonly string[];
  /** Something else in the text says fail, or is a report that cannot be read: no pass beside it can be believed. */
  readonly isDenied: boolean;
  /** Why none of them may be taken as the answer, whatever it says. */
  readonly problems: readonly string[];
  /** Whether anything there is meant as a report, be it one that cannot be read. */
  readonly isThere: boolean;
};

/** Two different reports are already one too many. */
const MAX_DIFFERENT = 2;

/**
 * Finds the JSON report in whatever an agent wrote around it, in one pass. It stands by itself: from the start of a
 * line to the end of one, bare or in a fence for JSON; anywhere else it is an example or somebody else's words.
 * JSON.parse alone would not do: it lets the last of two equal keys win, and it cannot say that a second report was
 * cut off.
 */
export function findReports(text: string): FoundReports {
  const finder: Finder = { text, sources: new Set(), problems: new Set(), isDenied: false, after: 0 };
  const isWithin = eachObject(text, (walk, isPlaced) =>
    isPlaced ? take(finder, walk) : overhear(finder, walk),
  );
  const { sources, problems } = finder;
  const isDenied = finder.isDenied || (sources.size > 0 && DENIAL.test(text.slice(finder.after)));
  if (!isWithin) problems.add(`there are more than ${MAX_PLACES} braces`);
  if (sources.size === MAX_DIFFERENT) problems.add('there is more than one report');
  const isThere = sources.size > 0 || problems.size > 0;
  if (!isThere) problems.add('there is no review report');
  return { sources: [...sources], isDenied, problems: [...problems], isThere };
}

type Finder = {
  readonly text: string;
  readonly sources: Set<string>;
  readonly problems: Set<string>;
  isDenied: boolean;
  /** Just behind the last report that was taken. */
  after: number;
};

/** Some way to say fail beside the report: a piece of another one, or a line with the other kind of verdict. */
const DENIAL =
  /["'`]status["'`]\s{0,9}[:=]\s{0,9}["'`]?\s{0,9}fail|["'`]approved["'`]\s{0,9}[:=]\s{0,9}false|^[ \t>*_`#-]{0,12}(?:REVIEW_FAILED|(?:status|verdict)[ *_`]{0,4}:[ *_`"']{0,6}fail)/im;

/** An object that stands by itself. Answers whether to look on. */
function take(finder: Finder, walk: Walk): boolean {
  const { text, sources, problems } = finder;
  // What is inside an object we stopped following would look as if it stood by itself.
  if (walk.state === 'bounded') problems.add('there is a JSON object too long or too deep to be followed');
  if (walk.state === 'bounded') return false;
  if (walk.wrapsReport) problems.add('a report is wrapped in another object');
  if (!walk.isReport) return true;

  for (const key of walk.duplicates) problems.add(`the key ${JSON.stringify(key)} appears twice`);
  if (walk.state === 'broken') problems.add('a report is cut off or is not valid JSON');
  else sources.add(text.slice(walk.start, walk.end));
  finder.isDenied ||= DENIAL.test(text.slice(finder.after, walk.start));
  finder.after = walk.end;
  return sources.size < MAX_DIFFERENT;
}

/** An object in a quotation: never the answer, but what it says against one counts. */
function overhear(finder: Finder, walk: Walk): boolean {
  if (walk.state === 'bounded') return take(finder, walk);
  if (walk.isReport) finder.isDenied ||= !saysPass(finder.text, walk);
  return true;
}

function saysPass(text: string, { start, end, state, duplicates }: Walk): boolean {
  if (state !== 'complete' || duplicates.length > 0) return false;
  try {
    const { status, approved } = JSON.parse(text.slice(start, end)) as Record<string, unknown>;
    return (
      approved !== false &&
      (status === undefined || (typeof status === 'string' && /^\s*pass\s*$/i.test(status)))
    );
  } catch {
    return false;
  }
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
