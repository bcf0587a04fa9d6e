import { inCode, posixPath, readCode, readLocated } from './location.ts';

/** A file and what is said about it. */
export type FileEntry = { readonly file: string; readonly note: string };

/** Reads `<file>: <note>`, `<file> - <note>`, `<file> (<note>)` or just `<file>`, with or without code marks. */
export function readFileEntry(item: string): FileEntry {
  const marked = readCode(item);
  if (marked !== null) return { file: posixPath(marked.code), note: noteFrom(marked.rest) };
  const match = SEPARATOR.exec(item);
  if (match === null) return { file: posixPath(unmarked(item)), note: '' };
  return { file: posixPath(unmarked(item.slice(0, match.index))), note: noteFrom(item.slice(match.index)) };
}

/** Several files may share a note: `a.ts, b.ts: note`. */
export function readFileEntries(item: string): readonly FileEntry[] {
  const [head = ''] = item.split(SEPARATOR, 1);
  const files = readFileNames(head.trim());
  const { note } = readFileEntry(item.replace(head, 'a'));
  return files.length === 1 ? [readFileEntry(item)] : files.map((file) => ({ file, note }));
}

/** A colon before a blank (so not that of a drive), a dash between blanks, or an opening bracket. */
const SEPARATOR = /:(?=\s|$)| [-–—](?=\s)| \((?=[^()]*\)$)/;

function unmarked(text: string): string {
  return text
    .trim()
    .replace(/^\*{1,3}/, '')
    .replace(/\*{1,3}$/, '');
}

function noteFrom(rest: string): string {
  const trimmed = rest.trim();
  if (trimmed.startsWith('(') && trimmed.endsWith(')')) return trimmed.slice(1, -1).trim();
  return trimmed.replace(/^[:–—-]/, '').trim();
}

/** Writes what `readFileEntries` reads back to the same value. */
export function writeFileEntry({ file, note }: FileEntry): string {
  const after = note === '' ? '' : `: ${note}`;
  const [read, ...more] = readFileEntries(`${file}${after}`);
  return read?.file === file && read.note === note && more.length === 0
    ? `${file}${after}`
    : `${inCode(file)}${after}`;
}

/** The files of an entry that may also name lines of one: usually one, or several as in `a.ts, b.ts`. */
export function readFileNames(item: string): readonly string[] {
  const parts = item.split(/, {1,3}/);
  const isList = parts.length > 1 && parts.every(isPath);
  return (isList ? parts : [item]).map(readFileName);
}

/** One word with a directory or an extension, in code marks or without. */
export function isPath(part: string): boolean {
  const word = part.startsWith('`') && part.endsWith('`') ? part.slice(1, -1) : part;
  return !/[\s`]/.test(word) && /[./\\]/.test(word);
}

function readFileName(item: string): string {
  const place = readLocated(item);
  return place.file === '' ? readFileEntry(item).file : place.file;
}

/** Writes what `readFileNames` reads back to the same name. */
export function writeFileName(file: string): string {
  // The line 0 keeps the end of the name from being taken for a line number.
  const ways = [file, inCode(file), `${inCode(file)}:0`];
  return ways.find((way) => isOnly(file, readFileNames(way))) ?? file;
}

function isOnly(file: string, names: readonly string[]): boolean {
  return names.length === 1 && names[0] === file;
}
