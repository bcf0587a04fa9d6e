import type { Finding, FindingSource } from '../model/finding.ts';
import { severityRank } from '../model/severity.ts';

/** A finding with everybody who made it. */
type SharedFinding = Finding & { readonly sources: readonly FindingSource[] };

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
