import type { Event } from '../model/events.ts';
import {
  advance,
  boardOf,
  type Board,
  eventLine,
  isNews,
  liveView,
  quoted,
  scrollLines,
  type Titles,
  widthOf,
} from '../report/index.ts';
import { evolve, initialState, type State } from '../state/index.ts';
import type { Io } from './io.ts';
import { faceOf, isAgent, isLive, offsetMinutes, rowsOf } from './terminal.ts';

/** What a person sees while a run is on. Everything goes to stderr: stdout is the result. */
export type View = {
  /** Events that have been recorded, in order and each once: the view folds them by itself. */
  onEvents(events: readonly Event[], state?: State): void;
  /** The last thing heard of a run, shown behind its line. Costs nothing where nobody sees it. */
  activity(run: number, text: string): void;
  /** A line of our own that belongs in the log. */
  note(text: string): void;
  /** Takes the block away and stops every timer. Nothing is drawn afterwards; closing twice is no mistake. */
  close(): void;
};

export type ViewOptions = {
  readonly io: Io;
  readonly titles: Titles;
  /** Lines only, also in a terminal (`--no-input`, `--plain`). */
  readonly plain?: boolean;
  /** Nothing at all (`--quiet`). */
  readonly silent?: boolean;
  readonly colour?: boolean;
  readonly maxAttempts?: number;
  readonly budgetUsd?: number | null;
  /** Where a resumed run stood: its history is not told again. */
  readonly from?: State;
  /** When the run began; without it, with the first event that is told. */
  readonly startedAt?: number | null;
  readonly ticks?: Ticks;
};

/** The time, and being called back; handed in by tests. */
export type Ticks = {
  now(): number;
  after(ms: number, call: () => void): () => void;
};

const realTicks: Ticks = {
  now: () => Date.now(),
  after(ms, call) {
    // Drawing never keeps a process alive.
    const timer = setTimeout(call, ms).unref();
    return () => clearTimeout(timer);
  },
};

export function openView(options: ViewOptions): View {
  if (options.silent === true) return { onEvents() {}, activity() {}, note() {}, close() {} };
  const live = options.plain !== true && isLive(options.io, options.io.stderr);
  return live ? liveTerminal(options) : plainLog(options);
}

/** One line per change of state, no cursor movement: for pipes, CI and agents. */
function plainLog({ io, from = initialState }: ViewOptions): View {
  const terse = isAgent(io.env);
  let state = from;
  return {
    onEvents(events) {
      for (const event of events) {
        const step = { event, before: state, after: evolve(state, event) };
        state = step.after;
        if (isNews(step, terse)) io.stderr.write(`${eventLine(step, offsetMinutes(event.at))}\n`);
      }
    },
    activity() {},
    note: (text) => io.stderr.write(`${quoted(text, 2000)}\n`),
    close() {},
  };
}

function liveTerminal(options: ViewOptions): View {
  const { io, titles, from = initialState, ticks = realTicks } = options;
  const screen = blockScreen(io);
  const heard = new Map<number, string>();
  const pending: string[] = [];
  let state = from;
  let board: Board = boardOf(from);
  let startedAt = options.startedAt ?? undefined;
  const frames = framesOf(ticks, (now) => {
    board = advance(board, state);
    const block = liveView(board, {
      face: faceOf(io, io.stderr, options.colour),
      height: Math.max(4, Math.min(24, rowsOf(io.stderr) - 2)),
      now,
      startedAt: startedAt ?? now,
      titles,
      maxAttempts: options.maxAttempts ?? 3,
      budgetUsd: options.budgetUsd ?? null,
      activity: heard,
    });
    screen.show(pending.splice(0), block);
    return board.running.size > 0;
  });
  return {
    onEvents(events) {
      const face = faceOf(io, io.stderr, options.colour);
      for (const event of events) {
        startedAt ??= event.at;
        const step = { event, before: state, after: evolve(state, event) };
        state = step.after;
        if ('used' in event) heard.delete(event.run);
        pending.push(...scrollLines(step, titles, face));
      }
      frames.want();
    },
    activity(run, text) {
      heard.set(run, text);
      frames.want();
    },
    note(text) {
      pending.push(quoted(text, 2000));
      frames.want();
    },
    close() {
      if (frames.end()) screen.show(pending.splice(0), []);
    },
  };
}

/** At most ten frames a second, one a second while only the time passes, and none while nobody works. */
const FRAME_MS = 100;
const SECOND_MS = 1000;

type Frames = {
  want(): void;
  /** Whether this call ended it. */
  end(): boolean;
};

/** `draw` answers whether what it drew grows old by itself. */
function framesOf(ticks: Ticks, draw: (now: number) => boolean): Frames {
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

type Screen = { show(lines: readonly string[], block: readonly string[]): void };

/**
 * Lines that stay, and a block below them that is drawn over. The terminal's own scrollback keeps the lines; the cursor
 * is never hidden, so that a killed process leaves nothing to repair.
 */
function blockScreen(io: Io): Screen {
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
