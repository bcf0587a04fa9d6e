import type { Choice } from './events.ts';

/** The most rounds there can ever be. */
export const hardCapRounds = 5;

export type RoundResult = {
  readonly verdict: 'clean' | 'unclean';
  readonly mustFix: number;
  /** 1-based. */
  readonly round: number;
  readonly maxRounds: number;
};

/** Returns the step after an answered round of review (LOOP-04). An answer that cannot be read is agent trouble and never gets here. */
export function nextRound(result: RoundResult): 'clean' | 'fix' | 'escalate' {
  const { verdict, mustFix, round, maxRounds } = result;
  if (verdict === 'clean' && mustFix === 0) return 'clean';
  return round < Math.min(maxRounds, hardCapRounds) ? 'fix' : 'escalate';
}

/** The bound after a person granted one more round; at the hard cap it stays (LOOP-06). */
export function grantRound(maxRounds: number): number {
  return Math.min(maxRounds + 1, hardCapRounds);
}

/** What a person may answer when the rounds are used up; one more round only below the hard cap (LOOP-06). */
export function reviewChoices(round: number): readonly Choice[] {
  return round < hardCapRounds ? ['manual', 'accept', 'retry'] : ['manual', 'accept'];
}
