/** What the scans say of public repositories, and how much of it people who read the code found right. */

import type { MeasuredPrecision } from '../packages/scan/engine/findings/measured-precision.ts';

export type Repository = { readonly name: string; readonly github: string; readonly commit: string };

export type Seen = {
  readonly repo: string;
  readonly rule: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number;
  readonly fingerprint: string;
  readonly message: string;
};

/** One finding that was held against the source, with the reason for the judgement. */
export type Judgement = {
  readonly repo: string;
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly fingerprint: string;
  readonly right: boolean;
  readonly why: string;
};

/** A finding that was read for its use: would a maintainer act on it? */
export type Label = Omit<Judgement, 'right'> & { readonly label: 'useful' | 'pointless' | 'false' };

export type Labels = {
  readonly date: string;
  /** Rules that work in another way since they were read: their labels say nothing of them now. */
  readonly rewritten: readonly string[];
  readonly labels: readonly Label[];
};

/** The open findings of a report of `gauntlet audit --json`. */
export function seenIn(report: string, repo: string): readonly Seen[] {
  type AuditFinding = Omit<Seen, 'repo'> & { readonly suppressed: unknown };
  const { findings } = JSON.parse(report) as { readonly findings: readonly AuditFinding[] };
  return findings
    .filter(({ suppressed }) => suppressed === null)
    .map(({ rule, severity, file, line, fingerprint, message }) => {
      return { repo, rule, severity, file, line, fingerprint, message };
    });
}

/** What the labels say of each rule that still works as it did when it was read. */
export function measuredOf({ labels, rewritten, date }: Labels): ReadonlyMap<string, MeasuredPrecision> {
  const rules = [...new Set(labels.map(({ rule }) => rule))]
    .filter((rule) => !rewritten.includes(rule))
    .toSorted();
  return new Map(
    rules.map((rule) => {
      const own = labels.filter((each) => each.rule === rule);
      const count = (label: Label['label']): number => own.filter((each) => each.label === label).length;
      return [rule, { read: own.length, useful: count('useful'), false: count('false'), date }];
    }),
  );
}

/** Repository, then rule, then how many. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export type Precision = { readonly rule: string; readonly right: number; readonly judged: number };

/** What a rule, and all rules together, must reach to be believed. */
export const enough = 0.9;
/** Fewer judged findings than these say nothing of a rule. */
const tellingSample = 5;
const grave = new Set(['CRITICAL', 'HIGH']);

type Keyed = Pick<Seen, 'repo' | 'rule' | 'fingerprint'>;

const keyOf = ({ repo, rule, fingerprint }: Keyed): string => `${repo} ${rule} ${fingerprint}`;

export function countsOf(repositories: readonly Repository[], findings: readonly Seen[]): Counts {
  return Object.fromEntries(
    repositories.map(({ name }) => {
      const counts = new Map<string, number>();
      for (const { repo, rule } of findings) if (repo === name) counts.set(rule, (counts.get(rule) ?? 0) + 1);
      return [name, Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))];
    }),
  );
}

/** One line for each rule and repository where the number is no longer the one of the snapshot. */
export function changesOf(before: Counts, now: Counts): readonly string[] {
  return Object.entries(now).flatMap(([repo, rules]) => {
    const old = before[repo] ?? {};
    const names = [...new Set([...Object.keys(old), ...Object.keys(rules)])].toSorted();
    return names
      .filter((rule) => old[rule] !== rules[rule])
      .map((rule) => `${repo} ${rule}: ${old[rule] ?? 0} -> ${rules[rule] ?? 0}`);
  });
}

/** The judgements of findings that still occur: a finding that is gone speaks neither for nor against its rule. */
export function stillOccurring<Read extends Keyed>(
  judged: readonly Read[],
  findings: readonly Seen[],
): readonly Read[] {
  const present = new Set(findings.map(keyOf));
  return judged.filter((judgement) => present.has(keyOf(judgement)));
}

export function unjudgedGrave(judged: readonly Judgement[], findings: readonly Seen[]): readonly Seen[] {
  const known = new Set(judged.map(keyOf));
  return findings.filter((finding) => grave.has(finding.severity) && !known.has(keyOf(finding)));
}

/** Rules that say something and of which nobody has read anything. */
export function neverRead(judged: readonly Judgement[], findings: readonly Seen[]): readonly string[] {
  const read = new Set(judged.map(({ rule }) => rule));
  return [...new Set(findings.map(({ rule }) => rule))].filter((rule) => !read.has(rule)).toSorted();
}

export function precisionPerRule(judged: readonly Judgement[]): readonly Precision[] {
  const rules = [...new Set(judged.map(({ rule }) => rule))].toSorted();
  return rules.map((rule) =>
    precisionOf(
      rule,
      judged.filter((judgement) => judgement.rule === rule),
    ),
  );
}

export function precisionOf(rule: string, judged: readonly Judgement[]): Precision {
  return { rule, right: judged.filter(({ right }) => right).length, judged: judged.length };
}

/** What is not believable: rules with a telling sample, and the whole. */
export function failuresOf(judged: readonly Judgement[]): readonly string[] {
  const rules = precisionPerRule(judged).filter((each) => each.judged >= tellingSample);
  const whole = precisionOf('all rules', judged);
  return [...rules, whole]
    .filter((each) => each.judged === 0 || each.right < enough * each.judged)
    .map((each) => `${each.rule}: ${each.right} of ${each.judged} right, below ${enough}`);
}
