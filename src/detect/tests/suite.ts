import { openingBrace } from '../code/brackets.ts';
import { lineNumbers } from '../change.ts';
import { type Language, languageOf } from '../code/language.ts';
import { masked } from '../code/mask.ts';
import { casesIn, type TestCase } from './test-cases.ts';
import { type TestWords, testWords } from './test-words.ts';

/** A word of a test file that switches something off, with the line it stands on. */
export type Marker = {
  readonly line: number;
  readonly text: string;
  /** It may well be harmless: it depends on the machine, or what it belongs to cannot be read. */
  readonly isUncertain: boolean;
};

/** What can be counted in a test file without running it. */
export type Suite = {
  readonly cases: readonly TestCase[];
  readonly skips: readonly Marker[];
  readonly focused: readonly Marker[];
  readonly trivial: readonly Marker[];
  readonly swallowed: readonly Marker[];
};

const empty: Suite = { cases: [], skips: [], focused: [], trivial: [], swallowed: [] };

/** Reads a test file; undefined for a language we do not know. A file that is not there is an empty one. */
export function suiteOf(path: string, text: string | undefined): Suite | undefined {
  const language = languageOf(path);
  if (language === undefined) return undefined;
  return text === undefined ? empty : read(text, language);
}

function read(text: string, language: Language): Suite {
  const words = testWords[language];
  const code = masked(text, language);
  return {
    cases: casesIn(text, code, { language, words }),
    skips: markers(text, code, words.skips, isPerhaps),
    focused: markers(text, code, words.focus, isPerhaps),
    trivial: markers(text, code, words.trivial, isSelf),
    swallowed: swallowedIn(text, code, words),
  };
}

type Doubt = (match: RegExpExecArray, text: string, code: string) => boolean;

function markers(text: string, code: string, pattern: RegExp | null, doubt: Doubt): readonly Marker[] {
  if (pattern === null) return [];
  const lines = lineNumbers(text);
  return [...code.matchAll(pattern)].map((match, index) => {
    const at = startOf(match);
    const isUncertain = index < MOST_DOUBTED && doubt(match, text, code);
    return { line: lines(at), text: lineText(text, at), isUncertain };
  });
}

/** A file with more of them was written to keep us busy. */
const MOST_DOUBTED = 2000;

function startOf(match: RegExpExecArray): number {
  return match.index + match[0].length - match[0].trimStart().length;
}

const isPerhaps: Doubt = (match, text, code) =>
  isConditional(text, code, startOf(match)) || isSomeOption(code, match);

/** Only those that swallow what an assertion throws. */
function swallowedIn(text: string, code: string, words: TestWords): readonly Marker[] {
  if (words.swallows === null) return [];
  const lines = lineNumbers(text);
  return [...code.matchAll(words.swallows)]
    .filter((match) => guardedBy(code, match).search(words.assertions) !== -1)
    .map((match) => ({ line: lines(match.index), text: lineText(text, match.index), isUncertain: false }));
}

/** What a `catch` guards: its `try` block, or what stands on its line before it. */
function guardedBy(code: string, match: RegExpExecArray): string {
  const before = code.slice(Math.max(0, match.index - 4000), match.index);
  if (/^[.|]/.test(match[0])) return closedPart(before.slice(before.lastIndexOf('\n') + 1));
  if (match[0].startsWith('catch')) {
    const open = openingBrace(before);
    return /\btry\s*$/.test(before.slice(0, open)) ? before.slice(open) : '';
  }
  const opened = [...before.matchAll(/\b(?:try|begin)\b/g)].at(-1);
  return opened === undefined ? '' : before.slice(opened.index);
}

/** Without the call that is still open at the end: in `equal(await p.catch(…), 1)` the assertion is outside. */
function closedPart(line: string): string {
  let depth = 0;
  for (let at = line.length - 1; at >= 0; at--) {
    depth += line[at] === '(' ? 1 : line[at] === ')' ? -1 : 0;
    if (depth > 0) return line.slice(at + 1);
  }
  return line;
}

const CONDITION =
  /\bif\b|(?<!\b(?:true|1)\s*)\?(?![.?])|\bimportorskip\(|\btesting\.Short\(|\bassume\w*\(|@(?:Enabled|Disabled)(?:If|On)/i;
const BY_CONDITION = /^\S{0,40}?(?:skipIf|skipUnless|runIf)\(\s*(?!["']?!*(?:true|false|\d)\b)\S/i;

/** Said by itself, on the same line, or by the `if` or `catch` on the line before. */
function isConditional(text: string, code: string, at: number): boolean {
  const from = Math.max(0, at - 2 * FARTHEST);
  const before = code.slice(from, at).split('\n').at(-2) ?? '';
  return (
    BY_CONDITION.test(text.slice(at, at + 400)) ||
    CONDITION.test(lineText(code, at)) ||
    /^\s*(?:\}?\s*(?:else|catch)\b|if\b|elif\b|except\b|rescue\b)/.test(before)
  );
}

/** `{ skip: true }` belongs to a test where a case or group takes it; code under test has such options too. */
function isSomeOption(code: string, match: RegExpExecArray): boolean {
  if (!/^\w+\s*:/.test(match[0])) return false;
  const before = code.slice(Math.max(0, match.index - 300), match.index);
  return !/(?<![\w$.])(?:it|test|describe|suite|specify|context|t\.test|Deno\.test)(?:\.\w+)*\s*\((?:(?!=>|\bfunction\b|;)[^])*$/.test(
    before,
  );
}

/** Comparing a thing with itself is how equality itself is tested; only of what is written out the answer is known. */
const isSelf: Doubt = (match) => {
  const same = match.slice(1).find((group) => group !== undefined);
  return same !== undefined && !/^(?:true|false|null|None|nil|\d+)$/i.test(same);
};

/** As much of the line around a place as somebody would read. */
function lineText(text: string, at: number): string {
  const from = Math.max(0, at - FARTHEST);
  const start = text.slice(from, at).lastIndexOf('\n') + 1 + from;
  const rest = text.slice(at, at + FARTHEST);
  const end = rest.indexOf('\n');
  return text.slice(start, end === -1 ? at + FARTHEST : at + end).trim();
}

const FARTHEST = 1000;
