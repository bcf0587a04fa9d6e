import { lineNumbers } from './change.ts';
import { type Language, languageOf } from './language.ts';
import { masked } from './mask.ts';
import { type TestWords, testWords } from './test-words.ts';

/** One test case, up to where the next one begins. */
export type TestCase = {
  readonly name: string;
  readonly line: number;
  readonly assertions: number;
  readonly weak: number;
};

/** A word of a test file that switches something off, with the line it stands on. */
export type Marker = {
  readonly line: number;
  readonly text: string;
  /** It depends on something that is only known when the test runs. */
  readonly conditional: boolean;
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
    cases: casesIn(text, code, words),
    skips: markers(text, code, words.skips),
    focused: markers(text, code, words.focus),
    trivial: markers(text, code, words.trivial),
    swallowed: swallowedIn(text, code, words),
  };
}

function casesIn(text: string, code: string, words: TestWords): readonly TestCase[] {
  const starts = [...code.matchAll(words.cases)];
  const lines = lineNumbers(text);
  return starts.map((match, index) => {
    const body = code.slice(match.index, starts[index + 1]?.index ?? code.length);
    const end = match.index + match[0].length;
    return {
      name: match.groups?.['name'] ?? functionAfter(text, code, end) ?? stringAfter(text, code, end),
      line: lines(match.index),
      assertions: count(body, words.assertions),
      weak: count(body, words.weak),
    };
  });
}

const LONGEST_NAME = 200;

/** The function an annotation stands before; undefined where the case is a call. */
function functionAfter(text: string, code: string, from: number): string | undefined {
  if (/[(\s]/.test(code[from - 1] ?? '')) return undefined;
  const near = text.slice(from, from + 600);
  const found = /\b(?:fn|fun|func|function|void|Task(?:<\w+>)?)\s+(?:`([^`\n]+)`|(\w+))\s*[(<]/.exec(near);
  return found?.[1] ?? found?.[2];
}

/** The first string after a place, or the rest of the line where none follows. */
function stringAfter(text: string, code: string, from: number): string {
  const near = text.slice(from, from + 1000);
  for (const match of near.matchAll(/['"`]/g)) {
    if (code[from + match.index] !== ' ') continue;
    const close = near.indexOf(match[0], match.index + 1);
    const end = close === -1 ? match.index + LONGEST_NAME : close;
    return near.slice(match.index + 1, end).slice(0, LONGEST_NAME);
  }
  return near.split('\n')[0]?.trim().slice(0, LONGEST_NAME) ?? '';
}

function count(text: string, pattern: RegExp | null): number {
  return pattern === null ? 0 : [...text.matchAll(pattern)].length;
}

function markers(text: string, code: string, pattern: RegExp | null): readonly Marker[] {
  if (pattern === null) return [];
  const lines = lineNumbers(text);
  return [...code.matchAll(pattern)].map((match) => {
    const at = match.index + match[0].length - match[0].trimStart().length;
    return { line: lines(at), text: lineText(text, at), conditional: isConditional(code, at) };
  });
}

/** Only those that swallow what an assertion throws: between `try` (or the line's start) and them there is one. */
function swallowedIn(text: string, code: string, words: TestWords): readonly Marker[] {
  if (words.swallows === null) return [];
  const lines = lineNumbers(text);
  return [...code.matchAll(words.swallows)]
    .filter((match) => {
      const isInLine = /^[.|]/.test(match[0]);
      const before = code.slice(Math.max(0, match.index - 4000), match.index);
      const opened = isInLine
        ? before.lastIndexOf('\n')
        : Math.max(before.lastIndexOf('try'), before.lastIndexOf('begin'));
      return (isInLine || opened !== -1) && count(before.slice(opened + 1), words.assertions) > 0;
    })
    .map((match) => ({
      line: lines(match.index),
      text: lineText(text, match.index),
      conditional: false,
    }));
}

const CONDITION =
  /\bif\b|\b(?:skipIf|runIf)\(\s*(?!!*(?:true|false|\d)\b)\S|\bimportorskip\(|\btesting\.Short\(|\bassume\w*\(|@(?:Enabled|Disabled)(?:If|On)/i;

/** Said on the same line or by the `if` on the line before. */
function isConditional(code: string, at: number): boolean {
  const start = code.lastIndexOf('\n', at - 1);
  const before = lineText(code, Math.max(0, start));
  return CONDITION.test(lineText(code, at)) || /^\s*(?:\}?\s*else\b|if\b)/.test(before);
}

function lineText(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end === -1 ? text.length : end).trim();
}
