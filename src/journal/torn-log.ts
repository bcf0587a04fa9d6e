import { readFileSync } from 'node:fs';
import { isMissing } from './disk-error.ts';

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

/**
 * SQLite replays the log of a killed writer up to the first frame that is not whole and forgets the rest. That is right
 * for the last transaction, whose sync had not ended; but every one before it was durable. So damage in the middle
 * would silently undo recorded events, and this tells it from a torn end: more than one transaction would be forgotten.
 */
export function isLogBroken(file: string): boolean {
  const log = contentOf(`${file}-wal`);
  if (log.length <= HEADER) return false;
  const view = new DataView(log.buffer, log.byteOffset, log.length);
  const sums = checksum(view, { from: 0, length: 24 }, [0, 0]);
  const known = (view.getUint32(0) & ~1) === MAGIC && isPageSize(view.getUint32(8));
  // The header is synced before any frame is written, and lies within one sector: it cannot be torn.
  if (!known || !says(view, 24, sums)) return true;
  return forgets(framesOf(view, sums));
}

type Sums = readonly [number, number];
type Part = { readonly from: number; readonly length: number };
type Frame = {
  readonly page: number;
  readonly commits: boolean;
  /** Its checksum and those of all before it are right. */
  readonly whole: boolean;
  /** Not left from an earlier round of the log. */
  readonly current: boolean;
};

/** Whether what SQLite will not replay is more than one unfinished transaction. */
function forgets(frames: readonly Frame[]): boolean {
  const torn = frames.findIndex((frame) => !frame.whole);
  if (torn === -1) return false;
  const replayed = frames.slice(0, torn).findLastIndex((frame) => frame.commits);
  const forgotten = frames.slice(replayed + 1).filter((frame) => frame.current);
  const pages = new Set(forgotten.map((frame) => frame.page));
  // A transaction has one commit mark and writes a page once.
  return forgotten.filter((frame) => frame.commits).length > 1 || pages.size < forgotten.length;
}

function framesOf(view: DataView, start: Sums): Frame[] {
  const size = view.getUint32(8);
  const frames: Frame[] = [];
  let sums = start;
  let whole = true;
  for (let at = HEADER; at + FRAME_HEADER + size <= view.byteLength; at += FRAME_HEADER + size) {
    const current = says(view, at + 8, [view.getUint32(16), view.getUint32(20)]);
    if (whole && current) {
      sums = checksum(view, { from: at, length: 8 }, sums);
      sums = checksum(view, { from: at + FRAME_HEADER, length: size }, sums);
    }
    whole &&= current && says(view, at + 16, sums);
    frames.push({ page: view.getUint32(at), commits: view.getUint32(at + 4) !== 0, whole, current });
  }
  return frames;
}

/** SQLite's own sum over pairs of words, in the byte order that the last bit of the magic number names. */
function checksum(view: DataView, part: Part, [one, two]: Sums): Sums {
  const little = (view.getUint32(0) & 1) === 0;
  let first = one;
  let second = two;
  for (let at = part.from; at < part.from + part.length; at += 8) {
    first = (first + view.getUint32(at, little) + second) >>> 0;
    second = (second + view.getUint32(at + 4, little) + first) >>> 0;
  }
  return [first, second];
}

function says(view: DataView, at: number, [one, two]: Sums): boolean {
  return view.getUint32(at) === one && view.getUint32(at + 4) === two;
}

function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
}

function contentOf(log: string): Uint8Array {
  try {
    return readFileSync(log);
  } catch (error) {
    if (isMissing(error)) return new Uint8Array();
    throw error;
  }
}
