import type { Event } from '../../src/model/events.ts';

/** Events with these numbers that say something, in letters from everywhere. */
export function sampleEvents(first: number, last: number): Event[] {
  return Array.from({ length: last - first + 1 }, (_, index) => sampleEvent(first + index));
}

export function sampleEvent(seq: number): Event {
  const because = `stopped ${seq} · ünïcödé 🜚 \u0000 \ud800 "quoted"\n`;
  return { type: 'run_halted', v: 1, seq, at: seq * 10, by: `somebody-${seq}`, because };
}
