import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { checkTimesOf, stepTimes, timesText } from './step-times.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-times-'));
  mkdirSync(join(folder, 'runs/7'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('REAL-07 the time of a step divides into setup, checks and ours', () => {
  writeFileSync(join(folder, 'runs/7/times.json'), '{"setupMs": 2000, "checksMs": 5000}');
  const times = stepTimes(8000, checkTimesOf({ folder }, 7));
  expect(times).toEqual({ setupMs: 2000, checksMs: 5000, oursMs: 1000 });
  expect(times === null ? '' : timesText(times)).toBe('setup 2s, checks 5s, gauntlet 1s');
});

test.each(['', '[]', '{"setupMs": "2"}'])(
  'REAL-07 a step without usable times divides into nothing: %s',
  (text) => {
    if (text !== '') writeFileSync(join(folder, 'runs/7/times.json'), text);
    expect(stepTimes(8000, checkTimesOf({ folder }, 7))).toBeNull();
  },
);
