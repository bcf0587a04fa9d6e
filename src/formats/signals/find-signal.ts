import { scanLines, type LineKind } from '../text/lines.ts';
import { type SignalName, signalsOf, type SignalRole, signalNames } from './names.ts';

/** What was asked of the agent, and therefore the only thing its signal may be about. */
export type Expected = {
  readonly ticket: string;
  /** Absent where none was issued. An empty one is never accepted. */
  readonly token?: string;
};

export type FoundSignal = {
  /** The one signal that was given, also where it does not count for one of the reasons. */
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  /** Where the lines that count as signals start. */
  readonly starts: readonly number[];
  /** Signals for the expected ticket that do not count: in a fence, a quote, a comment or behind blanks. */
  readonly hidden: readonly SignalName[];
  /** Why it does not count; empty for exactly one valid signal. */
  readonly reasons: readonly string[];
};

/**
 * The closing signal of an output. There has to be exactly one, of the role's own set, for the expected ticket and
 * with the token; the very same line may be repeated, anything else beside it makes the answer unknown.
 */
export function findSignal(text: string, role: SignalRole, expected: Expected): FoundSignal {
  const all = findCandidates(text);
  const counting = all.filter((candidate) => candidate.counts);
  const hidden = all.flatMap(({ counts, name, words }) =>
    !counts && words[0] === expected.ticket ? [name] : [],
  );
  const last = counting.at(-1);
  if (last === undefined) return { signal: null, ticket: null, starts: [], hidden, reasons: [noSignal(all)] };

  const reasons = [
    ...(all.length > MAX_CANDIDATES ? [`more than ${MAX_CANDIDATES} closing signals`] : []),
    ...contradiction(counting, last),
    ...problemsOf(last, role, expected),
  ];
  const starts = counting.map((candidate) => candidate.start);
  return { signal: last.name, ticket: last.words[0] ?? null, starts, hidden, reasons };
}

function noSignal(all: readonly Candidate[]): string {
  const [hidden] = all;
  if (hidden === undefined) return 'no closing signal found';
  const where = hidden.isOffset
    ? 'is not at the start of the line'
    : 'is inside a code fence, a quote or a comment';
  return `no closing signal found: ${hidden.name} on line ${hidden.line} ${where}`;
}

function contradiction(counting: readonly Candidate[], last: Candidate): readonly string[] {
  const other = counting.find((candidate) => saying(candidate) !== saying(last));
  if (other === undefined) return [];
  return [
    `two different closing signals: ${other.name} on line ${other.line}, ${last.name} on line ${last.line}`,
  ];
}

function saying({ name, words }: Candidate): string {
  return `${name} ${words.join(' ')}`;
}

function problemsOf(given: Candidate, role: SignalRole, expected: Expected): readonly string[] {
  const own: readonly SignalName[] = signalsOf[role];
  if (!own.includes(given.name)) return [`${given.name} is not a signal of the ${role}`];
  const [ticket, token, ...rest] = given.words;
  if (ticket === undefined) return [`${given.name} names no ticket`];
  if (ticket !== expected.ticket) return [`${given.name} is for ${ticket}, not for ${expected.ticket}`];
  if (rest.length > 0) return [`${given.name} on line ${given.line} has words after it`];
  const problem = tokenProblem(token, expected.token);
  return problem === null ? [] : [`${given.name} ${problem}`];
}

/** Why the token does not count; null when it does. Also used for verdicts in JSON. */
export function tokenProblem(given: string | undefined, issued: string | undefined): string | null {
  if (issued === '') return 'cannot be matched: the issued token is empty';
  if (issued !== undefined) {
    if (given === undefined) return 'carries no token';
    return given === issued ? null : 'carries a wrong token';
  }
  // Without an issued token the word may still be one, as when an old output is looked at again.
  return given === undefined || LIKE_A_TOKEN.test(given) ? null : 'has words after it';
}

const LIKE_A_TOKEN = /^(?=.{8,128}$)[A-Za-z0-9_-]*\d[A-Za-z0-9_-]*$/;

/** A line that begins like a signal, wherever it stands. */
type Candidate = {
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
function findCandidates(text: string): readonly Candidate[] {
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
