import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Processes, Program, ProgramEnd } from '../../ports/processes.ts';
import { callerOf } from '../caller.ts';
import { openStepView } from './step-view.ts';
import { RunningPrograms } from '../../project/running-programs.ts';
import { handTurned, terminal } from '../../../test/support/terminal.ts';

const folder = join('/state', 'runs', '7');

function program(run: string, more: Partial<Program> = {}): Program {
  return {
    argv: ['sh', '-c', run],
    cwd: '/',
    env: {},
    stdin: '',
    confinement: { writable: [], visible: [], hidden: [], network: false },
    timeout: 600_000,
    stall: null,
    outputCap: 1,
    folder,
    ...more,
  };
}

const done: ProgramEnd = {
  how: { kind: 'exited', code: 0 },
  stdout: '',
  stderr: '',
  truncated: false,
  durationMs: 0,
};

/** Programs that end when the test says so. */
function slow(programs: RunningPrograms): {
  start: (program: Program) => Promise<ProgramEnd>;
  end: () => void;
} {
  const ends: (() => void)[] = [];
  const processes = {
    run: () => new Promise<ProgramEnd>((resolve) => ends.push(() => resolve(done))),
  } as unknown as Processes;
  const watched = programs.watched(processes);
  return { start: (each) => watched.run(each), end: () => ends.forEach((end) => end()) };
}

const heard = (programs: RunningPrograms, text: string): void =>
  programs.overhear(join(folder, 'stdout'))?.piece(Buffer.from(text));

test('REAL-04 off a terminal a program that takes long is told of once a minute, and a quick one never', async () => {
  const { io, written } = terminal(false);
  const ticks = handTurned();
  const view = openStepView({ io: callerOf(io, false), json: false, options: {} }, ticks);
  const { start, end } = slow(view.programs);
  const running = start(program('npm test'));
  heard(view.programs, 'PASS a.test.ts\nPASS b.te');
  heard(view.programs, 'st.ts\n');
  ticks.turn(59_000);
  expect(written).toEqual([]);
  ticks.turn(122_000);
  expect(written).toEqual([
    expect.stringMatching(/ \[running\] npm test {2}1m00s of 10m00s {2}PASS b\.test\.ts\n$/),
    expect.stringMatching(/ 2m00s of 10m00s /),
    expect.stringMatching(/ 3m00s of 10m00s /),
  ]);
  end();
  await running;
  ticks.turn(600_000);
  expect(written).toHaveLength(3);
  view.close();
  expect(ticks.waiting()).toBe(0);
});

test('REAL-04 in a terminal the line grows with the seconds, notes stay above it, and nothing is left of it', async () => {
  const { io, written } = terminal(true);
  const ticks = handTurned();
  const view = openStepView({ io: callerOf(io, false), json: false, options: {} }, ticks);
  const { start, end } = slow(view.programs);
  const running = start(program('npm test'));
  ticks.turn(2000);
  expect(written.at(-1)).toContain('  npm test  2s of 10m00s');
  view.note('round 1: it reviews');
  ticks.turn(1000);
  expect(written.join('')).toContain('round 1: it reviews\n  npm test');
  end();
  await running;
  view.close();
  expect(written.at(-1)).toMatch(/\u001b\[J\u001b\[\?2026l$/);
  expect(ticks.waiting()).toBe(0);
});

test('REAL-04 no colour, secret or line of data of a program gets into the line', () => {
  const programs = new RunningPrograms(() => 0);
  void slow(programs).start(program('./agent', { argv: ['agent', '-p', 'words'] }));
  // Put together here, so that no scanner takes it for a real one.
  const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
  heard(programs, `using \u001b[31m${key}\u001b[0m now\n{"type":"message"}\n\n`);
  const [shown] = programs.list();
  expect(shown).toMatchObject({ run: 7, command: 'agent -p words', limit: 600_000 });
  expect(shown?.last).toMatch(/^using .* now$/);
  expect(shown?.last).not.toContain(key);
});
