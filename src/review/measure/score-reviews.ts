import type { Finding } from '../../model/finding.ts';
import type { LabelledChange } from '../../model/calibration.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import type { Spend } from '../../model/usage.ts';
import { type Match, matchComments } from './match-comments.ts';

/** What one labelled change came to. */
export type ReviewedChange = {
  readonly change: Pick<LabelledChange, 'id' | 'comments'>;
  /** null: it was not reviewed, and why. */
  readonly findings: readonly Finding[] | null;
  readonly because: string | null;
  readonly spent: Spend;
};

export type MeasureSettings = {
  /** The mildest severity of a finding that counts as something said. */
  readonly from: Severity;
  readonly tolerance: number;
};

export type ChangeScore = {
  readonly id: string;
  readonly isClean: boolean;
  readonly reviewed: boolean;
  readonly because: string | null;
  readonly found: number;
  readonly matched: readonly Match[];
  readonly extra: readonly Pick<Finding, 'severity' | 'rule' | 'file' | 'line' | 'message'>[];
  readonly spent: Spend;
};

/** Scores one change. Without an answer nothing matches, so its comments count as missed. */
export function scoreChange(reviewed: ReviewedChange, { from, tolerance }: MeasureSettings): ChangeScore {
  const { change, spent, because } = reviewed;
  const findings = (reviewed.findings ?? []).filter(({ severity }) => isAtLeast(severity, from));
  const matched = matchComments(change.comments, findings, tolerance);
  const used = new Set(matched.map(({ finding }) => finding));
  return {
    id: change.id,
    isClean: change.comments.length === 0,
    reviewed: reviewed.findings !== null,
    because,
    found: findings.length,
    matched,
    extra: findings
      .filter((_, index) => !used.has(index))
      .map(({ severity, rule, file, line, message }) => ({ severity, rule, file, line, message })),
    spent,
  };
}
