import type { State } from '../state/index.ts';
import { money } from './say.ts';

/** What no agent has said is not passed off as measured (TEAM-16). */
export function estimatedWords({ spent, estimated }: State): string {
  if (estimated.usd === 0) return '';
  return estimated.usd === spent.usd ? ' (estimated)' : ` (of which ${money(estimated.usd)} estimated)`;
}
