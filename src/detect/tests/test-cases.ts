import { bracketPairs, closingBracket } from '../code/brackets.ts';
import { lineNumbers } from '../change.ts';
import type { Language } from '../code/language.ts';
import type { TestWords } from './test-words.ts';

/** One test case: a call with a title, or a function that a runner starts. */
export type TestCase = {
  /** Its title as written; null where it is computed, so that nothing is known about which case this is. */
  readonly name: string | null;
  /** It is run for each row of a table: it can stand for many others. */
  readonly isTable: boolean;
  readonly line: number;
  /** The case itself, with strings and without; null where its end was not found. */
  readonly body: { readonly text: string; readonly code: string } | null;
};

/** Nobody writes more into one file; and as cases can stand in cases, their texts together are so many times the file. */
const MOST_CASES = 20_000;
const DEEPEST = 8;

export function casesIn(
  text: string,
  code: string,
  { language, words }: { readonly language: Language; readonly words: TestWords },
): readonly TestCase[] {
  const starts = [...code.matchAll(words.cases)].slice(0, MOST_CASES);
  const lines = lineNumbers(text);
  const closing = bracketPairs(code);
  let left = DEEPEST * code.length;
  return starts.map((match, index) => {
    const opened = match.index + match[0].length;
    const after = language === 'js' ? titleAt(code, opened, closing) : opened;
    const next = starts[index + 1]?.index ?? code.length;
    const end = endOf(code, { language, start: match.index, after, next, closing });
    left -= (end ?? match.index) - match.index;
    const isRead = end !== undefined && left >= 0;
    return {
      name: match.groups?.['name'] ?? functionAfter(text, code, after) ?? literalAt(text, code, after),
      isTable: TABLE.test(match[0]) || (language === 'python' && isDecorated(code, match.index)),
      line: lines(match.index),
      body: isRead ? { text: text.slice(match.index, end), code: code.slice(match.index, end) } : null,
    };
  });
}

const TABLE = /\.(?:each|for)\b|\b(?:ParameterizedTest|Theory|TestCase|rstest|test_case)\b/;

/** In the lines directly above. */
function isDecorated(code: string, at: number): boolean {
  const [above = ''] = code
    .slice(Math.max(0, at - 2000), at)
    .split(/\n\s*\n/)
    .slice(-1);
  return /@[\w.]*parametrize\(/.test(above);
}

const LONGEST_GENERICS = 300;

/** Where the title stands: behind the generics and the table of `it.each<Row>([…])(`. */
function titleAt(code: string, from: number, closing: ReadonlyMap<number, number>): number {
  let at = skip(code, from);
  if (code[at] === '<') at = skip(code, closingBracket(code, at, LONGEST_GENERICS) + 1);
  const next = skip(code, (closing.get(at) ?? at) + 1);
  return (closing.has(at) && code[next] === '(' ? next : at) + 1;
}

function skip(code: string, from: number): number {
  const space = /\s*/y;
  space.lastIndex = from;
  space.test(code);
  return space.lastIndex;
}

type Extent = {
  readonly language: Language;
  readonly start: number;
  /** Behind what opens the case. */
  readonly after: number;
  /** Where the next case begins. */
  readonly next: number;
  readonly closing: ReadonlyMap<number, number>;
};

/** Where a case ends; undefined where nothing closes it. Helpers that follow belong to nobody. */
function endOf(code: string, { language, start, after, next, closing }: Extent): number | undefined {
  if (language === 'js') return closing.get(after - 1);
  if (language === 'python') return endOfIndented(code, start);
  if (language === 'ruby' || language === 'shell') return next;
  const open = code.indexOf('{', after);
  return open === -1 ? next : closing.get(open);
}

/** Before the first line that stands no further in than the case. */
function endOfIndented(code: string, start: number): number {
  const indent = /^[ \t]*/.exec(code.slice(start, start + 200))?.[0].length ?? 0;
  const outside = new RegExp(`\\n[ \\t]{0,${indent}}(?=[^\\s#)\\]}])`, 'g');
  // A signature over several lines comes first.
  outside.lastIndex = Math.max(start, code.indexOf(':', start));
  return outside.exec(code)?.index ?? code.length;
}

const LONGEST_NAME = 200;

/** The function an annotation stands before; undefined where the case is a call. */
function functionAfter(text: string, code: string, from: number): string | undefined {
  if (/[(\s]/.test(code[from - 1] ?? '')) return undefined;
  const near = text.slice(from, from + 600);
  const found = /\b(?:fn|fun|func|function|void|Task(?:<\w+>)?)\s+(?:`([^`\n]+)`|(\w+))\s*[(<]/.exec(near);
  return found?.[1] ?? found?.[2];
}

/** A title without anything computed in it, or the words of a macro (`TEST(Suite, Name)`). */
function literalAt(text: string, code: string, from: number): string | null {
  const at = skip(text, from);
  const near = text.slice(at, at + 1000);
  const macro = /^[\w:]+(?:\s*,\s*\w+)?(?=\s*\)\s*\{)/.exec(near)?.[0];
  if (macro !== undefined) return macro;
  const [whole, sign, title = ''] = /^(['"`])((?:\\[^]|(?!\1)[^\\])*)\1/.exec(near) ?? [];
  const isComputed = sign !== "'" && /\$\{|#\{|\$\w/.test(title);
  if (whole === undefined || code[at] !== ' ' || isComputed) return null;
  return /^\s*\+/.test(near.slice(whole.length)) ? null : title.slice(0, LONGEST_NAME);
}
