import { type AuditHealth, scoreText } from '../model/audit.ts';
import type { RunStatus } from '../model/events.ts';
import { type Outcome, outcomeOf } from '../model/outcome.ts';
import type { RedAtBase } from '../model/red-at-base.ts';
import { failingWords } from '../model/report.ts';
import type { Severity } from '../model/severity.ts';
import { jobNamed, redAtBaseOf, type State } from '../state/index.ts';

/** What the result of a team's audit of a repository rests on. */
export type AuditFacts = {
  /** null where no round was scored. */
  readonly scored: { readonly health: AuditHealth; readonly score: number } | null;
  readonly failing: number;
  readonly failOn: Severity;
  /** All that is missing is the recovery review, so a person can let the rest count. */
  readonly isUnreviewed: boolean;
  readonly isAccepted: boolean;
  readonly redAtBase: readonly RedAtBase[];
  /** How the run behind the scores ended. */
  readonly status: RunStatus | null;
};

/** The result of a team's audit. Findings that fail it come first: what else is not known does not hide them. */
export function auditOutcome(facts: AuditFacts): Outcome {
  const { scored, failing, failOn, isUnreviewed, redAtBase, status } = facts;
  if (facts.isAccepted) return outcomeOf({ redAtBase, besides: ['accepted by a person'] });
  const health = scored?.health ?? 'unknown';
  const score = scored === null ? '' : `score ${scoreText(scored.score)}`;
  // The scores pass and the run behind them does not: a review or a decision is missing.
  const isUnfinished = health === 'passed' && failing === 0 && status !== 'completed';
  const isMissing = scored === null || isUnfinished || (failing === 0 && isUnreviewed);
  const isAsked = status === 'escalated' && isMissing;
  const isLow = failing === 0 && health !== 'passed' && health !== 'unknown';
  const missing = scored === null ? 'no round was scored' : 'some parts could not be checked';
  return outcomeOf({
    open: isAsked ? 'decision' : null,
    failing: failing > 0 ? [failingWords(failing, failOn)] : isLow ? [`health ${health}, ${score}`] : [],
    notComputed:
      health === 'unknown'
        ? [missing]
        : isUnfinished && !isAsked
          ? ['the run that produced these scores did not pass']
          : [],
    redAtBase,
    besides: health === 'passed' && failing === 0 && !isUnfinished ? [score] : [],
  });
}

/** The facts of an audit of what is there, which is a run without tickets; undefined for any other run. */
export function auditFactsOf(state: State): AuditFacts | undefined {
  const audit = state.plan.tickets.length === 0 ? jobNamed(state, 'audit:run')?.audit : undefined;
  if (audit === undefined || audit === null || audit.outcome === 'off') return undefined;
  const { score, health, failing, failOn, unreviewed, silent, outcome } = audit;
  return {
    scored: score === null ? null : { score, health: health ?? 'unknown' },
    failing,
    failOn: failOn ?? 'HIGH',
    isUnreviewed: unreviewed && !silent,
    isAccepted: outcome === 'accepted',
    redAtBase: redAtBaseOf(state),
    status: state.status,
  };
}
