import type { State } from '../state/index.ts';
import { money } from './say.ts';

/** The cost of a run in words. An estimate charged to the budget is never called a cost (TEAM-16). */
export function costWords({ spent, estimated }: Pick<State, 'spent' | 'estimated'>): string {
  if (estimated.usd === 0) return `cost ${money(spent.usd)}`;
  const charged = `${money(estimated.usd)} charged to the budget by estimate`;
  if (spent.usd <= estimated.usd) return `cost not reported by the agents (${charged})`;
  return `cost ${money(spent.usd - estimated.usd)} reported, ${charged}`;
}

/** Whether any agent has reported a cost: without one, every figure would be an estimate. */
export function hasReported({ spent, estimated }: Pick<State, 'spent' | 'estimated'>): boolean {
  return spent.usd > estimated.usd;
}
