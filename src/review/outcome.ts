import type { Finding } from '../model/finding.ts';
import { type RedAtBase, verdictOf } from '../model/red-at-base.ts';
import { isAtLeast, isMustFix, severities, severityRank } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';

/** How a review ended, as its JSON says it. */
export const reviewStatuses = ['clean', 'unclean', 'escalated', 'blocked', 'accepted', 'unknown'] as const;

export type ReviewStatus = (typeof reviewStatuses)[number];

export type RoundCounts = { readonly critical: number; readonly important: number; readonly minor: number };

const statuses = { passed: 'clean', failed: 'unclean', unknown: 'unknown' } as const;

/** The status of a review without agents: nothing that could not be computed is ever clean (P8). */
export function statusOf(
  findings: readonly Finding[],
  gate: Severity,
  about: { readonly notComputed: readonly string[]; readonly redAtBase: readonly RedAtBase[] },
): 'clean' | 'unclean' | 'unknown' {
  const failing = findings.some(({ severity }) => isAtLeast(severity, gate));
  const { redAtBase, notComputed } = about;
  return statuses[verdictOf({ failing, redAtBase, notComputed: notComputed.length > 0 })];
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
