import type { RunEntry } from './chronicle.ts';

type ReviewVerdict = 'pass' | 'fail' | 'unknown';

/** What a critic's run came to; undefined for runs that are no reviews, or are not over. */
export function reviewVerdict({ assigned, ended }: RunEntry): ReviewVerdict | undefined {
  if (assigned.type !== 'critic_dispatched' || ended === null) return undefined;
  if (ended.type === 'critic_pass') return 'pass';
  return ended.type === 'critic_fail' ? 'fail' : 'unknown';
}
