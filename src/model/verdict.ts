import type { Finding } from './finding.ts';

/** What a judge concluded. Never a boolean: whatever is not clearly a pass is not a pass. */
export type Verdict = 'pass' | 'fail' | 'blocked' | 'unknown';

/** What a developer reported about its own work. A claim, to be proved before anything else happens. */
export type DeveloperReport = 'ready' | 'incomplete' | 'blocked' | 'question' | 'unknown';

/**
 * What a gate that needs no model found. `broken` means it could not be computed: that is the infrastructure's
 * fault and is never charged to the developer, and never a pass.
 */
export type GateOutcome =
  | { readonly gate: string; readonly status: 'pass' }
  | { readonly gate: string; readonly status: 'fail'; readonly findings: readonly Finding[] }
  | { readonly gate: string; readonly status: 'broken'; readonly reason: string };

const strictness: Readonly<Record<Verdict, number>> = { pass: 0, unknown: 1, blocked: 2, fail: 3 };

/** The strictest of several verdicts; none at all is unknown, because nobody has judged. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  const [first, ...rest] = verdicts;
  if (first === undefined) return 'unknown';
  return rest.reduce((worst, verdict) => (strictness[verdict] > strictness[worst] ? verdict : worst), first);
}
