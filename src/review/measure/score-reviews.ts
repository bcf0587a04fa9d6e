import type { Finding } from '../../model/finding.ts';
import type { GoldenComment, LabelledChange } from '../../model/labelled-change.ts';
import { isAtLeast, severities, type Severity } from '../../model/severity.ts';
import { addSpend, nothingSpent, type Spend } from '../../model/usage.ts';
import { type Share, shareOf } from './intervals.ts';
import { type Match, matchComments } from './match-comments.ts';

/** What one labelled change came to. */
export type ReviewedChange = {
  readonly change: Pick<LabelledChange, 'id' | 'comments'>;
  /** null: it was not reviewed, and why. */
  readonly findings: readonly Finding[] | null;
  readonly because: string | null;
  readonly spent: Spend;
  readonly ms: number;
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
  readonly missed: readonly GoldenComment[];
  readonly extra: readonly Pick<Finding, 'severity' | 'rule' | 'file' | 'line' | 'message'>[];
  readonly spent: Spend;
  readonly ms: number;
};

export type Measurement = {
  readonly changes: number;
  readonly clean: number;
  readonly notReviewed: number;
  readonly comments: number;
  readonly found: number;
  readonly matched: number;
  /** Of the matches, those that rest on words alone. */
  readonly matchedByWords: number;
  readonly precision: Share;
  readonly recall: Share;
  readonly f1: number | null;
  readonly recallBySeverity: Readonly<Partial<Record<Severity, Share>>>;
  /** Findings on changes that deserve none, for each such change. */
  readonly falseAlarmsPerCleanChange: number | null;
  readonly spent: Spend;
  readonly ms: number;
  readonly scores: readonly ChangeScore[];
};

/** The score of a reviewer. What it did not review counts as missed, never as left out. */
export function scoreReviews(reviewed: readonly ReviewedChange[], settings: MeasureSettings): Measurement {
  const scores = reviewed.map((each) => scoreChange(each, settings));
  const sum = (of: (score: ChangeScore) => number): number =>
    scores.reduce((total, score) => total + of(score), 0);
  const comments = reviewed.flatMap(({ change }) => change.comments);
  const missed = scores.flatMap((score) => score.missed);
  const [found, matched] = [sum((score) => score.found), sum((score) => score.matched.length)];
  const clean = scores.filter((score) => score.isClean && score.reviewed);
  const bySeverity = severities.flatMap((severity) => {
    const all = comments.filter((comment) => comment.severity === severity).length;
    const open = missed.filter((comment) => comment.severity === severity).length;
    return all === 0 ? [] : [[severity, shareOf(all - open, all)] as const];
  });
  return {
    changes: scores.length,
    clean: clean.length,
    notReviewed: scores.filter((score) => !score.reviewed).length,
    comments: comments.length,
    found,
    matched,
    matchedByWords: sum((score) => score.matched.filter(({ by }) => by === 'words').length),
    precision: shareOf(matched, found),
    recall: shareOf(matched, comments.length),
    f1: found + comments.length === 0 ? null : (2 * matched) / (found + comments.length),
    recallBySeverity: Object.fromEntries(bySeverity),
    falseAlarmsPerCleanChange:
      clean.length === 0 ? null : clean.reduce((total, score) => total + score.found, 0) / clean.length,
    spent: scores.reduce((total, score) => addSpend(total, score.spent), nothingSpent),
    ms: sum((score) => score.ms),
    scores,
  };
}

function scoreChange(reviewed: ReviewedChange, { from, tolerance }: MeasureSettings): ChangeScore {
  const { change, spent, ms, because } = reviewed;
  const findings = (reviewed.findings ?? []).filter(({ severity }) => isAtLeast(severity, from));
  const matched = matchComments(change.comments, findings, tolerance);
  const met = new Set(matched.map(({ comment }) => comment));
  const used = new Set(matched.map(({ finding }) => finding));
  return {
    id: change.id,
    isClean: change.comments.length === 0,
    reviewed: reviewed.findings !== null,
    because,
    found: findings.length,
    matched,
    missed: change.comments.filter((_, index) => !met.has(index)),
    extra: findings
      .filter((_, index) => !used.has(index))
      .map(({ severity, rule, file, line, message }) => ({ severity, rule, file, line, message })),
    spent,
    ms,
  };
}
