import type { ResultEvent } from '../model/events.ts';
import type { RedAtBase } from '../model/outcome.ts';
import type { AtBase, State } from './state.ts';

type Measured = Extract<ResultEvent, { type: 'baseline_measured' }>;

export function atBaseIn({ checks, red, inconclusive, noTest = [], unfinished = [] }: Measured): AtBase {
  return {
    checks: checks ?? null,
    red,
    inconclusive,
    noTest,
    ...(unfinished.length === 0 ? {} : { unfinished }),
  };
}

/** The checks that are red at the base of a run, with how a person allowed each (REAL-02). */
export function redAtBaseOf({
  atBase: { red, inconclusive, noTest, unfinished = [] },
  plan: { allowRed = [] },
  infrastructure: { overridden, overriddenBy },
}: Pick<State, 'atBase' | 'plan' | 'infrastructure'>): readonly RedAtBase[] {
  const by = overriddenBy === undefined ? {} : { by: overriddenBy };
  const allowedBy = (check: string): Pick<RedAtBase, 'allowed' | 'by'> => {
    if (allowRed.includes(check)) return { allowed: '--allow-red' };
    return overridden ? { allowed: 'override', ...by } : { allowed: null };
  };
  const named = (state: RedAtBase['state']) => (check: string) => ({
    check,
    state,
    ranNoTest: noTest.includes(check),
    ...(unfinished.includes(check) ? { isUnfinished: true } : {}),
    reason: '',
    ...allowedBy(check),
  });
  return [...red.map(named('red')), ...inconclusive.map(named('not-computed'))];
}
