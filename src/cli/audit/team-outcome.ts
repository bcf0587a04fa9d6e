import type { Excuses } from '../../audit/index.ts';
import { type AuditTeamReport, scoreText } from '../../model/audit.ts';
import { type Outcome, outcomeOf } from '../../model/outcome.ts';
import type { RedAtBase } from '../../model/red-at-base.ts';
import { failingWords } from '../../model/report.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import type { State } from '../../state/index.ts';
import type { AuditInputs } from './audit-inputs.ts';
import type { AuditCall } from './options.ts';

/** With a team the gate fails an audit too, whatever --fail-on says: nothing at or above it may pass. */
function milder(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? b : a;
}

/** What the caller and the repository fail and excuse. */
export function excusesOf(
  { options: { failOn } }: AuditCall,
  { waivers, baseline, config }: Pick<AuditInputs, 'waivers' | 'baseline' | 'config'>,
): Excuses {
  return {
    failOn: milder(failOn, config.audit.severityGate),
    waivers,
    baseline: baseline.entries ?? [],
    today: new Date().toISOString().slice(0, 10),
  };
}

type Ended = {
  readonly failing: number;
  readonly failOn: Severity;
  readonly redAtBase: readonly RedAtBase[];
  /** How the run behind the scores ended. */
  readonly status: State['status'];
};

/** What a team's audit came to. Findings that fail it come first: what else is not known does not hide them. */
export function teamOutcome(report: AuditTeamReport | undefined, ended: Ended): Outcome {
  const { failing, failOn, redAtBase, status } = ended;
  if (status === 'limit') return outcomeOf({ open: 'limit', redAtBase });
  const health = report?.health ?? 'unknown';
  const score = report === undefined ? '' : `score ${scoreText(report.overallScore)}`;
  // The scores pass and the run behind them does not: a review or a decision is missing.
  const isUnfinished = health === 'passed' && failing === 0 && status !== 'completed';
  // Where only the recovery review is missing, a person can let the rest count.
  const silent = (report?.auditors ?? []).filter(({ outcome }) => outcome !== 'reported');
  const isUnreviewed = failing === 0 && silent.length === 1 && silent[0]?.auditor === 'recovery';
  const isAsked = status === 'escalated' && (report === undefined || isUnfinished || isUnreviewed);
  const isLow = failing === 0 && health !== 'passed' && health !== 'unknown';
  const missing = report === undefined ? 'no round was scored' : 'some parts could not be checked';
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
