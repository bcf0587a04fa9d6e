import type { Finding } from '../model/finding.ts';
import type { Outcome } from '../model/outcome.ts';
import { isMustFix, severities, severityRank } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';

/** How a review ended, as its JSON says it. */
export const reviewStatuses = ['clean', 'unclean', 'escalated', 'blocked', 'accepted', 'unknown'] as const;

export type ReviewStatus = (typeof reviewStatuses)[number];

export type RoundCounts = { readonly critical: number; readonly important: number; readonly minor: number };

/** The status that goes with an outcome; nothing that could not be computed is ever clean (P8). */
export function statusOf({ verdict }: Outcome, recorded: ReviewStatus = 'clean'): ReviewStatus {
  if (verdict === 'passed') return recorded === 'accepted' ? 'accepted' : 'clean';
  if (verdict === 'failed') return 'unclean';
  if (verdict === 'blocked') return 'blocked';
  if (verdict === 'decision') return recorded === 'escalated' ? 'escalated' : 'blocked';
  return 'unknown';
}

export function countsOf(findings: readonly Finding[]): RoundCounts {
  const count = (has: (severity: Severity) => boolean): number =>
    findings.filter(({ severity }) => has(severity)).length;
  return {
    critical: count((severity) => severity === 'CRITICAL'),
    important: count((severity) => severity === 'HIGH'),
    minor: count((severity) => !isMustFix(severity)),
  };
}

/** Worst first, then by place. */
export function ranked(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (a, b) =>
      severityRank(b.severity) - severityRank(a.severity) ||
      (a.file < b.file ? -1 : Number(a.file > b.file)) ||
      a.line - b.line,
  );
}

/** `1 CRITICAL, 2 HIGH`. */
export function countsText(findings: readonly Finding[]): string {
  return severities
    .map(
      (severity) => [findings.filter((finding) => finding.severity === severity).length, severity] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}`)
    .join(', ');
}
