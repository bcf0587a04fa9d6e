import type { Language } from './language.ts';

/** Where something that is no code begins, and where it ends. */
type Quote = {
  readonly open: string;
  readonly close: string;
  /** A backslash hides the next letter. */
  readonly escapes: boolean;
  /** Without it a line's end closes it, so that one stray quote cannot blind us for the rest of the file. */
  readonly manyLines: boolean;
};

const quote = (open: string, close = open, manyLines = false, escapes = true): Quote => ({
  open,
  close,
  escapes,
  manyLines,
});

const lineComment = (open: string): Quote => quote(open, '\n', false, false);
const slashes = [lineComment('//'), quote('/*', '*/', true, false)];
const double = quote('"');
const single = quote("'");

/** Longer openings first. */
const quotes: Readonly<Record<Language, readonly Quote[]>> = {
  js: [...slashes, double, single],
  python: [lineComment('#'), quote('"""', '"""', true), quote("'''", "'''", true), double, single],
  go: [...slashes, quote('`', '`', true, false), double, single],
  java: [...slashes, quote('"""', '"""', true), double, single],
  csharp: [...slashes, quote('"""', '"""', true), quote('@"', '"', true, false), double, single],
  rust: [
    ...slashes,
    quote('r##"', '"##', true, false),
    quote('r#"', '"#', true, false),
    quote('"', '"', true),
  ],
  ruby: [lineComment('#'), quote('=begin', '=end', true, false), double, single],
  php: [...slashes, lineComment('# '), quote('"', '"', true), quote("'", "'", true)],
  swift: [...slashes, quote('"""', '"""', true), double],
  c: [...slashes, double, single],
  shell: [lineComment('#'), quote('"', '"', true), quote("'", "'", true, false)],
};

/** The text with comments and strings blanked out: every place keeps its number, every line its length. */
export function masked(text: string, language: Language): string {
  const scanner: Scanner = { text, language, at: 0, templates: [], depth: 0, hidden: [] };
  while (scanner.at < text.length) step(scanner);
  let clean = '';
  let from = 0;
  for (const [start, end] of scanner.hidden) {
    clean += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    from = end;
  }
  return clean + text.slice(from);
}

type Scanner = {
  readonly text: string;
  readonly language: Language;
  at: number;
  /** Brace depths at which `${` of the templates around us were opened. */
  readonly templates: number[];
  depth: number;
  readonly hidden: (readonly [number, number])[];
};

function step(scanner: Scanner): void {
  const { text, language, at } = scanner;
  const letter = text[at] ?? '';
  if (language === 'js' && stepScript(scanner, letter)) return;
  const found = STARTS.has(letter)
    ? quotes[language].find(({ open }) => text.startsWith(open, at))
    : undefined;
  if (found === undefined || !isReally(found, text, at, language)) scanner.at += 1;
  else hide(scanner, endOf(text, at, found));
}

const STARTS = new Set('/#"\'`@r='.split(''));

function hide(scanner: Scanner, end: number): void {
  scanner.hidden.push([scanner.at, end]);
  scanner.at = end;
}

function isReally({ open }: Quote, text: string, at: number, language: Language): boolean {
  if (open === '#' && language === 'shell') return at === 0 || /[\s;(]/.test(text[at - 1] ?? '');
  if (open === '#' && language === 'ruby')
    return !/[\w?$&]/.test(text[at - 1] ?? '') || text[at - 1] === '\n';
  if (open.startsWith('r')) return !/\w/.test(text[at - 1] ?? '');
  if (open === '=begin') return at === 0 || text[at - 1] === '\n';
  return true;
}

function endOf(text: string, start: number, { open, close, escapes, manyLines }: Quote): number {
  for (let at = start + open.length; at < text.length; at++) {
    if (escapes && text[at] === '\\') at += 1;
    else if (text.startsWith(close, at)) return close === '\n' ? at : at + close.length;
    else if (!manyLines && text[at] === '\n') return at;
  }
  return text.length;
}

/** Templates with code in them, and regular expressions: only scripts have those. */
function stepScript(scanner: Scanner, letter: string): boolean {
  const { text, at, templates } = scanner;
  if (letter === '`') hide(scanner, endOfTemplate(scanner, at + 1));
  else if (letter === '{') {
    scanner.depth += 1;
    scanner.at += 1;
  } else if (letter === '}') {
    const isBack = templates.at(-1) === scanner.depth;
    scanner.depth -= 1;
    if (isBack) templates.pop();
    if (isBack) hide(scanner, endOfTemplate(scanner, at + 1));
    else scanner.at += 1;
  } else if (letter === '/' && !'/*'.includes(text[at + 1] ?? ' ')) {
    const end = startsExpression(text, at) ? endOfPattern(text, at) : undefined;
    if (end === undefined) scanner.at += 1;
    else hide(scanner, end);
  } else return false;
  return true;
}

/** Where the text of a template ends: behind its back quote, or before the code of a `${`. */
function endOfTemplate(scanner: Scanner, from: number): number {
  const { text } = scanner;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return at + 1;
    else if (text[at] === '$' && text[at + 1] === '{') {
      scanner.depth += 1;
      scanner.templates.push(scanner.depth);
      return at + 2;
    }
  }
  return text.length;
}

/** A slash after an operator or an opening bracket starts a pattern, after a value it divides. */
function startsExpression(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  return (
    before === '' ||
    /(?:[(,=:[!&|?{};+*%~^<>-]|\b(?:return|typeof|case|in|of|do|else|await|yield))$/.test(before)
  );
}

function endOfPattern(text: string, start: number): number | undefined {
  let isSet = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') isSet = true;
    else if (text[at] === ']') isSet = false;
    else if (text[at] === '/' && !isSet) return at + 1;
  }
  return undefined;
}
