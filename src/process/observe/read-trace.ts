import { posix } from 'node:path';

import type { ObservedInputs } from '../../model/checks.ts';

/** Calls that name files. A kernel that lacks one of them is asked without it (`?`). */
export const tracedCalls =
  '?open,?openat,?openat2,?creat,?stat,?lstat,?newfstatat,?statx,?access,?faccessat,?faccessat2,?readlink,?readlinkat,?execve,?execveat,?chdir,?fchdir,?getdents,?getdents64,?rename,?renameat,?renameat2,?link,?linkat';

export type TraceReader = {
  readonly line: (line: string) => void;
  readonly inputs: () => ObservedInputs;
};

type Found = { [Kind in keyof ObservedInputs]-?: Set<string> };

/** Reads a trace of strace line by line. `root` is where the traced process saw its workspace. */
export function traceReader(root: string): TraceReader {
  const parse = traceLines();
  const found: Found = {
    read: new Set(),
    seen: new Set(),
    missing: new Set(),
    listed: new Set(),
    modules: new Set(),
    remade: new Set(),
  };
  const made = new Set<string>();
  const written = new Set<string>();
  const folders = new Map<string, string>();
  return {
    line(line) {
      const call = parse(line);
      if (call !== undefined) note(call, { root, found, made, written, folders });
    },
    inputs: () => ({
      read: [...found.read],
      seen: [...found.seen].filter((path) => !found.read.has(path)),
      missing: [...found.missing],
      listed: [...found.listed],
      modules: [...found.modules],
      ...(found.remade.size === 0 ? {} : { remade: [...found.remade] }),
    }),
  };
}

type Notes = {
  readonly root: string;
  readonly found: Found;
  /** Files that the check wrote itself: what it reads there afterwards is no input. */
  readonly made: Set<string>;
  /** Files that were there and were opened to be written. */
  readonly written: Set<string>;
  /** The working folder of each process. */
  readonly folders: Map<string, string>;
};

function note(call: TracedCall, notes: Notes): void {
  const { pid, name, args, result } = call;
  const at = args[0]?.startsWith('AT_FDCWD') === true ? pathOfNumber(args[0]) : undefined;
  if (at !== undefined) notes.folders.set(pid, at);
  if (name.startsWith('getdents')) return add(notes, 'listed', pathOfNumber(args[0]));
  if (name === 'fchdir') return moved(call, notes, pathOfNumber(args[0]));
  const hasFolder = /at2?$|^newfstatat$|^statx$/.test(name) && name !== 'stat' && name !== 'lstat';
  const path = named(call, notes, hasFolder ? args : ['AT_FDCWD', ...args]);
  if (path === undefined) return;
  if (name === 'chdir' && result === '0') return moved(call, notes, path);
  if (/^-1 (?:ENOENT|ENOTDIR)\b/.test(result)) return add(notes, 'missing', path);
  if (/^(?:rename|link)/.test(name)) return handedOn(call, notes, { path, hasFolder });
  // Not a link (EINVAL), or not allowed: it is there.
  if (/^(?:open|creat|exec)/.test(name))
    return result.startsWith('-1') ? undefined : opened(call, notes, path);
  add(notes, 'seen', path);
}

function moved({ pid, result }: TracedCall, { folders }: Notes, path: string | undefined): void {
  if (path !== undefined && result === '0') folders.set(pid, path);
}

/** The absolute path that a folder and a name stand for. */
function named(
  { pid }: TracedCall,
  { root, folders }: Notes,
  [folder, name]: readonly string[],
): string | undefined {
  const text = quotedText(name);
  if (text === undefined || text === '') return undefined;
  if (text.startsWith('/')) return posix.normalize(text);
  const from = folder?.startsWith('AT_FDCWD') === true ? (folders.get(pid) ?? root) : pathOfNumber(folder);
  return from === undefined ? undefined : posix.join(from, text);
}

/** A file that was renamed or linked has been read under its old name. */
function handedOn(
  call: TracedCall,
  notes: Notes,
  { path, hasFolder }: { readonly path: string; readonly hasFolder: boolean },
): void {
  if (call.result !== '0') return;
  const [first, second] = hasFolder ? [call.args[2], call.args[3]] : ['AT_FDCWD', call.args[1]];
  const to = named(call, notes, [first ?? '', second ?? '']);
  add(notes, 'read', path);
  // A link is another name to write the same file by.
  if (call.name.startsWith('link')) notes.written.add(path);
  if (to !== undefined) notes.made.add(to).add(`${to}/`);
}

