import type { Finding } from '../model/finding.ts';
import { fingerprint } from '../../packages/scan/finding.ts';

/**
 * Gives every finding its fingerprint. `snippetOf` looks up the text at the judged commit; where there is none the
 * evidence stands in, and without that the message. Equal ones are told apart by their order in the file.
 */
export function withFingerprints(
  findings: readonly Finding[],
  snippetOf: (finding: Finding) => string | undefined,
): readonly Finding[] {
  const seen = new Map<string, number>();
  const prints = new Map<Finding, string>();
  for (const finding of findings.toSorted((a, b) => a.line - b.line)) {
    const snippet = snippetOf(finding) ?? (finding.evidence === '' ? finding.message : finding.evidence);
    const parts = { rule: finding.rule, file: finding.file, snippet };
    const alike = fingerprint({ ...parts, occurrence: 0 });
    const occurrence = seen.get(alike) ?? 0;
    seen.set(alike, occurrence + 1);
    prints.set(finding, fingerprint({ ...parts, occurrence }));
  }
  return findings.map((finding) => ({ ...finding, fingerprint: prints.get(finding) ?? '' }));
}
