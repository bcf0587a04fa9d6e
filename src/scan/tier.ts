import { isAtLeast, type Severity } from '../model/severity.ts';
import type { RuleHead } from './rule.ts';

/** What readers said of findings in public repositories that the rule was not written for. */
export type MeasuredPrecision = {
  readonly read: number;
  /** A maintainer would fix it or agree. */
  readonly useful: number;
  /** Wrong; the rest of what was read is right and not worth acting on. */
  readonly false: number;
  /** The day of the last reading. */
  readonly date: string;
};

/**
 * `proven` rules keep the severity of their harm and may fail a gate alone. `usual` rules are at most MEDIUM. `hint` rules
 * are at most LOW, and run on request and for the agent auditors.
 */
export type Tier = 'proven' | 'usual' | 'hint';

/** Fewer findings read than this prove nothing. */
const PROOF = 15;
/** The lower end of the 90 % interval of the useful share that proves a rule. */
const TRUSTED = 0.75;
/** Fewer findings read than this say nothing against a rule. */
const TELLING = 4;
/** What the default profile promises: a rule whose findings are useful less often is a hint. */
const WORTH_READING = 0.7;

/** The tier that a rule has earned with readers. */
export function tierOf({ optional, measured }: Pick<RuleHead, 'optional' | 'measured'>): Tier {
  if (optional === true) return 'hint';
  if (measured === undefined) return 'usual';
  const { read, useful } = measured;
  if (read >= PROOF && lowerBound(useful, read) >= TRUSTED) return 'proven';
  return read >= TELLING && useful < WORTH_READING * read ? 'hint' : 'usual';
}

/** The worst severity that a rule of each tier may give: a hint never fails a gate alone. */
const WORST: Readonly<Record<Tier, Severity>> = { proven: 'CRITICAL', usual: 'MEDIUM', hint: 'LOW' };

/** The severity of a rule's findings: that of their harm, as far as the rule has earned it. */
export function earnedSeverity(head: RuleHead): Severity {
  const worst = WORST[tierOf(head)];
  return isAtLeast(head.severity, worst) ? worst : head.severity;
}

/** `8 of 20 useful, 2 false (2026-11-17)`: how far to believe a rule; empty where nobody has read findings of it. */
export function measuredText({ measured }: Pick<RuleHead, 'measured'>): string {
  if (measured === undefined) return '';
  const { read, useful, false: wrong, date } = measured;
  return `${useful} of ${read} useful, ${wrong} false (${date})`;
}

/** The lower end of Wilson's 90 % interval. */
export function lowerBound(useful: number, read: number): number {
  const z = 1.645;
  const share = useful / read;
  const spread = z * Math.sqrt((share * (1 - share)) / read + (z * z) / (4 * read * read));
  return (share + (z * z) / (2 * read) - spread) / (1 + (z * z) / read);
}
