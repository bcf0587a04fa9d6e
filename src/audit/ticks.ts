import type { Auditor, Role } from '../model/team.ts';
import { strictest, type Verdict } from '../model/verdict.ts';

/** What a judge said about one requirement. */
export type ItemVerdict = {
  readonly item: string;
  readonly role: Role;
  /** Which auditor of the team, when the role is auditor. */
  readonly auditor: Auditor | null;
  readonly verdict: Verdict;
};

export type Ticks = { readonly tick: readonly string[]; readonly untick: readonly string[] };

/**
 * TEAM-26: which boxes the coordinator may change. Only the critic and the test auditor are heard; everyone who was
 * heard must pass an item for it to be ticked, and one fail unticks it. Anything else leaves the box alone.
 */
export function ticksFrom(verdicts: readonly ItemVerdict[]): Ticks {
  const byItem = new Map<string, Verdict[]>();
  for (const verdict of verdicts.filter(mayTick)) {
    byItem.set(verdict.item, [...(byItem.get(verdict.item) ?? []), verdict.verdict]);
  }
  const judged = [...byItem].map(([item, said]) => ({ item, verdict: strictest(said) }));
  const items = (wanted: Verdict) =>
    judged.filter(({ verdict }) => verdict === wanted).map(({ item }) => item);
  return { tick: items('pass'), untick: items('fail') };
}

function mayTick(verdict: ItemVerdict): boolean {
  return verdict.role === 'critic' || (verdict.role === 'auditor' && verdict.auditor === 'test');
}
