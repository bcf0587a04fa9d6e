import { isAtLeast, type Severity } from '../../packages/scan/finding.ts';

export { isAtLeast, severities, severityRank, worse, type Severity } from '../../packages/scan/finding.ts';

/** CRITICAL and HIGH have to be fixed before anything lands. */
export function isMustFix(severity: Severity): boolean {
  return isAtLeast(severity, 'HIGH');
}

const foreignWords: Readonly<Record<string, Severity>> = {
  CRITICAL: 'CRITICAL',
  HIGH: 'HIGH',
  MEDIUM: 'MEDIUM',
  LOW: 'LOW',
  INFO: 'INFO',
  IMPORTANT: 'HIGH',
  MINOR: 'LOW',
  ERROR: 'HIGH',
  WARNING: 'MEDIUM',
};

/** The other scales in use (Critical/Important/Minor, error/warning/info) mapped onto ours. */
export function severityFrom(word: string): Severity | undefined {
  return foreignWords[word.trim().toUpperCase()];
}
