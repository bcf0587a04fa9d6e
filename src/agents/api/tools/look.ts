// The tools every role has: they read, and cannot do anything else.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import {
  decimal,
  described,
  type Fields,
  mapOf,
  openMapOf,
  optional,
  text as words,
} from '../../../schema/shape.ts';
import type { WrittenFields } from '../../../schema/shape.ts';
import { matches } from '../../../plan/index.ts';
import { answered, Refused, type Tool, toolTaking } from '../../answers/tool.ts';
import { existing, isGit, openFile, type ToolFolder, shown } from './place.ts';

const MOST_READ = 200_000;
const MOST_LINES = 2_000;

export type Range = { readonly offset?: number | undefined; readonly limit?: number | undefined };

/** Lines of a file, from the first or from a given one on. */
export async function readLines(
  place: ToolFolder,
  path: string,
  { offset = 1, limit = MOST_LINES }: Range,
): Promise<string> {
  const { text, isWhole } = await textOf(place, path);
  const lines = text.split('\n');
  const from = Math.max(1, Math.floor(offset));
  const asked = lines.slice(from - 1, from - 1 + Math.min(MOST_LINES, Math.max(1, Math.floor(limit))));
  const { kept, isCut } = upTo(asked, MOST_READ);
  const next = from + kept.length;
  const rest = next <= lines.length || isCut ? [`(${path} goes on at line ${next})`] : [];
  const beyond = isWhole ? [] : [`(${path} is too long: only its first part can be read)`];
  return [...kept, ...rest, ...beyond].join('\n');
}

/** More of a file than this is not looked at. */
const MOST_FILE = 8_000_000;

export async function textOf(
  place: ToolFolder,
  path: string,
): Promise<{ readonly text: string; readonly isWhole: boolean; readonly isText: boolean }> {
  const file = await openFile(place, path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, MOST_FILE));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const read = bytes.subarray(0, length);
    const text = read.toString('utf8');
    return { text, isWhole: size <= MOST_FILE, isText: Buffer.from(text, 'utf8').equals(read) };
  } finally {
    await file.close();
  }
}

function upTo(
  lines: readonly string[],
  most: number,
): { readonly kept: readonly string[]; readonly isCut: boolean } {
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 1;
    if (size > most && kept.length > 0) return { kept, isCut: true };
    kept.push(line.length > most ? `${line.slice(0, most)} (line continues)` : line);
  }
  return { kept, isCut: false };
}

const MOST_VISITED = 50_000;
const MOST_FOUND = 1_000;

/** Files below the folder that fit a pattern. What belongs to git or was installed is found only by its name. */
export async function findFiles(place: ToolFolder, pattern: string): Promise<string> {
  if (pattern.length > 500) throw new Refused('the pattern is too long');
  const wantsInstalled = pattern.includes('node_modules');
  const found: string[] = [];
  const open = [place.folder];
  let visited = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      visited += 1;
      if (visited > MOST_VISITED || found.length >= MOST_FOUND)
        return [...found.toSorted(), '(there is more; use a narrower pattern)'].join('\n');
      const path = join(folder, entry.name);
      if (isGit(entry.name) || place.hidden.includes(path)) continue;
      if (entry.isDirectory() && (wantsInstalled || entry.name !== 'node_modules')) open.push(path);
      if (!entry.isDirectory() && matches(pattern, shown(place, path))) found.push(shown(place, path));
    }
  }
  return found.length === 0 ? 'nothing fits' : found.toSorted().join('\n');
}

/** The path a search begins at, as an argument that cannot be taken for an option. */
async function searchedPath(place: ToolFolder, path: string | undefined): Promise<string> {
  const real = await existing(place, path ?? '.');
  return `./${shown(place, real)}`;
}

/** A tool whose arguments are these. The model is told to add nothing; what it adds all the same is passed over. */
export function toolOf<const F extends Fields>(
  about: Pick<Tool, 'name' | 'description'>,
  takes: F,
  use: (args: WrittenFields<F>) => Promise<string>,
): Tool {
  return toolTaking({ ...about, told: mapOf(takes) }, openMapOf(takes), (args) => answered(() => use(args)));
}

/** Relative to the working directory. */
export const pathText = described('Relative to the working directory.', words());

/** The tools of every role. `search` finds lines by a program made for it: a model's pattern must not keep us busy. */
export function lookTools(
  place: ToolFolder,
  search: (pattern: string, from: string) => Promise<string>,
): readonly Tool[] {
  return [
    toolOf(
      { name: 'read', description: 'Read a text file, or some of its lines.' },
      {
        path: pathText,
        offset: optional(described('The first line, from 1.', decimal())),
        limit: optional(described('How many lines.', decimal())),
      },
      ({ path, ...range }) => readLines(place, path, range),
    ),
    toolOf(
      { name: 'glob', description: 'List the files whose paths match a pattern such as src/**/*.ts.' },
      { pattern: described('With *, ?, ** and {a,b}.', words()) },
      ({ pattern }) => findFiles(place, pattern),
    ),
    toolOf(
      {
        name: 'grep',
        description: 'Find lines that match an extended regular expression, as path:line:text.',
      },
      { pattern: described('As grep -E takes it.', words()), path: optional(pathText) },
      async ({ pattern, path }) => search(pattern, await searchedPath(place, path)),
    ),
  ];
}

/** The command that searches below a path. */
export function grepFor(pattern: string, from: string): readonly [string, ...string[]] {
  return ['grep', '-rnIE', '--exclude-dir=.git', '--exclude-dir=node_modules', '-e', pattern, '--', from];
}
