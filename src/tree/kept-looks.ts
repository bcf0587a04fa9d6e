import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';

/** What was said of one file, as JSON, and how to tell that it still holds. */
export type KeptLook = { readonly mark: string; readonly sum: string; readonly json: string };

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
export class KeptLooks {
  readonly #folder: string;
  readonly #file: string;
  readonly #version: string;
  readonly #known: ReadonlyMap<string, KeptLook>;

  constructor(cache: string, project: string, version: string) {
    this.#folder = join(cache, 'scans');
    this.#file = join(this.#folder, `${sumOf(project).slice(0, 32)}.jsonl`);
    this.#version = version;
    this.#known = readKept(this.#file, version);
  }

  get size(): number {
    return this.#known.size;
  }

  get(path: string): KeptLook | undefined {
    return this.#known.get(path);
  }

  /** Replaces everything that is kept of the project, of which the looks began at `now`. A disk that is full or closed to us costs only time later. */
  save(looks: Iterable<readonly [path: string, look: KeptLook]>, now: number): void {
    const made = `${this.#file}.${process.pid}`;
    try {
      fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const file = fs.openSync(made, 'wx', 0o600);
      try {
        for (const piece of piecesOf(this.#version, looks, now)) fs.writeFileSync(file, piece);
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

function* piecesOf(
  version: string,
  looks: Iterable<readonly [string, KeptLook]>,
  now: number,
): Generator<string> {
  let piece = `${JSON.stringify(version)}\n`;
  for (const [path, { mark, sum, json }] of looks) {
    const sure = isRacy(mark, now) ? '' : mark;
    piece += `${JSON.stringify([path, sure, sum])}\n${json}\n`;
    if (piece.length < 4_000_000) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function isRacy(mark: string, now: number): boolean {
  const [, changed = '', noted = ''] = mark.split(' ');
  return Math.max(Number(changed), Number(noted)) > now - RACY_MS;
}

function readKept(file: string, version: string): ReadonlyMap<string, KeptLook> {
  const known = new Map<string, KeptLook>();
  try {
    const lines = ownText(file).split('\n');
    if (lines[0] !== JSON.stringify(version)) return known;
    for (let at = 1; at + 1 < lines.length; at += 2) {
      const [path, mark, sum] = JSON.parse(lines[at] ?? '') as readonly [string, string, string];
      known.set(path, { mark, sum, json: lines[at + 1] ?? '' });
    }
    return known;
  } catch {
    return new Map();
  }
}

/** Only what is ours, and nobody else's to write. */
function ownText(path: string): string {
  const file = fs.openSync(path, 'r');
  try {
    const { uid, mode } = fs.fstatSync(file);
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return '';
    return fs.readFileSync(file, 'utf8');
  } finally {
    fs.closeSync(file);
  }
}
