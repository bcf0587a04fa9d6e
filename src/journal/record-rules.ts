import { GauntletError } from '../model/error.ts';
import { EventSchema } from '../model/events.ts';
import type { ResultDraft } from '../ports/records.ts';
import { fits, isMap } from '../schema/fits.ts';
import { problemTexts } from '../schema/salvage.ts';

/** Names become file names; `result` belongs to `finish`. */
export function checkName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name) && name.toLowerCase() !== 'result') return name;
  throw new GauntletError('BUG', `invalid name for a part of a record: ${JSON.stringify(name)}`);
}

export function checkRun(run: number): number {
  if (Number.isInteger(run) && run >= 0) return run;
  throw new GauntletError('BUG', `${run} is not the number of a run`);
}

export function checkHash(hash: string): string {
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new GauntletError('BUG', `${JSON.stringify(hash)} is not a hash`);
}

/** A result must be an event once it has its place and time: what is not could never be recorded. */
export function checkResult(value: unknown, code: 'BUG' | 'JOURNAL_DAMAGED'): ResultDraft {
  if (isResult(value)) return value;
  const [because = 'not the result of a run'] = problemTexts(EventSchema, recorded(value));
  throw new GauntletError(code, `the result of a run is malformed: ${because}`);
}

function isResult(value: unknown): value is ResultDraft {
  const isUndated = isMap(value) && !('seq' in value) && !('at' in value);
  return isUndated && 'used' in value && fits(EventSchema, recorded(value));
}

function recorded(value: unknown): unknown {
  return { ...(isMap(value) ? value : {}), seq: 0, at: 0 };
}
