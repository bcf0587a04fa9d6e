import { hash } from 'node:crypto';

/** Returns the SHA-256 of a text as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return hash('sha256', text);
}
