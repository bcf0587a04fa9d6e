import { visible } from './misfit.ts';
import type { Path, Problem } from './shape.ts';

export type { Path };

/** One thing that is wrong (or doubtful) in a file somebody wrote. */
export type Complaint = {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly col: number;
  /** Dotted, `tickets[2].needs[0]`; empty for the document as a whole. */
  readonly path: string;
  readonly message: string;
  /** What to do about it; empty when the message says it all. */
  readonly hint: string;
  readonly severity: 'error' | 'warning';
};

/** The result of reading: a value with warnings at most, or complaints of which one at least is an error. */
export type Read<T> =
  | { readonly ok: true; readonly value: T; readonly complaints: readonly Complaint[] }
  | { readonly ok: false; readonly complaints: readonly Complaint[] };

/** More than this nobody reads, and a hostile file must not become a flood. */
const MOST_COMPLAINTS = 1_000;

/** A value that lists and objects of a file were read from, able to say where each part stands. */
export type Located = {
  readonly file: string;
  /** Position of the node at `path`, or of the nearest node above it that exists. */
  locate(path: Path): { readonly line: number; readonly col: number };
  /** Position of the key itself where `path` ends in one. */
  locateKey(path: Path): { readonly line: number; readonly col: number };
};

export type Remark = {
  readonly message: string;
  readonly hint?: string;
  readonly severity?: Complaint['severity'];
};

/** A complaint about the node at `path`. */
export function complain(source: Located, path: Path, remark: Remark): Complaint {
  return { file: source.file, ...source.locate(path), ...wording(path, remark) };
}

/** A complaint about a key that should not be there: it points at the key, not at its value. */
export function complainOfKey(source: Located, path: Path, remark: Remark): Complaint {
  return { file: source.file, ...source.locateKey(path), ...wording(path, remark) };
}

/** Complaints about what does not have its form. */
export function complaintsOf(source: Located, problems: readonly Problem[]): readonly Complaint[] {
  return problems.map(({ path, isOfKey, ...remark }) =>
    (isOfKey === true ? complainOfKey : complain)(source, path, remark),
  );
}

function wording(
  path: Path,
  { message, hint = '', severity = 'error' }: Remark,
): Omit<Complaint, 'file' | 'line' | 'col'> {
  return { path: formatPath(path), message: visible(message), hint: visible(hint), severity };
}

function formatPath(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? visible(step) : `.${visible(step)}`;
  }
  return text;
}

/** `file:line:col path: message`, then the hint on a line of its own. */
export function formatComplaint(complaint: Complaint): string {
  const { file, line, col, path, message, hint, severity } = complaint;
  const place = path === '' ? `${file}:${line}:${col}` : `${file}:${line}:${col} ${path}`;
  const said = `${place}: ${severity === 'warning' ? 'warning: ' : ''}${message}`;
  return hint === '' ? said : `${said}\n  hint: ${hint}`;
}

/** In reading order, main file first, without repetitions, and not more than a person can use. */
export function arrange(complaints: readonly Complaint[], mainFile: string): readonly Complaint[] {
  const seen = new Map(complaints.map((complaint) => [JSON.stringify(complaint), complaint]));
  const sorted = [...seen.values()].sort((a, b) => byPlace(a, b, mainFile));
  if (sorted.length <= MOST_COMPLAINTS) return sorted;
  // Errors are kept before warnings: what decides must not be cut away by what does not.
  const kept = [...sorted.filter(isError), ...sorted.filter((complaint) => !isError(complaint))];
  const last = kept[MOST_COMPLAINTS - 1] ?? sorted[0];
  const more = `and ${sorted.length - MOST_COMPLAINTS} more complaints that are not shown`;
  const rest: readonly Complaint[] = last ? [{ ...last, path: '', message: more, hint: '' }] : [];
  return [...kept.slice(0, MOST_COMPLAINTS).sort((a, b) => byPlace(a, b, mainFile)), ...rest];
}

export function isError(complaint: Complaint): boolean {
  return complaint.severity === 'error';
}

function byPlace(a: Complaint, b: Complaint, mainFile: string): number {
  return (
    fileRank(a, mainFile) - fileRank(b, mainFile) ||
    compare(a.file, b.file) ||
    a.line - b.line ||
    a.col - b.col
  );
}

function fileRank(complaint: Complaint, mainFile: string): number {
  return complaint.file === mainFile ? 0 : 1;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
