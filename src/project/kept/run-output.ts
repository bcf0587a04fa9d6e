import { ownJson } from '../own-json.ts';
import fs from 'node:fs';
import { join } from 'node:path';

import { redact } from '../../detect/index.ts';
import { lastLines } from '../../formats/index.ts';
import type { CheckResult } from '../../gates/index.ts';
import { checkName } from '../../model/checks.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import { duration } from '../../report/index.ts';
import type { EpicPlace } from '../state-folder.ts';

/** More than this of one file is not shown; its beginning and its end are. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Where the runs of an epic, or of the reviews of a branch, are kept. */
export type RunLocation = Pick<EpicPlace, 'folder'>;

/** What the agent of a run was asked; undefined where nothing was kept. Secrets are redacted (BEYOND-09). */
export function promptOf(epic: RunLocation, run: number): string | undefined {
  const kept = jsonOf<unknown>(join(runFolder(epic, run), 'prompt.json'));
  if (kept === undefined) return undefined;
  return redact(typeof kept === 'string' ? kept : JSON.stringify(kept, undefined, 2));
}

/**
 * What a run said, as text: an agent's answer, and what it complained of where it gave none; every check with how it
 * ended; else the output of the programs it started, each under its name.
 */
export function outputOf(epic: RunLocation, run: number): string | undefined {
  return outputIn(runFolder(epic, run));
}

function outputIn(folder: string): string | undefined {
  const parts = answerIn(folder) ?? checksIn(folder) ?? outputsIn(folder, '');
  const [only] = parts;
  if (only === undefined) return undefined;
  if (parts.length === 1 && only.isPlain !== false) return redact(only.text);
  return redact(parts.map(({ name, text }) => `== ${name} ==\n${text.replace(/\n?$/, '\n')}`).join('\n'));
}

/** The end of what the run said whose folder this is. */
export function lastLinesIn(folder: string): readonly string[] {
  return lastLines(outputIn(folder) ?? '').map(redact);
}

function answerIn(folder: string): readonly Output[] | undefined {
  const answer = jsonOf<AgentEnd>(join(folder, 'answer.json'));
  if (typeof answer === 'string') return [{ name: 'answer', text: answer }];
  if (typeof answer?.text !== 'string') return undefined;
  const { stop, text } = answer;
  const because = stop !== undefined && 'because' in stop ? `: ${stop.because}` : '';
  if (stop === undefined || stop.kind === 'finished') return [{ name: 'answer', text }];
  const complaints = textOf(join(folder, 'stderr')) ?? '';
  return [
    ...(text === '' ? [] : [{ name: 'stdout', text }]),
    ...(complaints === '' ? [] : [{ name: 'stderr', text: complaints }]),
    { name: `the agent ended: ${stop.kind}${because}`, text: '', isPlain: false },
  ];
}

/** Checks share one folder, and the last one's output lies there: what each of them printed is kept with its result. */
function checksIn(folder: string): readonly Output[] | undefined {
  const kept = ['validation', 'baseline'].map((name) =>
    jsonOf<{ cells: readonly Partial<CheckResult>[] }>(join(folder, `${name}.json`)),
  );
  const { cells } = kept.find((each) => typeof each === 'object') ?? {};
  if (cells === undefined || cells.length === 0) return undefined;
  return cells.map(({ check = '', environment = '', status = '', details = '', log = '', ms = 0 }) => {
    const [because = ''] = details.split('\n');
    const what = `${checkName({ check, environment })}: ${status}`;
    return {
      name: `${what} (${duration(ms)})${because === '' ? '' : `: ${because}`}`,
      text: log,
      isPlain: false,
    };
  });
}

export type Following = {
  /** What was printed already. */
  readonly from: string;
  readonly isOver: () => boolean;
  readonly write: (text: string) => void;
};

const LOOK_MS = 250;

/** Goes on with what a run writes until nobody drives it any more or it has its answer. */
export function followOutput(
  epic: RunLocation,
  run: number,
  { from, isOver, write }: Following,
): Promise<void> {
  let shown = from;
  return new Promise((resolve) => {
    const look = (): void => {
      const over = isOver() || fs.existsSync(join(runFolder(epic, run), 'result.json'));
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

export function runFolder(epic: RunLocation, run: number): string {
  return join(epic.folder, 'runs', String(run));
}

/** A kept piece is JSON; one not valid JSON is a text as it is. */
function jsonOf<T>(file: string): Partial<T> | string | undefined {
  const text = textOf(file);
  return text === undefined ? undefined : (ownJson<T>(text) ?? text);
}

/** `isPlain: false`: its name says something by itself. */
type Output = { readonly name: string; readonly text: string; readonly isPlain?: boolean };

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
    return `${part(path, 0)}\n… ${found.size - MOST_BYTES} bytes omitted …\n${part(path, found.size - MOST_BYTES / 2)}`;
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
