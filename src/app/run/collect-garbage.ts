import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Shorter journals leave little behind. */
const MANY_EVENTS = 20_000;

/**
 * Gives back what reading a long journal has left behind. The engine collects when somebody asks for memory, and a
 * coordinator that waits for people asks for none: it would hold several times what it needs for as long as it waits.
 */
export function collectAfterReading(events: number): void {
  if (events < MANY_EVENTS) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
