import type { DocumentFinding, ReportFinding } from '../formats/index.ts';
import type { Finding } from '../model/finding.ts';
import { withFingerprints } from './fingerprint.ts';

type SnippetOf = (finding: Finding) => string | undefined;

type Reading = { readonly kind?: 'critic' | 'reviewer'; readonly snippetOf?: SnippetOf };

/** What a critic's report found, in our own words: not grounded yet, but told apart. */
export function reportFindings(
  findings: readonly ReportFinding[],
  critic: string,
  { kind = 'critic', snippetOf = () => undefined }: Reading = {},
): readonly Finding[] {
  const ours = findings.map(({ dimension, suggestion, ...rest }): Finding => {
    return {
      ...rest,
      ...unproved,
      source: { kind, name: critic },
      rule: dimension,
      fix: suggestion,
    };
  });
  return withFingerprints(ours, snippetOf);
}

/** What a reviewer's findings document found, likewise. */
export function documentFindings(
  findings: readonly DocumentFinding[],
  reviewer: string,
  snippetOf: SnippetOf = () => undefined,
): readonly Finding[] {
  const ours = findings.map(({ severity, category, title, file, line, problem, impact, fix }): Finding => {
    const source = { kind: 'reviewer', name: reviewer } as const;
    const words = { ...(title === problem ? {} : { title }), ...(impact === '' ? {} : { impact }) };
    return { ...unproved, source, rule: category, severity, file, line, message: problem, ...words, fix };
  });
  return withFingerprints(ours, snippetOf);
}

const unproved = { evidence: '', fingerprint: '', grounding: 'unchecked' } as const;
