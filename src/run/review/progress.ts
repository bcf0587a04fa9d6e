import type { Finding } from '../../model/finding.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { isScore } from '../../review/index.ts';

/** How two rounds compare: what had to be fixed and is gone, and what came instead. */
export function progressOf(
  before: readonly Finding[],
  now: readonly Finding[],
  gate: Severity,
): { readonly fixed: number; readonly induced: number } {
  if (before.length === 0) return { fixed: 0, induced: 0 };
  const serious = (findings: readonly Finding[]): ReadonlySet<string> =>
    new Set(findings.filter(({ severity }) => isAtLeast(severity, gate)).map(kindOf));
  const [old, fresh] = [serious(before), serious(now)];
  return {
    fixed: [...old].filter((kind) => !fresh.has(kind)).length,
    induced: [...fresh].filter((kind) => !old.has(kind)).length,
  };
}

/** Reviewers word things anew each time: the place and the kind tell findings apart better than the text. */
function kindOf(finding: Finding): string {
  const { rule, file, fingerprint } = finding;
  return file === '' && !isScore(finding) ? fingerprint : JSON.stringify([rule.toLowerCase(), file]);
}
