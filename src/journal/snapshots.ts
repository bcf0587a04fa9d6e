import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Snapshots } from '../ports/journal.ts';
import { isSame } from './chain.ts';
import { writeWhole } from './whole-file.ts';

type History = { last(): number; hashAt(seq: number): Uint8Array | undefined };

type Header = {
  readonly version: string;
  readonly seq: number;
  /** The chain up to that event, so that a snapshot of another history is not taken for one of this. */
  readonly chain: string;
  readonly sha256: string;
};

const NEWLINE = 10;

/**
 * Snapshots live in a file of their own beside the journal: they are large, replaced often and may be lost, none of
 * which is true of an event. One line says what it is, the bytes follow.
 */
export function snapshotsOf(file: string, history: History): Snapshots {
  const place = `${file}.snapshot`;
  return {
    async saveSnapshot(seq, bytes, version) {
      const chain = seq > history.last() ? undefined : history.hashAt(seq);
      if (chain === undefined) return;
      const header: Header = { version, seq, chain: hex(chain), sha256: digest(bytes) };
      const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), bytes]);
      await writeWhole(place, content).catch(() => undefined);
    },
    loadSnapshot(version) {
      const found = read(place);
      if (found === undefined || found.header.version !== version) return undefined;
      const { seq, chain, sha256 } = found.header;
      const here = Number.isInteger(seq) && seq <= history.last() ? history.hashAt(seq) : undefined;
      if (here === undefined || !isSame(here, Buffer.from(chain, 'hex'))) return undefined;
      return digest(found.bytes) === sha256 ? { seq, bytes: found.bytes } : undefined;
    },
  };
}

function read(place: string): { header: Header; bytes: Uint8Array } | undefined {
  try {
    const content = readFileSync(place);
    const end = content.indexOf(NEWLINE);
    const header = JSON.parse(content.subarray(0, end).toString()) as Header;
    if (typeof header.chain !== 'string') return undefined;
    return { header, bytes: content.subarray(end + 1) };
  } catch {
    return undefined;
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
