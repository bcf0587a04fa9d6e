import { isMap } from '../../schema/fits.ts';
import { walkObject } from '../review-report/walk.ts';
import { scanLines } from '../text/lines.ts';
import { oneLine } from '../text/sections.ts';
import { type Expected, tokenProblem } from './find-signal.ts';
import { isSignalName, type SignalName, signalsOf, type SignalRole } from './names.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The verdict an answer gave as JSON. */
export type JsonAnswer = {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  /** null where something looked like a verdict and could not be read. */
  readonly value: JsonObject | null;
  /** Where the verdict stands. */
  readonly place: { readonly start: number; readonly end: number } | null;
  /** Why it does not count; empty for exactly one valid verdict. */
  readonly reasons: readonly string[];
};

/** What each word of `verdict` means as a signal, for answers that leave the signal out. */
export type VerdictWords = Readonly<Record<string, SignalName>>;

/** The JSON verdict of an output; null where it has none, and its words alone count. */
export function findJsonAnswer(
  text: string,
  role: SignalRole,
  expected: Expected,
  words: VerdictWords,
): JsonAnswer | null {
  if (!LIKE_A_VERDICT.test(text)) return null;
  const all = findJson(text);
  const [broken] = all.filter(({ value, raw }) => value === null && LIKE_A_VERDICT.test(raw));
  const verdicts = all.filter((found) => found.value !== null && isVerdict(found.value, words));
  const [first] = verdicts;
  const value = first?.value ?? null;
  const reasons = [
    ...(all.length > MAX_OBJECTS ? [`more than ${MAX_OBJECTS} JSON objects`] : []),
    ...(broken === undefined ? [] : ['a JSON verdict is cut off, is not valid JSON, or has a key twice']),
    ...(verdicts.length > 1 ? ['more than one JSON verdict'] : []),
    ...(verdicts.some(({ isFollowed }) => isFollowed) ? ['the JSON verdict has words after it'] : []),
  ];
  if (first === undefined || value === null)
    return reasons.length === 0 ? null : { signal: null, ticket: null, value: null, place: null, reasons };
  const signal = signalFrom(value, words);
  const ticket = typeof value['ticket'] === 'string' ? oneLine(value['ticket']) : null;
  const place = { start: first.start, end: first.start + first.raw.length };
  return { signal, ticket, value, place, reasons: [...reasons, ...problems(value, role, expected, words)] };
}

const LIKE_A_VERDICT = /"(?:signal|verdict|token)"/;

/** Other JSON is quoted material: an object is a verdict by its signal, or by a verdict with a token or a ticket. */
function isVerdict(value: JsonObject, words: VerdictWords): boolean {
  if (isSignalName(value['signal'])) return true;
  if ('signal' in value && 'token' in value) return true;
  const { verdict } = value;
  if (typeof verdict !== 'string') return false;
  return 'token' in value || ('ticket' in value && Object.hasOwn(words, verdict));
}

function signalFrom(value: JsonObject, words: VerdictWords): SignalName | null {
  const { signal, verdict } = value;
  if (isSignalName(signal)) return signal;
  if (signal !== undefined && signal !== null) return null;
  return typeof verdict === 'string' && Object.hasOwn(words, verdict) ? (words[verdict] ?? null) : null;
}

function problems(
  value: JsonObject,
  role: SignalRole,
  expected: Expected,
  words: VerdictWords,
): readonly string[] {
  const signal = signalFrom(value, words);
  if (signal === null) return ['the JSON verdict has no known signal'];
  const own: readonly SignalName[] = signalsOf[role];
  if (!own.includes(signal)) return [`${signal} is not a signal of the ${role}`];
  const { ticket, token, verdict } = value;
  if (verdict !== undefined && verdict !== null && (typeof verdict !== 'string' || words[verdict] !== signal))
    return [`the JSON verdict says ${signal} and ${oneLine(JSON.stringify(verdict))}`];
  if (ticket !== undefined && ticket !== expected.ticket)
    return [`the JSON verdict is for ${oneLine(JSON.stringify(ticket))}, not for ${expected.ticket}`];
  // The token was issued for this ticket alone; without one the verdict has to say what it is about.
  if (ticket === undefined && expected.token === undefined) return ['the JSON verdict names no ticket'];
  if (expected.token === undefined) return [];
  const problem = tokenProblem(typeof token === 'string' ? token : undefined, expected.token);
  return problem === null ? [] : [`the JSON verdict ${problem}`];
}

/** A JSON object found in a text. */
type FoundJson = {
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

function valueOf(raw: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(raw);
    return isMap(value) ? value : null;
  } catch {
    return null;
  }
}
