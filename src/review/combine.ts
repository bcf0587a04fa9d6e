import type { Finding, FindingSource } from '../model/finding.ts';
import { severityRank } from '../model/severity.ts';
import { strictest } from '../model/verdict.ts';
import type { Verdict } from '../model/verdict.ts';

/** What one critic said about a ticket. */
export type Opinion = {
  readonly critic: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
};

/** A finding with everybody who made it. */
export type SharedFinding = Finding & { readonly sources: readonly FindingSource[] };

export type CombinedReview = {
  readonly verdict: Verdict;
  readonly findings: readonly SharedFinding[];
  readonly reasons: readonly string[];
};

/**
 * One verdict of several critics (TEAM-28): the strictest. A critic that was asked and did not answer counts as
 * unknown, so that a review is never better for losing one.
 */
export function combineCritics(opinions: readonly Opinion[], asked: number): CombinedReview {
  const missing = Math.max(0, asked - opinions.length);
  const verdicts: readonly Verdict[] = opinions.map(({ verdict }) => verdict);
  const reasons = opinions.flatMap(({ critic, verdict }) =>
    verdict === 'pass' ? [] : [`${critic}: ${verdict}`],
  );
  if (missing > 0) reasons.push(`${missing} of ${asked} critics did not answer`);
  return {
    verdict: strictest(missing > 0 ? [...verdicts, 'unknown'] : verdicts),
    findings: mergeFindings(opinions.flatMap(({ findings }) => findings)),
    reasons,
  };
}

/** Each fingerprint once, in the order of first sight, in its worst form, with all its sources. */
export function mergeFindings(findings: readonly Finding[]): readonly SharedFinding[] {
  const merged = new Map<string, SharedFinding>();
  for (const finding of findings) {
    const known = merged.get(finding.fingerprint);
    const sources = (finding.sources ?? [finding.source]).reduce(withSource, known?.sources ?? []);
    const isWorse = known === undefined || severityRank(finding.severity) > severityRank(known.severity);
    merged.set(finding.fingerprint, { ...(isWorse ? finding : known), sources });
  }
  return [...merged.values()];
}

function withSource(sources: readonly FindingSource[], added: FindingSource): readonly FindingSource[] {
  const isKnown = sources.some(({ kind, name }) => kind === added.kind && name === added.name);
  return isKnown ? sources : [...sources, added];
}
