import { isAtLeast, type Severity } from '../../model/severity.ts';
import { openSeverity, type AuditHealth } from '../../model/audit.ts';
import { addSpend, fits, type Budget, type Spend } from '../../model/usage.ts';
import { isAtLeastScore } from './weights.ts';

/** A finding that is FAIL or PARTIAL: both are fixed (TEAM-07). */
export type OpenFinding = {
  readonly fingerprint: string;
  readonly file: string;
  readonly severity: Severity | null;
};

/** One audit in a loop of fixing. The first is of the work as it came; each later one is of a fix round's candidate tree. */
export type AuditRound = {
  readonly score: number;
  readonly health: AuditHealth;
  readonly open: readonly OpenFinding[];
  /** How many checks of the project are red, which no score shows; 0 if not set. */
  readonly red?: number;
  /** What the fix round before this audit changed; empty for the first. */
  readonly changedFiles: readonly string[];
};

export type LoopPolicy = {
  /** Fix rounds, not audits; 0 means audit only. */
  readonly maxRounds: number;
  readonly severityGate: Severity;
  readonly budget: Budget;
  readonly spent: Spend;
  /** What the next fix round and its audit are expected to cost. */
  readonly nextRound: Spend;
};

export const stopReasons = [
  'lower',
  'passed',
  'max rounds',
  'nothing to fix',
  'fix-induced',
  'plateau',
  'budget',
] as const;

export type StopReason = (typeof stopReasons)[number];

/** `keep` is the position of the round whose tree stands; with `lower` the last round is discarded. */
export type NextMove =
  | { readonly move: 'continue' }
  | { readonly move: 'stop'; readonly reason: StopReason; readonly keep: number };

const SMALLEST_GAIN = 0.03;
const TOLERATED_LOSS = 0.01;

/** Whether another fix round is worth it (design: loop guards). First reason that holds wins; pure. */
export function nextMove(history: readonly AuditRound[], policy: LoopPolicy): NextMove {
  const last = history.at(-1);
  const keep = history.length - 1;
  if (last !== undefined) {
    const reason = roundReason(history, last, policy);
    // Nothing is rolled back on the branch: a discarded candidate never got there, so the round before it stands.
    if (reason !== undefined) return { move: 'stop', reason, keep: reason === 'lower' ? keep - 1 : keep };
  }
  const spend = addSpend(policy.spent, policy.nextRound);
  return fits(spend, policy.budget) ? { move: 'continue' } : { move: 'stop', reason: 'budget', keep };
}

/** What a fix round brought in and what it fixed. A finding elsewhere is new knowledge, not the fixer's doing. */
export function fixEffect(
  before: AuditRound,
  after: AuditRound,
): { induced: OpenFinding[]; fixed: OpenFinding[] } {
  const was = new Set(before.open.map((finding) => finding.fingerprint));
  const is = new Set(after.open.map((finding) => finding.fingerprint));
  const changed = new Set(after.changedFiles);
  return {
    induced: after.open.filter((finding) => !was.has(finding.fingerprint) && changed.has(finding.file)),
    fixed: before.open.filter((finding) => !is.has(finding.fingerprint)),
  };
}

function roundReason(
  history: readonly AuditRound[],
  last: AuditRound,
  policy: LoopPolicy,
): StopReason | undefined {
  const earlier = history.slice(0, -1);
  if (earlier.some((round) => isLower(last, round))) return 'lower';
  if (last.health === 'passed') return 'passed';
  if (earlier.length >= policy.maxRounds) return 'max rounds';
  const fixable = last.open.filter((finding) => isAtLeast(openSeverity(finding), policy.severityGate));
  if (fixable.length === 0) return 'nothing to fix';
  const before = earlier.at(-1);
  if (before === undefined) return undefined;
  const { induced, fixed } = fixEffect(before, last);
  if (induced.length > fixed.length) return 'fix-induced';
  const beforeThat = earlier.at(-2);
  if (beforeThat === undefined) return undefined;
  return !gained(before, last) && !gained(beforeThat, before) ? 'plateau' : undefined;
}

function isLower(last: AuditRound, before: AuditRound): boolean {
  const isWorse = !isAtLeastScore(last.score, before.score - TOLERATED_LOSS);
  return isWorse || (last.red ?? 0) > (before.red ?? 0);
}

function gained(before: AuditRound, after: AuditRound): boolean {
  if ((after.red ?? 0) < (before.red ?? 0)) return true;
  return isAtLeastScore(after.score - before.score, SMALLEST_GAIN);
}
