import fs from 'node:fs';
import { join } from 'node:path';

import { redact } from '../detect/index.ts';
import type { EpicPlace } from './state-folder.ts';

/** More than this of one file is not shown; its beginning and its end are. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Where the runs of an epic, or of the reviews of a branch, are kept. */
export type RunPlace = Pick<EpicPlace, 'folder'>;

/** What the agent of a run was asked; undefined where nothing was kept. Secrets are redacted (BEYOND-09). */
export function promptOf(epic: RunPlace, run: number): string | undefined {
  const kept = pieceOf(join(folderOf(epic, run), 'prompt.json'));
  return kept === undefined ? undefined : redact(kept);
}

/** What a run said: an agent's answer, or the output of the programs it started, each under its name. */
export function outputOf(epic: RunPlace, run: number): string | undefined {
  const folder = folderOf(epic, run);
  const answer = pieceOf(join(folder, 'answer.json'));
  if (answer !== undefined) return redact(answer);
  const parts = outputsIn(folder, '');
  if (parts.length === 0) return undefined;
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return redact(only.text);
  return redact(parts.map(({ name, text }) => `== ${name} ==\n${text.replace(/\n?$/, '\n')}`).join('\n'));
}

export type Following = {
  /** What was printed already. */
  readonly from: string;
  readonly isOver: () => boolean;
  readonly write: (text: string) => void;
};

const LOOK_MS = 250;

/** Goes on with what a run writes until nobody drives it any more or it has its answer. */
export function followOutput(epic: RunPlace, run: number, { from, isOver, write }: Following): Promise<void> {
  let shown = from;
  return new Promise((resolve) => {
    const look = (): void => {
      const over = isOver() || fs.existsSync(join(folderOf(epic, run), 'result.json'));
      const now = outputOf(epic, run) ?? '';
      // What is no longer the same from its beginning (an answer in place of raw output) is told from there anew.
      const same = now.startsWith(shown);
      if (now.length > shown.length || !same) write(same ? now.slice(shown.length) : `\n${now}`);
      shown = now;
      if (over) stop();
    };
    const timer = setInterval(look, LOOK_MS);
    const stop = (): void => {
      clearInterval(timer);
      process.off('SIGINT', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    look();
  });
}

function folderOf(epic: RunPlace, run: number): string {
  return join(epic.folder, 'runs', String(run));
}

/** A kept piece is JSON; a text is a JSON string. */
function pieceOf(file: string): string | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  } catch {
    return text;
  }
}

type Output = { readonly name: string; readonly text: string };

function outputsIn(folder: string, within: string): Output[] {
  const entries = fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : [];
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return outputsIn(path, `${within}${entry.name}/`);
      if (!entry.isFile() || (entry.name !== 'stdout' && entry.name !== 'stderr')) return [];
      const text = textOf(path) ?? '';
      return text === '' ? [] : [{ name: `${within}${entry.name}`, text }];
    });
}

function textOf(path: string): string | undefined {
  try {
    const found = fs.lstatSync(path);
    if (!found.isFile()) return undefined;
    if (found.size <= MOST_BYTES) return fs.readFileSync(path, 'utf8');
    return `${part(path, 0)}\n… ${found.size - MOST_BYTES} bytes left out …\n${part(path, found.size - MOST_BYTES / 2)}`;
  } catch {
    return undefined;
  }
}

function part(path: string, from: number): string {
  const bytes = Buffer.alloc(MOST_BYTES / 2);
  const fd = fs.openSync(path, 'r');
  try {
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, from)).toString('utf8');
  } finally {
    fs.closeSync(fd);
  }
}
