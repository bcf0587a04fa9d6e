import type { RuleHead } from '../rule.ts';
import type { ScanFinding, ScanResult } from './scan-result.ts';

/** A scan without the findings of hints, and these. */
export type WithoutHints = { readonly result: ScanResult; readonly hints: readonly ScanFinding[] };

/**
 * Takes the findings of hints out of a scan. A proven finding cannot be wrong, so it stays, and its rule with it. A hint
 * that crashed fails nothing.
 */
export function setHintsAside(result: ScanResult, rules: readonly Pick<RuleHead, 'id'>[]): WithoutHints {
  const doubted = new Set(rules.map(({ id }) => id));
  const isHint = ({ rule, proven }: ScanFinding): boolean => doubted.has(rule) && proven !== true;
  const findings = result.findings.filter((finding) => !isHint(finding));
  const shown = new Set(findings.map(({ rule }) => rule));
  return {
    result: {
      ...result,
      findings,
      ran: result.ran.filter((id) => !doubted.has(id) || shown.has(id)),
      crashes: result.crashes.filter(({ rule }) => !doubted.has(rule)),
    },
    hints: result.findings.filter((finding) => isHint(finding) && finding.suppressed === null),
  };
}
