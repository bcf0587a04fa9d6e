import type { AgentSettings } from '../../model/config.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { Metering, MeterReading } from '../../model/usage.ts';
import { listPriceOf, priced } from '../../model/usage.ts';
import { tokensOf } from '../../model/usage.ts';
import type { Budget, Spend, Usage } from '../../model/usage.ts';

/** What a run is charged, and where the figures are from. */
export type Charge = { readonly used: Spend; readonly meter: MeterReading };

export type Charged = {
  readonly settings: Pick<AgentSettings, 'prices' | 'model' | 'baseUrl'>;
  /** What the agent says it is; null where it does not say. */
  readonly model: string | null;
  readonly reserved: AssignmentEvent['reserved'];
  /** Where a budget is set, silence is charged its estimate; elsewhere it stays unknown (TEAM-16). */
  readonly bounded: Budget;
};

/** null: the agent has not said what it used. */
export function chargeFor(usage: Usage | null, charged: Charged): Charge {
  const dollars = usage === null ? undefined : dollarsOf(usage, charged);
  const [usd, usdBy] = dollars ?? guessed(charged.reserved.usd, charged.bounded.usd);
  const [tokens, tokensBy] =
    usage === null
      ? guessed(charged.reserved.tokens, charged.bounded.tokens)
      : ([tokensOf(usage), 'said'] as const);
  return {
    used: { usd, tokens },
    meter: {
      usd: usdBy,
      tokens: tokensBy,
      tokensIn: usage?.tokensIn ?? null,
      tokensOut: usage?.tokensOut ?? null,
      model: (charged.model ?? charged.settings.model)?.slice(0, 200) ?? null,
    },
  };
}

type Known = readonly [number, Metering];

function guessed(estimate: number, bound: number | null): Known {
  return bound === null ? [0, 'unknown'] : [estimate, 'estimated'];
}

/** Its own word first, then the prices of the configuration, then the published ones; undefined where none is known. */
export function dollarsOf(
  usage: Usage,
  { settings, model }: Pick<Charged, 'settings' | 'model'>,
): Known | undefined {
  const { prices } = settings;
  const byPrices = prices === null ? null : priced(usage, prices);
  // Adapters work out dollars by the same prices; that is not the agent's word.
  if (usage.usd !== null) return [usage.usd, usage.usd === byPrices ? 'priced' : 'said'];
  if (byPrices !== null) return [byPrices, 'priced'];
  if (tokensOf(usage) === 0) return [0, 'said'];
  const named = model ?? settings.model;
  // What somebody else's endpoint takes for a model of that name is not known.
  const listed = named === null || settings.baseUrl !== null ? null : listPriceOf(named);
  return listed === null ? undefined : [priced(usage, listed), 'listed'];
}
