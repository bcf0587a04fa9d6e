import { createWriteStream, type WriteStream } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import type { Overheard } from '../confinement/machine.ts';

/** What is left of a program's output. */
export type Output = { readonly text: string; readonly truncated: boolean };

export type Keeping = {
  /** Resolves when the program has closed its end (or `stop` was called) and the file is complete. */
  readonly done: Promise<Output>;
  /** Takes what has come so far for all there is. */
  stop(): void;
};

type Where = {
  readonly path: string;
  readonly cap: number;
  readonly heard: (chunk: Buffer) => void;
  /** What of it stays in the file at the end; all of it unless given. */
  readonly discreet?: (output: string) => string;
  readonly overheard?: Overheard | undefined;
};

/**
 * Keeps a program's output in a file and in memory, up to `cap` bytes. What is beyond is cut out of the middle, with a
 * line that says so: the beginning tells what was done, and the closing signal of an agent stands at the very end.
 * The file grows while the program runs. A full disk costs the file, not the run.
 */
export function keepOutput(from: Readable, { path, cap, heard, discreet, overheard }: Where): Keeping {
  const file = createWriteStream(path, { flags: 'w' });
  const kept = new Kept(cap);
  const closed = new Promise<void>((resolve) => {
    file.once('close', resolve);
    file.once('error', () => resolve());
  });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) from.once(event, () => resolve());
  });
  from.on('data', (chunk: Buffer) => {
    heard(chunk);
    overheard?.piece(chunk);
    const live = kept.add(chunk);
    if (live.length > 0 && file.writable) flowControlled(from, file, live);
  });
  return { done: finish(), stop: () => from.destroy() };

  async function finish(): Promise<Output> {
    await ended;
    overheard?.end();
    file.end();
    await closed;
    const bytes = kept.bytes();
    const text = bytes.toString('utf8');
    const left = discreet?.(text) ?? text;
    if (left !== text) await rewrite(path, Buffer.from(left));
    else if (kept.truncated) await rewrite(path, bytes);
    return { text, truncated: kept.truncated };
  }
}

/** A program that writes faster than the disk waits, as it would with a file of its own. */
function flowControlled(from: Readable, file: WriteStream, chunk: Buffer): void {
  if (file.write(chunk)) return;
  from.pause();
  const go = (): void => {
    file.off('drain', go).off('error', go);
    from.resume();
  };
  file.on('drain', go).on('error', go);
}

async function rewrite(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes).catch(() => truncate(path).catch(() => undefined));
}

/** The first and the last half of the cap. */
class Kept {
  readonly #cap: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #dropped = 0;

  constructor(cap: number) {
    this.#cap = Math.max(0, Math.floor(cap));
  }

  get truncated(): boolean {
    return this.#total > this.#cap;
  }

  get #total(): number {
    return this.#headBytes + this.#tailBytes + this.#dropped;
  }

  /** Answers the part of the chunk that still belongs into the growing file. */
  add(chunk: Buffer): Buffer {
    const room = Math.max(0, this.#cap - this.#total);
    const half = Math.ceil(this.#cap / 2);
    const toHead = chunk.subarray(0, Math.max(0, half - this.#headBytes));
    if (toHead.length > 0) {
      this.#head.push(toHead);
      this.#headBytes += toHead.length;
    }
    const toTail = chunk.subarray(toHead.length);
    if (toTail.length > 0) this.#addTail(toTail, this.#cap - half);
    return chunk.subarray(0, room);
  }

  bytes(): Buffer {
    if (!this.truncated) return Buffer.concat([...this.#head, ...this.#tail]);
    const marker = `\n[… ${this.#dropped} bytes omitted …]\n`;
    return Buffer.concat([...this.#head, Buffer.from(marker), ...this.#tail]);
  }

  #addTail(chunk: Buffer, size: number): void {
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    // Merged now and then, so that a byte at a time costs neither memory nor a walk over thousands of pieces.
    if (this.#tail.length > 64) this.#tail = [Buffer.concat(this.#tail)];
    while (this.#tailBytes > size) {
      const [first] = this.#tail;
      if (first === undefined) return;
      const surplus = Math.min(first.length, this.#tailBytes - size);
      if (surplus === first.length) this.#tail.shift();
      else this.#tail[0] = first.subarray(surplus);
      this.#tailBytes -= surplus;
      this.#dropped += surplus;
    }
  }
}
