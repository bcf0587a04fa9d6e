import type { ScanResult } from './scan-result.ts';

/** A comment that was meant to leave a finding alone, and why it does not. */
export type SuppressionNote = {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly problem: 'no rule' | 'unknown rule' | 'no reason' | 'unused';
};

/**
 * What is wrong with suppressions: no reason, no such rule, nothing to leave alone. Of a rule that was not asked, or
 * that failed, nobody can say that it would have found nothing.
 */
export function suppressionNotes(
  { suppressions, findings, ran, crashes }: ScanResult,
  known: ReadonlySet<string>,
): readonly SuppressionNote[] {
  const left = findings.filter(({ suppressed }) => suppressed !== null);
  const used = new Set(left.map(({ rule, file, line }) => `${file}\n${line}\n${rule}`));
  const asked = new Set(ran);
  for (const { rule } of crashes) asked.delete(rule);
  const broken = new Set(crashes.map(({ file }) => file));
  return suppressions.flatMap(({ file, line, rules, reason }) => {
    if (rules.length === 0) return [{ file, line, rule: '', problem: 'no rule' as const }];
    return rules.flatMap((rule): readonly SuppressionNote[] => {
      if (!known.has(rule)) return [{ file, line, rule, problem: 'unknown rule' }];
      if (reason === '') return [{ file, line, rule, problem: 'no reason' }];
      const isUnused = asked.has(rule) && !broken.has(file) && !used.has(`${file}\n${line + 1}\n${rule}`);
      return isUnused ? [{ file, line, rule, problem: 'unused' }] : [];
    });
  });
}
