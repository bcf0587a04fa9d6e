import type { ResultEvent } from '../model/events.ts';
import type { RedAtBase } from '../model/red-at-base.ts';
import type { AtBase, State } from './state.ts';

type Measured = Extract<ResultEvent, { type: 'baseline_measured' }>;

export function atBaseIn({ checks, red, inconclusive, noTest = [] }: Measured): AtBase {
  return { checks: checks ?? null, red, inconclusive, noTest };
}

/** The checks that are red at the base of a run, with how a person allowed each (REAL-02). */
export function redAtBaseOf({
  atBase: { red, inconclusive, noTest },
  plan: { allowRed = [] },
  infrastructure: { overridden },
}: Pick<State, 'atBase' | 'plan' | 'infrastructure'>): readonly RedAtBase[] {
  const named = (state: RedAtBase['state']) => (check: string) => ({
    check,
    state,
    ranNoTest: noTest.includes(check),
    reason: '',
    allowed: allowRed.includes(check) ? ('--allow-red' as const) : overridden ? ('override' as const) : null,
  });
  return [...red.map(named('red')), ...inconclusive.map(named('not-computed'))];
}
