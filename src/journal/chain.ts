import { hash } from 'node:crypto';

/** What the first event is chained to. */
export const genesis: Uint8Array = new Uint8Array(32);

const HASH_BYTES = 32;

// Events are small: one buffer that is used again spares an allocation per event.
let scratch = Buffer.alloc(16 * 1024);

/** The hash of an event: over the hash before it and its JSON, so that no event can change without all that follow. */
export function link(previous: Uint8Array, json: string): Uint8Array {
  const most = HASH_BYTES + json.length * 3;
  if (scratch.length < most) scratch = Buffer.alloc(most);
  scratch.set(previous, 0);
  const written = scratch.write(json, HASH_BYTES, 'utf8');
  return hash('sha256', scratch.subarray(0, HASH_BYTES + written), 'buffer');
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
