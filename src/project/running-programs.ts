import { dirname } from 'node:path';

import { redact } from '../detect/index.ts';
import { lastLines } from '../formats/index.ts';
import type { Processes, Program } from '../ports/processes.ts';
import type { Overhear } from '../process/index.ts';
import { type RunningProgram, wordsOf } from '../report/index.ts';

/** Bytes in which the last line is looked for. */
const TAIL = 2000;

type Known = Omit<RunningProgram, 'last'> & { tail: string };

/** The programs that run now, with how long and what they said last: for a line that shows that nothing hangs. */
export class RunningPrograms {
  readonly #known = new Map<string, Known>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The same programs, each noted while it runs. */
  watched<T extends Processes>(processes: T): T {
    return {
      ...processes,
      run: async (program: Program, cancel?: AbortSignal) => {
        const { argv, timeout, folder } = program;
        const known = {
          run: runIn(folder),
          command: wordsOf(argv),
          since: this.#now(),
          limit: timeout,
          tail: '',
        };
        this.#known.set(folder, known);
        try {
          return await processes.run(program, cancel);
        } finally {
          if (this.#known.get(folder) === known) this.#known.delete(folder);
        }
      },
    };
  }

  readonly overhear: Overhear = (file) => ({
    piece: (bytes) => {
      const known = this.#known.get(dirname(file));
      if (known !== undefined)
        known.tail = (known.tail + bytes.subarray(-TAIL).toString('utf8')).slice(-TAIL);
    },
    end: () => undefined,
  });

  /** The oldest first. */
  list(): readonly RunningProgram[] {
    return [...this.#known.values()].map(({ tail, ...known }) => ({ ...known, last: saidLast(tail) }));
  }
}

/** Lines of data are for programs. */
function saidLast(tail: string): string {
  const line = lastLines(tail, 4).findLast((each) => !/^\s*[{[]/.test(each)) ?? '';
  // Colours are gone by now: one in front of a key would hide it.
  return redact(line.trim());
}

/** The number of the run whose folder this is, or lies in. */
function runIn(folder: string): number | null {
  const found = /[\\/]runs[\\/](\d+)(?:[\\/]|$)/.exec(folder)?.[1];
  return found === undefined ? null : Number(found);
}
