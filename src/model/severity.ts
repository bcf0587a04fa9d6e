/** One scale for every finding, worst first. */
export const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const;

export type Severity = (typeof severities)[number];

/** 4 for CRITICAL down to 0 for INFO, so that a bigger number is a worse finding. */
export function severityRank(severity: Severity): number {
  return severities.length - 1 - severities.indexOf(severity);
}

export function isAtLeast(severity: Severity, gate: Severity): boolean {
  return severityRank(severity) >= severityRank(gate);
}

export function worse(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? a : b;
}

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
