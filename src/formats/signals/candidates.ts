import { scanLines, type LineKind } from '../text-lines.ts';
import { signalNames, type SignalName } from './names.ts';

/** A line that begins like a signal, wherever it stands. */
export type Candidate = {
  readonly name: SignalName;
  /** The words after the colon, free of marks. */
  readonly words: readonly string[];
  /** At column 0, outside fences, quotes and comments. */
  readonly counts: boolean;
  /** Visible, but behind a heading mark or up to three spaces. */
  readonly isOffset: boolean;
  readonly line: number;
  readonly start: number;
};

/** More closing lines than this are no answer; nobody needs to see them all. */
export const MAX_CANDIDATES = 200;

/** A signal needs no more. What a longer line goes on with counts as one more word, so that it is no signal. */
const MAX_LINE = 500;

/** Every line that looks like a signal, in order; one more than the maximum tells that there are too many. */
export function findCandidates(text: string): readonly Candidate[] {
  const starts = candidateStarts(text);
  if (starts.length === 0) return [];
  const found: Candidate[] = [];
  let next = 0;
  scanLines(text, (start, end, kind, line) => {
    if (start !== starts[next]) return true;
    next += 1;
    const shown =
      end - start > MAX_LINE ? `${text.slice(start, start + MAX_LINE)} …` : text.slice(start, end);
    const candidate = readCandidate(shown, kind, line, start);
    if (candidate !== null) found.push(candidate);
    return next < starts.length;
  });
  return found;
}

/** The pattern engine finds the few lines of interest, so that the walk over all of them has nothing to compare. */
function candidateStarts(text: string): readonly number[] {
  const starts: number[] = [];
  for (const match of text.matchAll(START)) {
    starts.push(match.index);
    if (starts.length > MAX_CANDIDATES) break;
  }
  return starts;
}

const NAMES = signalNames.join('|');
/** Not `^`: to a pattern a line also starts after U+2028 and U+2029, to a reader of Markdown it does not. */
const START = new RegExp(`(?<![^\\n]) {0,3}(?:#{1,6} )?[*_\`]{0,4}(?:${NAMES})[*_\`]{0,4} {0,3}:`, 'g');

/** Marks may stand around the whole line, around the name, and between name and colon. */
const SHAPE = new RegExp(`^( {0,3}(?:#{1,6} )?)([*_\`]{0,4})(${NAMES})([*_\`]{0,4}) {0,3}:([^\\n]*)$`);

function readCandidate(text: string, kind: LineKind, line: number, start: number): Candidate | null {
  const [, offset, lead, name, , rest] = SHAPE.exec(text) ?? [];
  const known = signalNames.find((candidate) => candidate === name);
  if (known === undefined || offset === undefined || lead === undefined || rest === undefined) return null;
  return {
    name: known,
    words: wordsOf(rest, lead.includes('_')),
    counts: kind === 'text' && offset === '',
    isOffset: kind === 'text' && offset !== '',
    line,
    start,
  };
}

/** An underscore is part of an id or a token unless the line itself opened with one. */
function wordsOf(rest: string, isUnderscored: boolean): readonly string[] {
  const words = rest.split(/\s/).filter((word) => word !== '');
  return words
    .map((word, index) => unmarked(word, isUnderscored, index === words.length - 1))
    .filter((word) => word !== '');
}

function unmarked(word: string, isUnderscored: boolean, isLast: boolean): string {
  const marks = isUnderscored ? '*`_' : '*`';
  const ends = isLast ? `${marks}.,;:!` : marks;
  let first = 0;
  let last = word.length;
  while (first < last && marks.includes(word.charAt(first))) first += 1;
  while (last > first && ends.includes(word.charAt(last - 1))) last -= 1;
  return word.slice(first, last);
}
