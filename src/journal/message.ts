import { EventSchema } from '../model/events.ts';
import { isSteering } from '../model/steering.ts';
import type { Message } from '../ports/journal.ts';
import { fits } from '../schema/fits.ts';

/** More than the longest answer anybody may give, and than the plan of the largest epic. */
export const LARGEST = 8 * 1024 * 1024;

/** A message is one if the event it becomes could be recorded. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind, ...rest } = value;
  const stamp = { v: 1, seq: 0, at: 0 };
  if (kind === 'answer') return fits(EventSchema, { ...rest, ...stamp, type: 'decision_answered' });
  if (kind !== 'steer' || !('act' in rest) || typeof rest.act !== 'object' || rest.act === null) return false;
  const { act } = rest;
  if (!('seen' in rest) || typeof rest.seen !== 'number') return false;
  return isSteering(act) && fits(EventSchema, { ...act, ...stamp });
}
