import type { Face } from '../../report/index.ts';
import { painter } from './colour.ts';
import type { Io, Sink } from '../io.ts';

/** Wide enough for a line of a log that nobody watches. */
const LOG_WIDTH = 400;

/** How to write for whoever reads this sink: how wide, which characters, which colours. */
export function faceOf(io: Io, sink: Sink, colour = true): Face {
  // Colour is decided for stdout; what is drawn elsewhere asks the same question about its own sink.
  const paint = painter({ ...io, stdout: sink }, colour);
  return { width: sink.isTty() ? columnsOf(sink) : LOG_WIDTH, ascii: isAscii(io.env), paint };
}

/** One column less than there are: a full line makes some terminals begin the next one. */
function columnsOf(sink: Sink): number {
  const columns = sink.size?.().columns;
  return columns === undefined || !(columns > 1) ? 79 : columns - 1;
}

export function rowsOf(sink: Sink): number {
  const rows = sink.size?.().rows;
  return rows === undefined || !(rows > 1) ? 24 : rows;
}

/** A locale that says it is not UTF-8 gets plain letters; one that says nothing is taken for a modern one. */
function isAscii(env: Io['env']): boolean {
  if (env['TERM'] === 'linux') return true;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return locale !== '' && !/utf-?8/i.test(locale);
}

/** Whether lines may be drawn over: a person watches a terminal that can do it. */
export function isLive(io: Io, sink: Sink): boolean {
  const { env } = io;
  if (env['TERM'] === 'dumb' || isSet(env['CI']) || isAgent(env)) return false;
  return sink.isTty();
}

/** A coding agent reads along: every line costs its attention, so only what it must know is said. */
export function isAgent(env: Io['env']): boolean {
  return ['CLAUDECODE', 'CODEX_SANDBOX', 'GEMINI_CLI', 'CURSOR_AGENT', 'AI_AGENT'].some((name) =>
    isSet(env[name]),
  );
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** Minutes east of UTC at a time, for the clock times people read. */
export function offsetMinutes(at: number): number {
  const offset = new Date(at).getTimezoneOffset();
  return Number.isNaN(offset) ? 0 : -offset;
}
