import { readOwnJson } from '../own-json.ts';
import { join } from 'node:path';

import { duration } from '../../report/index.ts';
import type { CheckTimes } from '../../run/index.ts';
import type { RunLocation } from './run-output.ts';

/** How the time of a step divides (REAL-07). Ours is everything but the commands of setup and checks. */
export type StepTimes = CheckTimes & { readonly oursMs: number };

/** Reads what a step recorded; undefined for steps that run no checks, and for those of older versions. */
export function checkTimesOf({ folder }: RunLocation, run: number): CheckTimes | undefined {
  const { setupMs, checksMs } =
    readOwnJson<CheckTimes>(join(folder, 'runs', String(run), 'times.json')) ?? {};
  return typeof setupMs === 'number' && typeof checksMs === 'number' ? { setupMs, checksMs } : undefined;
}

export function stepTimes(durationMs: number | null, times: CheckTimes | undefined): StepTimes | null {
  if (durationMs === null || times === undefined) return null;
  return { ...times, oursMs: Math.max(0, durationMs - times.setupMs - times.checksMs) };
}

export function timesText({ setupMs, checksMs, oursMs }: StepTimes): string {
  return `setup ${duration(setupMs)}, checks ${duration(checksMs)}, gauntlet ${duration(oursMs)}`;
}
