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
  const named = /^diff --git "?a\/(.*?)"? "?b\/(.*?)"?$/.exec(line);
  return { path: named?.[2] ?? line, how: 'changed', lines: [], before: 0, after: 0, inHunk: false };
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
