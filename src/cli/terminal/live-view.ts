import {
  advance,
  boardOf,
  type Board,
  eventLine,
  isNews,
  liveView,
  quoted,
  scrollLines,
} from '../../report/index.ts';
import { evolve, initialState } from '../../state/index.ts';
import { blockScreen, framesOf, realTicks, type Ticks } from './block-screen.ts';
import type { Io } from '../io.ts';
import { everyMinute } from './step-view.ts';
import type { ShownRun, View } from '../../app/run/run-screen.ts';
import { faceOf, isAgent, isLive, offsetMinutes, rowsOf } from './terminal.ts';

type ViewOptions = ShownRun & {
  readonly io: Io;
  /** Lines only, also in a terminal (`--no-input`, `--json`). */
  readonly plain?: boolean;
  readonly colour?: boolean;
  readonly ticks?: Ticks;
};

export function openView(options: ViewOptions): View {
  const live = options.plain !== true && isLive(options.io, options.io.stderr);
  return live ? liveTerminal(options) : plainLog(options);
}

/** One line per change of state, no cursor movement: for pipes, CI and agents. */
function plainLog({ io, from = initialState, ticks = realTicks, programs }: ViewOptions): View {
  const terse = isAgent(io.env);
  let state = from;
  const stop = everyMinute(io, programs, ticks);
  return {
    onEvents(events) {
      for (const event of events) {
        const step = { event, before: state, after: evolve(state, event) };
        state = step.after;
        if (isNews(step, terse)) io.stderr.write(`${eventLine(step, offsetMinutes(event.at))}\n`);
      }
    },
    note: (text) => io.stderr.write(`${quoted(text, 2000)}\n`),
    close: stop,
  };
}

function liveTerminal(options: ViewOptions): View {
  const { io, titles, from = initialState, ticks = realTicks } = options;
  const screen = blockScreen(io);
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
      programs: options.programs?.list() ?? [],
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
        pending.push(...scrollLines(step, titles, face));
      }
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
