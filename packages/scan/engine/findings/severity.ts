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
