import { EventSchema } from '../model/events.ts';
import { isSteering } from '../model/steering.ts';
import type { Message } from '../ports/journal.ts';

/** More than the longest answer anybody may give. */
export const LARGEST = 64 * 1024;

/** A message is one if the event it becomes could be recorded. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const { kind, ...rest } = value;
  const stamp = { v: 1, seq: 0, at: 0 };
  if (kind === 'answer')
    return EventSchema.safeParse({ ...rest, ...stamp, type: 'decision_answered' }).success;
  if (kind !== 'steer' || !('act' in rest) || typeof rest.act !== 'object' || rest.act === null) return false;
  const { act } = rest;
  return isSteering(act) && EventSchema.safeParse({ ...act, ...stamp }).success;
}
