import { isAtLeast, type Severity } from './severity.ts';
import type { RuleHead } from '../rule.ts';

/**
 * `proven` rules keep the severity of their harm and may fail a gate alone. `usual` rules are at most MEDIUM. `hint` rules
 * are at most LOW. An audit counts their findings; it lists them on request, and the agent auditors get them.
 */
export type Tier = 'proven' | 'usual' | 'hint';

/** What the labels of readers must show before the default profile has a rule. */
const EARNED = { read: 8, useful: 0.7, false: 0.1 } as const;
/** What they must show before a rule may give HIGH or CRITICAL: the lower end of the 90 % interval of the useful share. */
const TRUSTED = { read: 15, useful: 0.75 } as const;

/** The tier that a rule has earned with readers. A rule of which they read too little has earned nothing. */
export function tierOf({ measured }: Pick<RuleHead, 'measured'>): Tier {
  if (measured === undefined) return 'hint';
  const { read, useful, false: wrong } = measured;
  if (read < EARNED.read || useful < EARNED.useful * read || wrong > EARNED.false * read) return 'hint';
  return read >= TRUSTED.read && lowerBound(useful, read) >= TRUSTED.useful ? 'proven' : 'usual';
}

/** The worst severity that a rule of each tier may give: a hint never fails a gate alone. */
const WORST: Readonly<Record<Tier, Severity>> = { proven: 'CRITICAL', usual: 'MEDIUM', hint: 'LOW' };

/** The severity of a rule's findings: that of their harm, as far as the rule has earned it. */
export function earnedSeverity(head: RuleHead): Severity {
  const worst = WORST[tierOf(head)];
  return isAtLeast(head.severity, worst) ? worst : head.severity;
}

/** `8 of 20 useful, 2 false (2026-11-17)`: how far to believe a rule. */
export function measuredText({ measured }: Pick<RuleHead, 'measured'>): string {
  if (measured === undefined) return 'no findings reviewed by a person yet';
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
