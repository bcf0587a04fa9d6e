import { widthOf } from '../../report/index.ts';
import type { Io } from '../io.ts';

/** The time, and being called back; handed in by tests. */
export type Ticks = {
  now(): number;
  after(ms: number, call: () => void): () => void;
};

export const realTicks: Ticks = {
  now: () => Date.now(),
  after(ms, call) {
    // Drawing never keeps a process alive.
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** At most ten frames a second, one a second while only the time passes, and none while nobody works. */
const FRAME_MS = 100;
const SECOND_MS = 1000;

export type Frames = {
  want(): void;
  /** Whether this call ended it. */
  end(): boolean;
};

/** `draw` answers whether what it drew grows old by itself. */
export function framesOf(ticks: Ticks, draw: (now: number) => boolean): Frames {
  let last = -Infinity;
  let due: { readonly at: number; readonly cancel: () => void } | undefined;
  let ended = false;
  const frame = (): void => {
    due = undefined;
    last = ticks.now();
    if (draw(last)) plan(SECOND_MS);
  };
  const plan = (within: number): void => {
    const at = Math.max(ticks.now(), last + within);
    if (ended || (due !== undefined && due.at <= at)) return;
    due?.cancel();
    due = { at, cancel: ticks.after(Math.max(0, at - ticks.now()), frame) };
  };
  return {
    want: () => plan(FRAME_MS),
    end() {
      due?.cancel();
      const first = !ended;
      ended = true;
      return first;
    },
  };
}

export type Screen = { show(lines: readonly string[], block: readonly string[]): void };

/**
 * Lines that stay, and a block below them that is drawn over. The terminal's own scrollback keeps the lines; the cursor
 * is never hidden, so that a killed process leaves nothing to repair.
 */
export function blockScreen(io: Io): Screen {
  let shown: readonly string[] = [];
  return {
    show(lines, block) {
      const above = rowsTaken(shown, io) - 1;
      const back = shown.length === 0 ? '' : `\r${above > 0 ? `\u001b[${above}A` : ''}\u001b[J`;
      const text = lines.map((line) => `${line}\n`).join('') + block.join('\n');
      shown = block;
      // A terminal that knows synchronised updates (DEC 2026) shows all of it at once; others ignore the marks.
      if (back + text !== '') io.stderr.write(`\u001b[?2026h${back}${text}\u001b[?2026l`);
    },
  };
}

const COLOURS = /\u001b\[[0-9;]*m/g;

/** Rows the block takes now: a terminal that was made narrower has broken its lines. */
function rowsTaken(block: readonly string[], io: Io): number {
  const columns = Math.max(1, io.stderr.size?.().columns ?? 80);
  return block.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(widthOf(line.replace(COLOURS, '')) / columns)),
    0,
  );
}
