/** A place in the project. The line is 0 where the whole file is meant. */
export type LocatedMessage = {
  readonly file: string;
  readonly line: number;
  readonly message: string;
};

/**
 * Reads `<file>:<line>: <message>` and the other ways agents write it: line ranges and columns, `#L10`, `line 10`,
 * Windows paths, code marks. What names no place is a message about the project as a whole.
 */
export function readLocated(item: string): LocatedMessage {
  if (item.startsWith(GENERAL)) return { file: '', line: 0, message: item.slice(GENERAL.length).trim() };
  const tag = TAG.exec(item)?.[0] ?? '';
  const place = placeAt(item.slice(tag.length));
  if (place === null) return { file: '', line: 0, message: item };
  const message = `${tag}${place.rest}`.trim();
  return { file: place.file, line: place.line, message };
}

/** Writes what `readLocated` reads back to the same value; files that would be misread stand in code marks. */
export function writeLocated({ file, line, message }: LocatedMessage): string {
  if (file === '') return `${GENERAL} ${message}`.trim();
  const after = `:${line}: ${message}`.trimEnd();
  const read = readLocated(`${file}${after}`);
  const isPlain = read.file === file && read.line === line && read.message === message;
  return `${isPlain ? file : inCode(file)}${after}`;
}

const GENERAL = '(general):';

/** A severity or a number in brackets before the place. */
const TAG = /^\[[^\][]{1,20}\] {1,2}/;

type Place = { readonly file: string; readonly line: number; readonly rest: string };

function placeAt(text: string): Place | null {
  const marked = readCode(text);
  if (marked !== null) return markedPlace(marked.code, marked.rest);
  const match = BARE.exec(text);
  if (match === null) return null;
  const [all, path = '', number] = match;
  if (!isPathLike(path) && !(number !== undefined && NAMED_LINE.test(all))) return null;
  return { file: posixPath(path), line: lineNumber(number), rest: afterSeparator(text.slice(all.length)) };
}

/*
 * A drive, the path, then one of the ways to give a line. A path has no blank and no colon, which is what keeps
 * prose from becoming a path; a file with either has to stand in code marks.
 */
const NUMBER = '(\\d{1,9})(?:[-–:]L?\\d{1,9}){0,3}\\)?';
const LINE = `(?:[:#](?:[Ll]ines? {0,2}|L)?|(?:,? {1,2}\\(?|\\()(?:at |on )?(?:[Ll]ines? {0,2}|L))${NUMBER}`;
const NUMBER_ENDS = '(?=[\\s:–—]|$)';
const FILE_ENDS = '(?= {0,2}[:–—]| {1,2}-| {0,2}$)';
const PATH = '((?:[A-Za-z]:[\\\\/])?[^\\s:`#*(),]{1,500})';
const BARE = new RegExp(`^\\*{0,3}${PATH}(?:${LINE}\\*{0,3}${NUMBER_ENDS}|\\*{0,3}${FILE_ENDS})`);

/** `Makefile:10` can only be a place, whereas `step 10` and `see line 10` are words. */
const NAMED_LINE = /[^\d*:#][:#](?:[Ll]ines? {0,2}|L)?\d/;

/** The line may stand inside the marks or after them. */
function markedPlace(code: string, rest: string): Place | null {
  const inside = INSIDE.exec(code.slice(-LINE_LENGTH));
  const path = inside === null ? code : code.slice(0, code.length - inside[0].length);
  const outside = OUTSIDE.exec(rest);
  if (outside !== null)
    return {
      file: posixPath(code),
      line: lineNumber(outside[1]),
      rest: afterSeparator(rest.slice(outside[0].length)),
    };
  if (inside === null && !isPathLike(path)) return null;
  if (!AFTER.test(rest)) return null;
  return { file: posixPath(path), line: lineNumber(inside?.[1]), rest: afterSeparator(rest) };
}

/** Longer than any way to give a line; a search that starts only here costs the same for every text. */
const LINE_LENGTH = 60;
const INSIDE = new RegExp(`${LINE}$`);
const OUTSIDE = new RegExp(`^${LINE}${NUMBER_ENDS}`);
const AFTER = new RegExp(`^${FILE_ENDS}`);

/** A word is taken for a file when it has a directory or an extension. */
function isPathLike(word: string): boolean {
  return /[\\/]/.test(word) || /\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(word);
}

function lineNumber(digits: string | undefined): number {
  return digits === undefined ? 0 : Number.parseInt(digits, 10);
}

function afterSeparator(rest: string): string {
  return rest
    .trimStart()
    .replace(/^[:–—-]/, '')
    .trim();
}

/** The path the way we keep it: forward slashes, no `./` in front. */
export function posixPath(path: string): string {
  const slashed = path.trim().replaceAll('\\', '/');
  return slashed.startsWith('./') ? posixPath(slashed.slice(2)) : slashed;
}

/** The value in code marks, one more than any run of them inside. */
export function inCode(value: string): string {
  const longest = Math.max(0, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  const pad = value.startsWith('`') || value.endsWith('`') ? ' ' : '';
  return `${marks}${pad}${value}${pad}${marks}`;
}

/** The code in marks at the start of a text and what follows it; null where it starts otherwise. */
export function readCode(text: string): { readonly code: string; readonly rest: string } | null {
  const marks = /^[*_]{0,3}(`{1,50})(?!`)/.exec(text);
  if (marks === null) return null;
  const [lead, run = ''] = marks;
  const close = closingRun(text, lead.length, run.length);
  if (close < 0) return null;
  const code = text.slice(lead.length, close);
  const rest = text.slice(close + run.length).replace(/^[*_]{1,3}/, '');
  return { code: isPadded(code) ? code.slice(1, -1) : code, rest };
}

function closingRun(text: string, from: number, length: number): number {
  for (let at = from; at < text.length;) {
    const next = text.indexOf('`', at);
    if (next < 0) return -1;
    let end = next;
    while (text.charAt(end) === '`') end += 1;
    if (end - next === length) return next;
    at = end;
  }
  return -1;
}

function isPadded(code: string): boolean {
  return code.length > 2 && code.startsWith(' ') && code.endsWith(' ') && /^ `|` $/.test(code);
}
