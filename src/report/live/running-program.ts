import { duration, quoted } from '../say.ts';
import { fit } from '../width.ts';

/** A program that runs now. */
export type RunningProgram = {
  /** The run it belongs to; null where it belongs to none. */
  readonly run: number | null;
  readonly command: string;
  readonly since: number;
  /** Milliseconds it may take. */
  readonly limit: number;
  /** The last line it printed; empty where there is none yet. */
  readonly last: string;
};

const LONGEST_COMMAND = 60;

/** `npm test  1m20s of 10m00s  ✓ adds prices` */
export function programLine({ command, since, limit, last }: RunningProgram, now: number): string {
  const time = `${duration(Math.max(0, now - since))} of ${duration(limit)}`;
  return `${fit(quoted(command), LONGEST_COMMAND)}  ${time}${last === '' ? '' : `  ${quoted(last, 200)}`}`;
}

/** A command as its author wrote it: what a shell is given to run, else the words one by one, programs without their folder. */
export function wordsOf(argv: readonly string[]): string {
  const shell = argv.findLastIndex((word, index) => word === '-c' && argv[index - 1] === 'sh');
  const given = shell === -1 ? [] : argv.slice(shell + 1);
  return given.length === 1
    ? (given[0] ?? '')
    : [argv[0]?.split('/').at(-1) ?? '', ...argv.slice(1)].join(' ');
}
