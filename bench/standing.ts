// What a run takes that does nothing: the memory that finished tickets leave behind, and what waiting costs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { onDisks } from './places.ts';
import { atMost } from './table.ts';
import type { Bench, Row } from './table.ts';
import type { Stillness } from './wait-still.ts';

const MANY = 10_000;
const FEW = 1000;

export const bench: Bench = {
  name: 'standing',
  run: () => onDisks(({ memory }) => [...kept(memory), ...waiting(memory)]),
};

type Weight = { readonly peak: number; readonly kept: number };

/**
 * One plan of 10,000 tickets, once with 1,000 of them finished and once with all: the difference is what a finished
 * ticket takes. What is kept is the heap after a collection. The peak is the memory of the process, garbage included; how
 * much garbage V8 lets lie depends on its mood and on the machine's memory, unless its young generation is held small.
 */
function kept(place: string): Row[] {
  const weigh = (planned: number, finished: number): Weight => {
    const file = join(place, `${planned}-${finished}`, 'journal.db');
    return child('tickets', file, [planned, finished], ['--max-semi-space-size=1']) as Weight;
  };
  const [all, some, small] = [weigh(MANY, MANY), weigh(MANY, FEW), weigh(FEW, FEW)];
  const per = (of: keyof Weight, against: Weight): number =>
    Math.max(0, (all[of] - against[of]) / (MANY - FEW));
  const unit = 'KB';
  return [
    atMost({ what: 'memory kept per finished ticket', value: per('kept', some), unit }, 4),
    atMost({ what: 'memory kept per ticket, plan included', value: per('kept', small), unit }, 4),
    atMost({ what: 'peak memory per finished ticket, garbage included', value: per('peak', some), unit }, 4),
    { what: 'peak memory per ticket, plan and garbage included', value: per('peak', small), unit },
  ];
}

function waiting(place: string): Row[] {
  const still = child('waiting', join(place, 'waiting', 'journal.db'), [MANY]) as Stillness;
  const about = `${MANY} open tickets waiting`;
  const open = still.running + still.asking;
  if (open !== MANY) throw new Error(`${open} tickets were open, ${MANY} should be`);
  // The one that ends the measurement.
  const timers = still.timers - 1;
  const cpu = still.cpuMs / still.seconds / 10;
  return [
    atMost({ what: `${about}, CPU`, value: cpu, unit: '% of a core' }, 0.1),
    exactly(`${about}, events written in ${still.seconds} s`, still.events),
    // One thread of Node that wakes another is a write as well.
    atMost({ what: `${about}, writes in ${still.seconds} s`, value: still.writes, unit: '' }, 2),
    exactly(`${about}, timers that could poll`, Math.max(0, timers)),
    { what: `${about}, times it woke in ${still.seconds} s`, value: still.wakes, unit: '' },
  ];
}

function exactly(what: string, value: number): Row {
  return { what, value, unit: '', goal: '= 0', ok: value === 0 || Number.isNaN(value) };
}

function child(
  what: string,
  file: string,
  counts: readonly number[],
  flags: readonly string[] = [],
): unknown {
  const script = join(import.meta.dirname, 'journal-child.ts');
  const args = ['--no-warnings', '--expose-gc', ...flags, script, what, file, ...counts.map(String)];
  const ran = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout);
}
