import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';

import { jsonAs, jsonIn } from '../schema/json-in.ts';
import { listOf, text } from '../schema/shape.ts';

/** What was said of one file, in two parts of which only the first is always asked for, and how to tell that it still holds. */
export type ScanStoreEntry = {
  readonly mark: string;
  readonly sum: string;
  readonly head: string;
  readonly facts: () => string;
};

/** What was said of all files together, and by which sum of them one can tell that it is about the same ones. */
export type KeptWhole = { readonly sum: string; readonly said: string };

/** So many projects are remembered; the one that was not looked at for longest goes first. */
const MOST_PROJECTS = 20;

/** A file of ours, or one that somebody who was killed had begun. */
const OWN = /^[\w-]{32}\.jsonl(?:\.\d+)?$/;

/** A file that was written in the last moments before it was looked at could change again and keep its date. */
const RACY_MS = 2_000;

/**
 * What was said of a project's files in an earlier scan. It lies in the user's own cache, out of reach of what is judged,
 * and counts only for the very same rules (`version`); whatever is wrong with it, it is as if it were not there.
 */
export class ScanStore {
  readonly #folder: string;
  readonly #file: string;
  readonly #version: string;
  readonly #kept: Kept;

  constructor(cache: string, project: string, version: string) {
    this.#folder = join(cache, 'scans');
    this.#file = join(this.#folder, `${sumOf(project).slice(0, 32)}.jsonl`);
    this.#version = version;
    this.#kept = readKept(this.#file, version);
  }

  get(path: string): ScanStoreEntry | undefined {
    return this.#kept.looks.get(path);
  }

  /** What was said of all of these together. */
  get whole(): KeptWhole {
    return this.#kept.whole;
  }

  /** Replaces everything that is kept of the project, of which the looks began at `now`. A disk that is full or closed to us costs only time later. */
  save(looks: ReadonlyMap<string, ScanStoreEntry>, whole: KeptWhole, now: number): void {
    const made = `${this.#file}.${process.pid}`;
    try {
      fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const file = fs.openSync(made, 'wx', 0o600);
      try {
        writePieces(file, this.#version, piecesOf(looks, whole, now));
      } finally {
        fs.closeSync(file);
      }
      fs.renameSync(made, this.#file);
      this.#forgetOldest();
    } catch {
      fs.rmSync(made, { force: true });
    }
  }

  #forgetOldest(): void {
    // The folder may be a link to one that holds other things: only what we wrote is ours to remove.
    const files = fs
      .readdirSync(this.#folder)
      .filter((name) => OWN.test(name))
      .map((name) => join(this.#folder, name))
      .map((path) => ({ path, at: fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((a, b) => b.at - a.at);
    for (const { path } of files.slice(MOST_PROJECTS)) fs.rmSync(path, { force: true });
  }
}

export function sumOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/**
 * First a line with the version and the sum of all that follows; then a line of its length and the table: what was said of
 * all files together, and two lines for every file; then the facts of one file after the other.
 */
function writePieces(file: number, version: string, pieces: Iterable<string>): void {
  const first = (sum: string): string => `${JSON.stringify([version, sum])}\n`;
  const hash = createHash('sha256');
  fs.writeFileSync(file, first(' '.repeat(SUM_LENGTH)));
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    hash.update(bytes);
    fs.writeFileSync(file, bytes);
  }
  fs.writeSync(file, first(hash.digest('base64url')), 0);
}

/** Of a sum as `sumOf` gives it. */
const SUM_LENGTH = 43;

function* piecesOf(
  looks: ReadonlyMap<string, ScanStoreEntry>,
  { sum: of, said }: KeptWhole,
  now: number,
): Generator<string> {
  const facts: string[] = [];
  let table = `${JSON.stringify(of)}\n${said}\n`;
  for (const [path, look] of looks) {
    const sure = isRacy(look.mark, now) ? '' : look.mark;
    const own = look.facts();
    table += `${JSON.stringify([path, sure, look.sum, String(Buffer.byteLength(own))])}\n${look.head}\n`;
    facts.push(own);
  }
  yield `${Buffer.byteLength(table)}\n`;
  yield table;
  for (let at = 0; at < facts.length; at += 1_000) yield facts.slice(at, at + 1_000).join('');
}

function isRacy(mark: string, now: number): boolean {
  const [, changed = '', noted = ''] = mark.split(' ');
  return Math.max(Number(changed), Number(noted)) > now - RACY_MS;
}

type Kept = { readonly looks: ReadonlyMap<string, ScanStoreEntry>; readonly whole: KeptWhole };

function readKept(file: string, version: string): Kept {
  const nothing = { looks: new Map<string, ScanStoreEntry>(), whole: { sum: '', said: '' } };
  try {
    const bytes = ownBytes(file);
    const begins = bytes.indexOf('\n') + 1;
    if (
      begins === 0 ||
      bytes.toString('utf8', 0, begins - 1) !== JSON.stringify([version, sumOf(bytes.subarray(begins))])
    )
      return nothing;
    const table = bytes.indexOf('\n', begins) + 1;
    const end = table + Number(bytes.toString('utf8', begins, table));
    const [sum = '', said = '', ...lines] = bytes.toString('utf8', table, end).split('\n');
    return { looks: looksIn(lines, bytes.subarray(end)), whole: { sum: String(jsonIn(sum)), said } };
  } catch {
    return nothing;
  }
}

function looksIn(lines: readonly string[], bytes: Buffer): ReadonlyMap<string, ScanStoreEntry> {
  const looks = new Map<string, ScanStoreEntry>();
  let from = 0;
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [path = '', mark = '', sum = '', size = ''] = jsonAs(listOf(text()), lines[at]) ?? [];
    const begins = from;
    const ends = (from += Number(size));
    looks.set(path, {
      mark,
      sum,
      head: lines[at + 1] ?? '',
      facts: () => bytes.toString('utf8', begins, ends),
    });
  }
  return looks;
}

/** Only what is ours, and nobody else's to write. */
function ownBytes(path: string): Buffer {
  const file = fs.openSync(path, 'r');
  try {
    const { uid, mode } = fs.fstatSync(file);
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0))
      return Buffer.alloc(0);
    return fs.readFileSync(file);
  } finally {
    fs.closeSync(file);
  }
}