function opened({ name, args, result }: TracedCall, notes: Notes, path: string): void {
  const flags = args.join(' ');
  if (/\bO_(?:DIRECTORY|PATH)\b/.test(flags) && name.startsWith('open')) return;
  // Links lead elsewhere, and so do names below /proc.
  const real = name.startsWith('open') || name === 'creat' ? (pathOfNumber(result) ?? path) : path;
  if (name === 'creat' || /\bO_(?:TRUNC|EXCL)\b/.test(flags)) return void notes.made.add(path).add(real);
  const isWritten = /\bO_(?:WRONLY|RDWR)\b/.test(flags) && name.startsWith('open');
  if (!isWritten || !/\bO_WRONLY\b/.test(flags)) for (const each of [path, real]) add(notes, 'read', each);
  if (isWritten) notes.written.add(real);
}

function add(notes: Notes, kind: keyof Found, path: string | undefined): void {
  const { root, found, made, written } = notes;
  if (path === undefined) return;
  const isMade = made.has(path);
  if (path === root || path.startsWith(`${root}/`)) {
    const below = path.slice(root.length + 1).replace(/\/$/, '');
    if (below === '.git' || below.startsWith('.git/')) return;
    if (kind === 'read' && (isMade || written.has(path) || isInMoved(path, notes))) found.remade.add(below);
    if (!isMade) found[kind].add(below);
    return;
  }
  if (isMade) return;
  const module = kind === 'read' || kind === 'seen' ? moduleAt(path) : undefined;
  if (module !== undefined) found.modules.add(module);
}

/** Whether a folder above was moved to its place. */
function isInMoved(path: string, { root, made }: Notes): boolean {
  for (let at = posix.dirname(path); at.length > root.length; at = posix.dirname(at))
    if (made.has(`${at}/`)) return true;
  return false;
}

/** The name under which Python loads a file: `json` for `/usr/lib/python3/json/__init__.py`. */
function moduleAt(path: string): string | undefined {
  const [, folder = '', name = ''] =
    /([^/]*)\/([^/.]+)(?:\.[\w-]+)*\.pyc?$/.exec(path.replace('/__pycache__/', '/')) ?? [];
  if (name === '') return undefined;
  return /^__(?:init|main)__$/.test(name) ? folder : name;
}

/** One call of a trace, with the part of its arguments that names files. */
type TracedCall = {
  readonly pid: string;
  readonly name: string;
  /** Arguments as strace wrote them. */
  readonly args: readonly string[];
  /** The text behind the equals sign. */
  readonly result: string;
};

/** Joins the two halves of calls that another process interrupted, and takes lines apart. Unknown lines give undefined. */
function traceLines(): (line: string) => TracedCall | undefined {
  const begun = new Map<string, string>();
  return (line) => {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith(UNFINISHED)) {
      begun.set(pid, text.slice(0, -UNFINISHED.length));
      return undefined;
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text)?.[0];
    const whole = resumed === undefined ? text : `${begun.get(pid) ?? ''}${text.slice(resumed.length)}`;
    if (resumed !== undefined) begun.delete(pid);
    return callIn(pid, whole);
  };
}

const UNFINISHED = ' <unfinished ...>';

function callIn(pid: string, text: string): TracedCall | undefined {
  const name = /^(\w+)\(/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const args: string[] = [];
  let from = name.length + 1;
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = endOf(text, at, '"');
    else if (letter === '<' && /(?:\d|AT_FDCWD)$/.test(text.slice(Math.max(0, at - 8), at)))
      at = endOf(text, at, '>');
    else if (letter === '{' || letter === '[' || letter === '(') depth += 1;
    else if (letter === ',' && depth === 0) {
      args.push(text.slice(from, at).trim());
      from = at + 1;
    } else if (letter === ')' && depth === 0) {
      args.push(text.slice(from, at).trim());
      const result = /^\)\s*= (.*)$/.exec(text.slice(at))?.[1];
      return result === undefined ? undefined : { pid, name, args, result };
    } else if (letter === '}' || letter === ']' || letter === ')') depth -= 1;
  }
  return undefined;
}

/** Where a quoted part ends. strace escapes the closing character within it. */
function endOf(text: string, start: number, closing: string): number {
  let at = start + 1;
  while (at < text.length && text[at] !== closing) at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The text of a quoted argument; undefined where it is an address. */
function quotedText(arg: string | undefined): string | undefined {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(arg ?? '')?.[1];
  return inner === undefined ? undefined : unescaped(inner);
}

/** The path that strace shows behind a file number: `3</repo/a>`. */
function pathOfNumber(arg: string | undefined): string | undefined {
  const inner = /^(?:-?\d+|AT_FDCWD)<(\/(?:[^>\\]|\\.)*)>/s.exec(arg ?? '')?.[1];
  return inner === undefined ? undefined : unescaped(inner);
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** C escapes as bytes, read as UTF-8. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes = text.replaceAll(/\\([0-7]{1,3}|.)|[^\\]+/gs, (part, escape: string | undefined) => {
    if (escape === undefined) return Buffer.from(part).toString('latin1');
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) & 255);
    return LETTERS[escape] ?? Buffer.from(escape).toString('latin1');
  });
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
