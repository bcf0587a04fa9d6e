import { expect, test } from 'vitest';

import { direct } from '../../../test/support/director.ts';
import { openView } from './live-view.ts';
import { handTurned, terminal } from '../../../test/support/terminal.ts';

const titles = new Map([['A', 'Add it']]);

test('off a terminal there is one plain line per change, and nothing that moves a cursor', () => {
  const { io, written } = terminal(false);
  const view = openView({ io, titles });
  const stage = direct({ tickets: ['A'] });
  stage.land('A');
  view.onEvents(stage.journal, stage.state());
  view.note('evil \u001b[2J note');
  view.close();
  const text = written.join('');
  expect(text).toMatch(/^\d\d:\d\d:\d\d \[run\] run of told started: 1 ticket\n/);
  expect(text).toMatch(/\[A\] landing -> completed \(landed as m\d+\)\n/);
  expect(text).not.toContain('\u001b');
});

test.each([{ CI: 'true' }, { CLAUDECODE: '1' }, { TERM: 'dumb' }])(
  '%o gets plain lines also in a terminal',
  (env) => {
    const { io, written } = terminal(true, { TERM: 'xterm', ...env });
    const view = openView({ io, titles });
    const stage = direct({ tickets: ['A'] });
    view.onEvents(stage.journal, stage.state());
    expect(written.join('')).not.toContain('\u001b[');
  },
);

test('a coding agent that reads along gets fewer lines than a log', () => {
  const stage = direct({ tickets: ['A'] });
  stage.land('A');
  const linesFor = (env: Record<string, string>): number => {
    const { io, written } = terminal(false, env);
    openView({ io, titles }).onEvents(stage.journal, stage.state());
    return written.length;
  };
  expect(linesFor({ CLAUDECODE: '1' })).toBeLessThan(linesFor({}));
});

test('in a terminal the block is drawn over itself, at most ten times a second', () => {
  const { io, written } = terminal(true);
  const ticks = handTurned();
  const view = openView({ io, titles, ticks, colour: false });
  const stage = direct({ tickets: ['A'] });
  view.onEvents(stage.journal, stage.state());
  for (let nth = 0; nth < 100; nth++) {
    view.note(`step ${nth}`);
    ticks.turn(10);
  }
  expect(written.length).toBeGreaterThan(2);
  expect(written.length).toBeLessThanOrEqual(11);
  expect(written[1]).toMatch(/^\u001b\[\?2026h\r\u001b\[2A\u001b\[J(?:step \d+\n)+─+\n ▶ A {2}Add it/);
  expect(written.at(-1)).toContain('\u001b[?2026l');
});

test('while only the seconds pass there is one frame a second, and none when nobody works', () => {
  const { io, written } = terminal(true);
  const ticks = handTurned();
  const view = openView({ io, titles, ticks, colour: false });
  const stage = direct({ tickets: ['A'] });
  view.onEvents(stage.journal, stage.state());
  ticks.turn(5000);
  expect(written.length).toBe(6);
  const told = stage.journal.length;
  stage.land('A');
  view.onEvents(stage.journal.slice(told), stage.state());
  ticks.turn(5000);
  expect(written.length).toBe(7);
  expect(ticks.waiting()).toBe(0);
});

test('a terminal that was made narrower is cleaned of the lines it broke', () => {
  const { io, written, size } = terminal(true);
  const ticks = handTurned();
  const view = openView({ io, titles, ticks, colour: false });
  const stage = direct({ tickets: ['A'] });
  view.onEvents(stage.journal, stage.state());
  ticks.turn(1);
  size.columns = 30;
  view.close();
  expect(Number(/\u001b\[(\d+)A/.exec(written.at(-1) ?? '')?.[1])).toBeGreaterThan(2);
});

test('closing takes the block away, keeps the log, and ends every timer', () => {
  const { io, written } = terminal(true);
  const ticks = handTurned();
  const view = openView({ io, titles, ticks, colour: false });
  const stage = direct({ tickets: ['A'] });
  view.onEvents(stage.journal, stage.state());
  ticks.turn(1);
  view.note('stopped');
  view.close();
  view.close();
  expect(written.at(-1)).toMatch(/\u001b\[Jstopped\n\u001b\[\?2026l$/);
  expect(ticks.waiting()).toBe(0);
  ticks.turn(10_000);
  expect(written.length).toBe(2);
});

test('REAL-04 behind a run stands the program it waits for: command, time, limit and last line', () => {
  const { io, written, size } = terminal(true);
  size.columns = 140;
  const ticks = handTurned();
  const stage = direct({ tickets: ['A'] });
  const run = stage.state().runs - 1;
  const program = { run, command: 'npm test', since: 0, limit: 600_000, last: '41 of 80 files' };
  const programs = { list: () => [program] };
  const view = openView({ io, titles, ticks, colour: false, programs });
  view.onEvents(stage.journal, stage.state());
  ticks.turn(80_000);
  expect(written.at(-1)).toContain('npm test  1m20s of 10m00s  41 of 80 files');
});
