import type { Io } from './io.ts';

/** Who is answering or starting: recorded with every decision of a person. */
export function personOf(io: Io): string {
  return io.env['GAUNTLET_USER'] ?? io.env['USER'] ?? io.env['LOGNAME'] ?? 'somebody';
}
