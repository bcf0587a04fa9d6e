import { sanitize } from '../../src/formats/sanitize.ts';

/** One line of a file as it is before, after, or both. */
export type DiffLine = {
  readonly kind: 'same' | 'added' | 'removed' | 'note';
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
};

export type DiffFile = {
  readonly path: string;
  readonly how: 'changed' | 'added' | 'removed' | 'binary';
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
};

type Open = {
  path: string;
  how: DiffFile['how'];
  lines: DiffLine[];
  before: number;
  after: number;
  inHunk: boolean;
};

/** Reads a unified diff of git's. What it does not know is shown as a note: nothing is left out. */
export function readDiff(text: string): readonly DiffFile[] {
  const files: Open[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('diff --git ')) files.push(begun(line));
    else read(files.at(-1), line);
  }
  return files.map(({ path, how, lines }) => ({
    path,
    how,
    lines,
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
  }));
}

function begun(line: string): Open {
  return { path: pathIn(line), how: 'changed', lines: [], before: 0, after: 0, inHunk: false };
}

/** Renames are not looked for, so both halves name the same path, whatever it holds. */
function pathIn(line: string): string {
  const both = line.slice('diff --git '.length);
  const half = both.slice((both.length + 1) / 2);
  const bare = /^"(.*)"$/.exec(half)?.[1];
  const path = bare === undefined ? half : unquoted(bare);
  return path.startsWith('b/') ? path.slice(2) : line;
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Git writes what is no plain ASCII as the bytes of its UTF-8, in octal. */
function unquoted(text: string): string {
  const bytes: number[] = [];
  for (const [whole, code] of text.matchAll(/\\([0-7]{3}|.)|[^\\]+/gs)) {
    if (code === undefined) bytes.push(...new TextEncoder().encode(whole));
    else bytes.push(code.length === 3 ? Number.parseInt(code, 8) : (escapes[code] ?? code.charCodeAt(0)));
  }
  // In octal it came past what cleans everything that leaves the server.
  return sanitize(new TextDecoder().decode(new Uint8Array(bytes)), { singleLine: true });
}

function read(file: Open | undefined, line: string): void {
  if (file === undefined) return;
  const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
  if (hunk !== null) {
    file.before = Number(hunk[1]);
    file.after = Number(hunk[2]);
    file.inHunk = true;
    file.lines.push({ kind: 'note', before: null, after: null, text: line });
    return;
  }
  if (!file.inHunk) return head(file, line);
  const [mark = ''] = line;
  const body = line.slice(1);
  if (mark === '+') file.lines.push({ kind: 'added', before: null, after: file.after++, text: body });
  else if (mark === '-') file.lines.push({ kind: 'removed', before: file.before++, after: null, text: body });
  else if (mark === ' ')
    file.lines.push({ kind: 'same', before: file.before++, after: file.after++, text: body });
  else if (line !== '') file.lines.push({ kind: 'note', before: null, after: null, text: line });
}

function head(file: Open, line: string): void {
  if (line.startsWith('new file mode')) file.how = 'added';
  else if (line.startsWith('deleted file mode')) file.how = 'removed';
  else if (line.startsWith('Binary files ')) file.how = 'binary';
}
