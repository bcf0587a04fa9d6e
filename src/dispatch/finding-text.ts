import type { Finding } from '../model/finding.ts';
import { severityRank } from '../model/severity.ts';

/** One finding as an entry of a data block. What must not be cut off by a cap stands first. */
export function findingText(finding: Finding, attempts: readonly number[] = []): string {
  const head = [
    `[${finding.severity}]`,
    seenIn(attempts),
    place(finding),
    `${finding.rule}:`,
    finding.message,
  ];
  return [
    head.filter((word) => word !== '').join(' '),
    ...(finding.fix === '' ? [] : [`Fix: ${finding.fix}`]),
    ...(finding.evidence === '' ? [] : [`Evidence: ${finding.evidence}`]),
  ].join('\n');
}

/** `path:line`, `path` for a whole file, nothing for the project as a whole. */
export function place({ file, line }: Pick<Finding, 'file' | 'line'>): string {
  return line > 0 && file !== '' ? `${file}:${line}` : file;
}

/** `(attempts 2, 0)`: so that the developer sees what came back. Nothing when history does not matter. */
export function seenIn(attempts: readonly number[]): string {
  if (attempts.length === 0) return '';
  return `(${attempts.length === 1 ? 'attempt' : 'attempts'} ${attempts.join(', ')})`;
}

/** Worst first, otherwise in the order given: what a cap leaves out is then the least of it. */
export function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => severityRank(b.severity) - severityRank(a.severity));
}
