import { relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { MaskedStream, type NamedKey } from '../../detect/index.ts';
import { isOutputName, type LivePiece } from './live-output.ts';

export type LiveOptions = {
  /** Where the folders of the runs are. */
  readonly runs: string;
  /** What must never leave this machine. */
  readonly keys: readonly NamedKey[];
  /** How often something is sent, at most. */
  readonly everyMs: number;
  readonly send: (piece: LivePiece) => Promise<void>;
};

export type LiveOutput = {
  /** Hears what a program writes to a file of its run; undefined where that is not sent. */
  overhear(this: void, file: string): Voice | undefined;
  /** Sends what was overheard last; resolves when nothing more of the run will be sent. */
  end(run: number): Promise<void>;
  close(): void;
};

/** Of one program: as much is sent at once, may wait to be sent, and is sent at all before it has ended. */
const AT_ONCE = 64 * 1024;
const MOST_WAITING = 1024 * 1024;
const MOST = 8 * 1024 * 1024;
const REST = '\n[the rest is shown when the step has ended]\n';
/** Whoever has its result does not wait for a database that does not answer. */
const PATIENCE_MS = 2000;

/**
 * What programs say is sent while they run: in batches, without secrets, and no more than anybody reads. It is only for
 * people to look at: what cannot be sent is left out, and nobody waits for it but for a moment at the end.
 */
export function liveOutput({ runs, keys, everyMs, send }: LiveOptions): LiveOutput {
  const voices = new Set<Voice>();
  const sent = new Map<number, number>();
  const say = async (voice: Voice): Promise<void> => {
    const text = voice.next();
    if (voice.isOver) voices.delete(voice);
    if (text === '') return;
    const nth = sent.get(voice.run) ?? 0;
    sent.set(voice.run, nth + 1);
    await send({ run: voice.run, nth, name: voice.name, bytes: Buffer.from(text, 'latin1') });
  };
  const sayAll = async (those: Iterable<Voice>): Promise<void> => {
    // What could not be sent is missing there, and in what is kept at the end it is not.
    for (const voice of those) await say(voice).catch(() => undefined);
  };
  let saying: Promise<void> = Promise.resolve();
  let isWaiting = false;
  const timer = setInterval(() => {
    // A database that is slow is not asked for more meanwhile.
    if (isWaiting) return;
    isWaiting = true;
    saying = sayAll([...voices]).finally(() => (isWaiting = false));
  }, everyMs);
  timer.unref();
  return {
    overhear(file) {
      const [run = '', ...name] = relative(runs, file).split(sep);
      if (!/^\d{1,9}$/.test(run) || !isOutputName(name.join('/'))) return undefined;
      const voice = new Voice(Number(run), name.join('/'), keys);
      voices.add(voice);
      return voice;
    },
    async end(run) {
      const its = [...voices].filter((voice) => voice.run === run);
      const enough = new AbortController();
      await Promise.race([
        saying.then(() => sayAll(its)),
        pause(PATIENCE_MS, undefined, { signal: enough.signal }).catch(() => undefined),
      ]);
      enough.abort();
      for (const voice of its) voices.delete(voice);
      sent.delete(run);
    },
    close: () => clearInterval(timer),
  };
}

/** What one program says, as far as it was not sent. */
class Voice {
  readonly run: number;
  readonly name: string;
  readonly #masked: MaskedStream;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #heard = 0;
  #standing: 'speaking' | 'ended' | 'too much' | 'over' = 'speaking';

  constructor(run: number, name: string, keys: readonly NamedKey[]) {
    [this.run, this.name] = [run, name];
    this.#masked = new MaskedStream(keys);
  }

  get isOver(): boolean {
    return this.#standing === 'over';
  }

  piece(bytes: Buffer): void {
    if (this.#standing !== 'speaking') return;
    this.#heard += bytes.length;
    this.#waitingBytes += bytes.length;
    if (this.#heard > MOST || this.#waitingBytes > MOST_WAITING) {
      this.#standing = 'too much';
      this.#waiting = [];
      return;
    }
    this.#waiting.push(bytes);
  }

  end(): void {
    if (this.#standing === 'speaking') this.#standing = 'ended';
  }

  /** The next batch. What is left out ends it: after a gap nobody could tell the rest of a key from other words. */
  next(): string {
    if (this.#standing === 'too much') {
      this.#standing = 'over';
      return REST;
    }
    const all = Buffer.concat(this.#waiting);
    const batch = all.subarray(0, AT_ONCE);
    const rest = all.subarray(AT_ONCE);
    this.#waiting = rest.length === 0 ? [] : [rest];
    this.#waitingBytes = rest.length;
    const shown = batch.length === 0 ? '' : this.#masked.add(batch.toString('latin1'));
    if (this.#standing !== 'ended' || rest.length > 0) return shown;
    this.#standing = 'over';
    return shown + this.#masked.end();
  }
}
