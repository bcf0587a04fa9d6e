import { hash } from 'node:crypto';

/** What the first event is chained to. As every hash of a chain it is the text of 64 small hexadecimal digits. */
export const genesis = '0'.repeat(64);

/**
 * The hash of what is written together: over the hash before it and its JSON, so that nothing can change without all
 * that follows. This is how a journal file is chained. Text goes in and text comes out, because that is what costs least
 * after a sleep for the disk, when nothing is in the caches: half of what bytes and buffers take.
 */
export function link(previous: string, json: string): string {
  return hash('sha256', previous + json);
}

// Events are small: one buffer that is used again spares an allocation per event.
let scratch = Buffer.alloc(16 * 1024);

/**
 * The older rule, over the 32 bytes of the hash before it: journal files up to version 2 have it, and what other
 * releases read without a look at its version, the journal in Postgres and the record of reviews, keeps it.
 */
export function linkOfBytes(previous: string, json: string): string {
  const most = previous.length + json.length * 3;
  if (scratch.length < most) scratch = Buffer.alloc(most);
  const start = scratch.write(previous, 'hex');
  const end = start + scratch.write(json, start, 'utf8');
  return hash('sha256', scratch.subarray(0, end));
}

// The rule that fitted last is tried first: rows of one rule follow one another.
let [likely, other] = [link, linkOfBytes];

/**
 * Whether a hash follows from the one before it, by either rule. Nothing says which rule a row has, so nothing can be
 * changed to make it pass by the weaker one; and neither is weaker: both are SHA-256 over the same two things.
 */
export function follows(chained: string, previous: string, json: string): boolean {
  if (chained === likely(previous, json)) return true;
  if (chained !== other(previous, json)) return false;
  [likely, other] = [other, likely];
  return true;
}
