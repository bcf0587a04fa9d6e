import { closingBracket, splitAtCommas } from './brackets.ts';
import { lineAt } from '../change.ts';
import { type Language, languageOf } from './language.ts';
import { masked } from './mask.ts';

/** One definition of a function: overloads are several. */
export type Definition = {
  readonly line: number;
  /** How many parameters it declares; null where they could not be read. */
  readonly arity: number | null;
};

/** Every definition of `name` in a file; undefined when it cannot be told: another language, or too much of it. */
export function definitionsOf(path: string, text: string, name: string): readonly Definition[] | undefined {
  const language = languageOf(path);
  if (language === undefined || language === 'shell') return undefined;
  const code = masked(text, language);
  const short = name.split(/[.#:]+/).at(-1) ?? name;
  if (!/^[\w$]+[?!]?$/.test(short)) return undefined;
  const find = language === 'js' ? inScript : byKeyword;
  const places = [...code.matchAll(new RegExp(`(?<![\\w$])${escaped(short)}(?![\\w$])`, 'g'))];
  if (places.length > MOST_PLACES) return undefined;
  return places.flatMap(({ index }) => {
    const arity = find(code, index, index + short.length, language);
    return arity === undefined ? [] : [{ line: lineAt(text, index), arity }];
  });
}

/** A file that names a function more often than this was written to keep us busy. */
const MOST_PLACES = 2000;

function escaped(name: string): string {
  return name.replace(/[$?!]/g, '\\$&');
}

/** The number of parameters if a definition stands here, null if it cannot be told, undefined if it is none. */
type Found = number | null | undefined;

function inScript(code: string, start: number, end: number): Found {
  const before = code.slice(Math.max(0, start - 60), start).trimEnd();
  if (/\bfunction\s*\*?$/.test(before)) return parametersAt(code, end)?.count ?? null;
  if (/\b(?:const|let|var)$/.test(before)) return assigned(code, endOfType(code, end));
  if (
    /\b(?:new|return|extends|import|typeof|instanceof|case|await|throw|class|interface|type|enum)$/.test(
      before,
    )
  )
    return undefined;
  const next = skip(code, end);
  if (/\bexports\.$/.test(before) || (code[next] === '=' && code[next + 1] !== '='))
    return before.endsWith('.') && !/\bexports\.$/.test(before) ? undefined : functionAt(code, next + 1);
  if (before.endsWith('.')) return undefined;
  if (code[next] === ':') return functionAt(code, next + 1);
  return method(code, next);
}

/** `name<T>(…): Type {` in a class or an object. */
function method(code: string, next: number): Found {
  const list = parametersAt(code, next);
  if (list === undefined) return undefined;
  const rest = code.slice(list.end, list.end + 400);
  const body = /^\s*(?::[^;{}()=]*)?(?:\{|$)/.exec(rest);
  return body !== null && rest.includes('{') ? list.count : undefined;
}

/** Behind the `=` of a declaration, also when it is typed: `const f: Handler = …`. */
function assigned(code: string, equals: number): Found {
  if (equals === -1) return undefined;
  return functionAt(code, equals + 1) ?? null;
}

function endOfType(code: string, from: number): number {
  const end = Math.min(code.length, from + 2000);
  for (let at = from; at < end; at++) {
    const letter = code[at] ?? '';
    if ('({['.includes(letter)) {
      const close = closingBracket(code, at);
      if (close === -1) return -1;
      at = close;
    } else if (letter === '=' && code[at + 1] !== '>' && code[at + 1] !== '=') return at;
    else if (letter === ';') return -1;
  }
  return -1;
}

/** An arrow function or a function expression that begins here. */
function functionAt(code: string, from: number): Found {
  const head =
    /^\s*(?:async\b\s*)?(?:function\b\s*\*?\s*[\w$]*\s*)?/.exec(code.slice(from, from + 200))?.[0] ?? '';
  const start = from + head.length;
  if (/\bfunction\b/.test(head)) return parametersAt(code, start)?.count;
  if (/^[\w$]+\s*=>/.test(code.slice(start, start + 120))) return 1;
  const list = parametersAt(code, start);
  if (list === undefined) return undefined;
  const rest = code.slice(list.end, list.end + 1000);
  return /^\s*=>/.test(rest) || /^\s*:[^;]*?=>/.test(rest) ? list.count : undefined;
}

type Parameters = { readonly count: number; readonly end: number; readonly list: readonly string[] };

/** A list of parameters, after optional generics. */
function parametersAt(code: string, from: number): Parameters | undefined {
  let at = skip(code, from);
  if (code[at] === '?' || code[at] === '!') at = skip(code, at + 1);
  if (code[at] === '<' || code[at] === '[') at = skip(code, closingBracket(code, at) + 1 || code.length);
  if (code[at] !== '(') return undefined;
  const close = closingBracket(code, at);
  if (close === -1) return undefined;
  const list = splitAtCommas(code.slice(at + 1, close)).filter((part) => !/^this\s*:/.test(part));
  return { count: list.length, end: close + 1, list };
}

function skip(code: string, from: number): number {
  let at = from;
  while (/\s/.test(code[at] ?? '')) at += 1;
  return at;
}

/** Languages in which a word says that a function follows, and those in which a body after the list does. */
function byKeyword(code: string, start: number, end: number, language: Language): Found {
  const before = code.slice(Math.max(0, start - 300), start).trimEnd();
  const keyword = keywords[language];
  if (keyword !== undefined && !keyword.test(before)) return undefined;
  const list = parametersAt(code, end);
  if (list === undefined)
    return language === 'ruby' ? rubyWords(code, end) : keyword === undefined ? undefined : null;
  if (keyword !== undefined) return list.list.filter((part) => !isReceiver(part, language)).length;
  const isDefined =
    /^\s*(?:throws\s[\w\s,.]+|const|noexcept|override|where\s[^{]+|:[^{;]{0,200}|\s)*(?:\{|=>)/;
  const isCalled = /(?:[.=(,!&|?:+]|\b(?:return|new|throw|case|in|await|else))$/.test(before);
  return isDefined.test(code.slice(list.end, list.end + 500)) && !isCalled ? list.count : undefined;
}

const keywords: Readonly<Partial<Record<Language, RegExp>>> = {
  python: /\bdef$/,
  go: /\bfunc(?:\s*\([^()]*\))?$/,
  rust: /\bfn$/,
  ruby: /\bdef(?:\s+self\.)?$/,
  php: /\bfunction\s*&?$/,
  swift: /\bfunc$/,
};

function isReceiver(part: string, language: Language): boolean {
  if (language === 'python') return /^(?:self|cls|\/|\*)$/.test(part);
  if (language === 'rust') return /^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(part);
  return false;
}

/** `def name a, b` without brackets. */
function rubyWords(code: string, from: number): Found {
  const line = code.slice(from, code.indexOf('\n', from) === -1 ? code.length : code.indexOf('\n', from));
  return splitAtCommas(line.replace(/;.*$/, '')).length;
}
