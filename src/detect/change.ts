/** One side of a changed path. */
export type FileVersion = {
  /** git's six digits: 100644, 100755, 120000 (link), 160000 (submodule). */
  readonly mode: string;
  readonly blob: string;
  /** undefined when it is binary, too large, or no file. */
  readonly text: string | undefined;
  /** Why there is no text. */
  readonly unread: 'binary' | 'large' | 'submodule' | null;
};

/** One path that differs between two trees; null: not there. */
export type FileChange = {
  readonly path: string;
  readonly before: FileVersion | null;
  readonly after: FileVersion | null;
};

export type NumberedLine = { readonly line: number; readonly text: string };

/** The lines of a change that are not in the old version, wherever they stood there. Moved lines are not new. */
export function addedLines(change: FileChange): readonly NumberedLine[] {
  return linesNotIn(change.after?.text, change.before?.text);
}

const LONGEST_LINE = 1000;

/** The same with the ends of endless lines cut off, for patterns that would take too long on them. */
export function addedShortLines(change: FileChange): readonly NumberedLine[] {
  return addedLines(change).map(({ line, text }) => ({ line, text: text.slice(0, LONGEST_LINE) }));
}

/** The lines of the old version that the new one has no more. */
export function removedLines(change: FileChange): readonly NumberedLine[] {
  return linesNotIn(change.before?.text, change.after?.text);
}

function linesNotIn(text: string | undefined, other: string | undefined): readonly NumberedLine[] {
  if (text === undefined) return [];
  const left = new Map<string, number>();
  for (const line of (other ?? '').split('\n')) left.set(line, (left.get(line) ?? 0) + 1);
  const added: NumberedLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    else added.push({ line: index + 1, text: line });
  }
  return added;
}

/** The 1-based line of a place in a text. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Line numbers for places that are asked for in ascending order. */
export function lineNumbers(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (at) => {
    while (next !== -1 && next < at) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}
