import type { TurnEnd } from '../agent-call/turn.ts';

type TroubledTurn = Extract<TurnEnd, { kind: 'trouble' }>;

/** Returns why an agent of a review gave no answer. `final`: asking again would not help. */
export function troubleIn(
  { stop, draft }: TroubledTurn,
  role: string,
): { readonly because: string; readonly final: boolean } {
  if (stop !== null)
    return { because: `${role}: ${stop.kind}, ${stop.because}`, final: hopeless.has(stop.kind) };
  const because = 'because' in draft ? draft.because : '';
  return { because: `its answer does not count: ${because}`, final: false };
}

/** What a fresh context does not fix. */
const hopeless: ReadonlySet<string> = new Set(['missing', 'authentication', 'limit', 'budget', 'cap']);
