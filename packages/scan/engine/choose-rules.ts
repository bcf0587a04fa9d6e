import type { Severity } from './findings/severity.ts';
import { type Family, familyNamed, familyNames } from './families.ts';
import type { Rule } from './rule.ts';
import { earnedSeverity, tierOf } from './findings/tier.ts';

/** What the settings of a repository and the command line say about rules. */
export type RuleWishes = {
  /** By name or by the beginning of the ids; true also asks the family's hints. */
  readonly families: Readonly<Record<string, boolean>>;
  /** By id; `off` silences a rule, a severity also switches on one that is off unless asked for. */
  readonly severity: Readonly<Record<string, Severity | 'off'>>;
  /** Where any of these are named, they alone are asked. */
  readonly onlyRules: readonly string[];
  readonly onlyFamilies: readonly string[];
  readonly profile: Profile;
};

/** The rules that readers found useful, or the hints as well: the same for a repository, a change and a run. */
export const profiles = ['default', 'all'] as const;

export type Profile = (typeof profiles)[number];

/** A name that no rule or family has: a misspelt setting must not silently do nothing. */
export type UnknownName = {
  readonly kind: 'rule' | 'family';
  readonly name: string;
  readonly known: readonly string[];
};

export type ChosenRules = {
  readonly rules: readonly Rule[];
  /** The rules that are left out only because they are hints. */
  readonly hints: readonly Rule[];
  readonly unknown: readonly UnknownName[];
};

/** The rules to ask, with the severities that settings give them, in their own order. */
export function chooseRules(all: readonly Rule[], wishes: RuleWishes): ChosenRules {
  const { onlyRules, onlyFamilies, profile } = wishes;
  const severities = new Map(Object.entries(wishes.severity).map(([id, word]) => [id.toUpperCase(), word]));
  const asked = new Set(onlyRules.map((id) => id.toUpperCase()));
  const families = new Set(onlyFamilies.map(familyNamed));
  const off = switched(wishes.families, false);
  const on = switched(wishes.families, true);
  const isFiltered = asked.size > 0 || families.size > 0;
  const hints: Rule[] = [];
  const rules = all.flatMap((rule): readonly Rule[] => {
    const word = severities.get(rule.id);
    const harm = word === undefined || word === 'off' ? rule.severity : word;
    const isEarned = word === undefined || word === 'off';
    const given: Rule = { ...rule, severity: isEarned ? earnedSeverity(rule) : harm, harm };
    // Whoever names a rule wants to see what it says, whatever else is set.
    if (asked.has(rule.id)) return [given];
    if (isFiltered && !families.has(rule.family)) return [];
    if (word === 'off' || off.has(rule.family)) return [];
    const isAsked = profile === 'all' || word !== undefined || on.has(rule.family) || families.size > 0;
    if (isAsked || tierOf(rule) !== 'hint') return [given];
    hints.push(given);
    return [];
  });
  return { rules, hints, unknown: unknownNames(all, wishes) };
}

function switched(families: RuleWishes['families'], to: boolean): ReadonlySet<Family | undefined> {
  const names = Object.entries(families).filter(([, isOn]) => isOn === to);
  return new Set(names.map(([name]) => familyNamed(name)));
}

function unknownNames(all: readonly Rule[], wishes: RuleWishes): readonly UnknownName[] {
  const ids = all.map(({ id }) => id);
  const rules = [...Object.keys(wishes.severity), ...wishes.onlyRules]
    .filter((name) => !ids.includes(name.toUpperCase()))
    .map((name) => ({ kind: 'rule' as const, name, known: ids }));
  const families = [...Object.keys(wishes.families), ...wishes.onlyFamilies]
    .filter((name) => familyNamed(name) === undefined)
    .map((name) => ({ kind: 'family' as const, name, known: familyNames }));
  return [...rules, ...families];
}
