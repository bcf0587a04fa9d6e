export type FingerprintParts = {
  /** Rule, review dimension or category. */
  readonly rule: string;
  readonly file: string;
  /** The text the finding is about. */
  readonly snippet: string;
  /** Which of several equal ones in the file, from 0. */
  readonly occurrence: number;
};

/**
 * The same finding has the same fingerprint wherever it moved to: the line is no part of it, and neither is spacing.
 * It tells findings apart and is no protection against somebody who wants two to collide.
 */
export function fingerprint({ rule, file, snippet, occurrence }: FingerprintParts): string {
  const text = JSON.stringify([rule.toLowerCase(), file, snippet.replace(/\s+/g, ' ').trim(), occurrence]);
  let first = 0xdeadbeef;
  let second = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x9e3779b1);
    second = Math.imul(second ^ code, 0x5f356495);
  }
  return hex(mixed(first, second)) + hex(mixed(second, first));
}

/** Spreads the last characters over all bits of both halves. */
function mixed(half: number, other: number): number {
  const once = Math.imul(half ^ (half >>> 16), 0x85ebca6b);
  return once ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0');
}
