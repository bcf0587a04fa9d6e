import { detectSecrets } from '../detect/index.ts';
import type { Gate } from './gate.ts';

/** Nothing that opens a door is written down (BEYOND-09). */
export const secrets: Gate = {
  name: 'secrets',
  asks: 'Does the change add passwords, keys or tokens?',
  tells: ['Passwords, keys and tokens, in any commit'],
  check: (_context, work) => ({ detected: work.changes.flatMap(detectSecrets) }),
};
