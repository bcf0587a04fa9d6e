import { hash } from 'node:crypto';

/** What the first event is chained to. As every hash of a chain it is the text of 64 small hexadecimal digits. */
export const genesis = '0'.repeat(64);

/**
 * The hash of a row: over the hash before it and its JSON, so that nothing can change without everything after it. Files,
 * Postgres and the record of reviews use it. Text goes in and text comes out: after a sleep for the disk, when the caches
 * are cold, that costs half of what bytes and buffers take.
 */
export function link(previous: string, json: string): string {
  return hash('sha256', previous + json);
}
