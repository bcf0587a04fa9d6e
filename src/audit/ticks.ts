import type { ConvergenceReport, CountedRequirements, ConvergencePolicy } from '../model/convergence.ts';
import { convergenceHealth, convergenceReport } from '../model/convergence.ts';
import type { Auditor, Role } from '../model/team.ts';
import { strictest, type Verdict } from '../model/verdict.ts';

/** What a judge said about one requirement. */
export type ItemVerdict = {
  readonly item: string;
  readonly role: Role;
  /** Which auditor of the team, when the role is auditor. */
  readonly auditor: Auditor | null;
  readonly verdict: Verdict;
  /** How many reviews of a critic failed it; 0 when left out. */
  readonly failures?: number;
};

export type Ticks = { readonly tick: readonly string[]; readonly untick: readonly string[] };

/**
 * TEAM-26: which boxes the coordinator may change. Only the critic, the reviewer of a recovery and the test auditor are
 * heard; everyone who was heard must pass an item for it to be ticked, and one fail unticks it. Anything else leaves the
 * box alone.
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

function mayTick({ role, auditor }: ItemVerdict): boolean {
  return role === 'critic' || role === 'reviewer' || (role === 'auditor' && auditor === 'test');
}

/** One review of one item: a row of the Review Log and one more cycle (TEAM-12). */
export type ItemCycle = {
  readonly item: string;
  readonly reviewer: string;
  readonly verdict: 'PASS' | 'FAIL';
  readonly details: string;
};

/**
 * Returns the reviews of one item that its Review Log lacks. `written` are the verdicts that the same audit wrote before:
 * an audit that is held again adds only new ones, and always a verdict that changed.
 */
export function cyclesDue(all: readonly ItemCycle[], written: readonly string[]): readonly ItemCycle[] {
  const last = all.at(-1);
  const due = all.slice(written.length);
  return due.length > 0 || last === undefined || last.verdict === written.at(-1) ? due : [last];
}

type Item = { readonly id: string; readonly checked: boolean; readonly cycles: number };

/** A document with the verdicts of the run that are not written into it yet. */
export type Standing<I extends Item> = {
  readonly report: ConvergenceReport;
  /** Items that a review has never passed: not judged in this run, and open or ticked without a review cycle. */
  readonly unreviewed: readonly I[];
};

/**
 * How a requirements document stands while a run is under way: ticks are written when the run ends, but an item that a
 * critic has judged meanwhile has had its review cycle (TEAM-24).
 */
export function standingOf<I extends Item>(
  name: string,
  { items, counted }: { readonly items: readonly I[]; readonly counted: CountedRequirements },
  verdicts: readonly ItemVerdict[],
  policy: ConvergencePolicy,
): Standing<I> {
  const { tick, untick } = ticksFrom(verdicts);
  const judged = new Set([...tick, ...untick]);
  const isTicked = ({ id, checked }: Item): boolean => tick.includes(id) || (checked && !untick.includes(id));
  const changed = items.filter(isTicked).length - items.filter(({ checked }) => checked).length;
  const now = {
    ...counted,
    checked: counted.checked + changed,
    cycles: items.reduce((most, { id, cycles }) => Math.max(most, cycles + (judged.has(id) ? 1 : 0)), 0),
  };
  const isKnown = counted.health !== 'unknown';
  const health = isKnown ? convergenceHealth({ ...now, reviewCycles: now.cycles }, policy) : 'unknown';
  return {
    report: convergenceReport(name, { ...now, health }),
    unreviewed: items.filter(({ id, checked, cycles }) => !judged.has(id) && (!checked || cycles === 0)),
  };
}
