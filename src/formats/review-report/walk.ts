/** What one pass over a JSON object found, without building it. */
export type Walk = {
  readonly start: number;
  /** Just behind the object, or where it stopped being JSON. */
  readonly end: number;
  /** `bounded`: too long or too deep to be followed further. */
  readonly state: 'complete' | 'broken' | 'bounded';
  /** It has, or when cut off seems to have, what only a review report has. */
  readonly isReport: boolean;
  /** It is no report itself and has one inside. */
  readonly wrapsReport: boolean;
  readonly duplicates: readonly string[];
};

/** A report is never this long or deep, and deep nesting would break whoever walks it by recursion later. */
const MAX_LENGTH = 1_000_000;
const MAX_DEPTH = 64;

/**
 * Follows one object from its opening brace. Strings and structure are strict, so that a stray brace in prose ends at
 * once and every character is looked at a bounded number of times; plain values are left to JSON.parse.
 */
export function walkObject(text: string, start: number): Walk {
  const walker: Walker = {
    text,
    at: start,
    expected: 'value',
    open: [],
    reportInside: false,
    isReport: false,
    duplicates: [],
  };
  do {
    walker.at = pastSpace(text, walker.at);
    if (walker.open.length > MAX_DEPTH || walker.at - start > MAX_LENGTH)
      return cutOff(walker, start, 'bounded');
    if (!step(walker)) return cutOff(walker, start, 'broken');
  } while (walker.open.length > 0);
  const { at: end, isReport, reportInside, duplicates } = walker;
  return { start, end, state: 'complete', isReport, wrapsReport: reportInside && !isReport, duplicates };
}

/** The keys of an open object; null for an open array. */
type Frame = Set<string> | null;

/** `member` and `item` are the places right behind an opening bracket, where the closing one may follow. */
type Expected = 'value' | 'item' | 'key' | 'member' | 'next';

type Walker = {
  readonly text: string;
  at: number;
  expected: Expected;
  readonly open: Frame[];
  reportInside: boolean;
  isReport: boolean;
  readonly duplicates: string[];
};

function cutOff(walker: Walker, start: number, state: 'broken' | 'bounded'): Walk {
  const { at: end, open, reportInside, duplicates } = walker;
  const isReport = reportInside || open.some(hasReportKeys);
  return { start, end, state, isReport, wrapsReport: false, duplicates };
}

/** One token; false when it cannot stand here. */
function step(walker: Walker): boolean {
  const { open, expected } = walker;
  const char = walker.text[walker.at];
  const frame = open.at(-1) ?? null;
  switch (expected) {
    case 'member':
    case 'key':
      if (char === '}' && expected === 'member') return close(walker);
      return frame !== null && readKey(walker, frame);
    case 'next':
      if (char === (frame === null ? ']' : '}')) return close(walker);
      return char === ',' && goOn(walker, frame === null ? 'value' : 'key');
    case 'item':
    case 'value':
      if (char === ']' && expected === 'item') return close(walker);
      if (char === '{') return enter(walker, new Set());
      return char === '[' ? enter(walker, null) : readValue(walker);
  }
}

function goOn(walker: Walker, expected: Expected): true {
  walker.expected = expected;
  walker.at++;
  return true;
}

function enter(walker: Walker, frame: Frame): true {
  walker.open.push(frame);
  return goOn(walker, frame === null ? 'item' : 'member');
}

function close(walker: Walker): true {
  const isReport = hasReportKeys(walker.open.pop() ?? null);
  if (walker.open.length === 0) walker.isReport = isReport;
  else walker.reportInside ||= isReport;
  return goOn(walker, 'next');
}

function readKey(walker: Walker, keys: Set<string>): boolean {
  const { text, at } = walker;
  const end = pastString(text, at);
  if (end === -1) return false;
  const colon = pastSpace(text, end);
  if (text[colon] !== ':') return false;

  const key = unescaped(text.slice(at, end));
  if (keys.has(key)) walker.duplicates.push(key);
  keys.add(key);
  walker.at = colon;
  return goOn(walker, 'value');
}

function readValue(walker: Walker): boolean {
  const { text, at } = walker;
  const end = text[at] === '"' ? pastString(text, at) : pastWord(text, at);
  if (end <= at) return false;
  walker.expected = 'next';
  walker.at = end;
  return true;
}

/** Behind the closing quote; -1 when there is none, or no string here. JSON strings never span lines. */
function pastString(text: string, start: number): number {
  if (text[start] !== '"') return -1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
    else if (code < SPACE) return -1;
  }
  return -1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

function pastSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === SPACE || code === 0x0a || code === 0x0d || code === 0x09;
}

const WORD = /[-+.\w]*/y;

function pastWord(text: string, start: number): number {
  WORD.lastIndex = start;
  WORD.test(text);
  return WORD.lastIndex;
}

/** `"st\u0061tus"` is the key `status`: JSON.parse would say so, so the look for duplicates must too. */
function unescaped(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

const REPORT_KEYS = ['dimension_scores', 'pass_criteria_met', 'approved', 'blocking_issues', 'overall_score'];

function hasReportKeys(keys: Frame): boolean {
  if (keys === null) return false;
  return REPORT_KEYS.some((key) => keys.has(key)) || (keys.has('ticket_id') && keys.has('status'));
}
