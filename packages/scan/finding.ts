// The small door: what a finding is, without loading a rule or a parser.
export { auditorOf } from './engine/families.ts';
export type { RequestCounts, ScanCoverage } from './engine/findings/coverage.ts';
export { fingerprint } from './engine/findings/fingerprint.ts';
export type { LocatedFinding } from './engine/findings/located-finding.ts';
export { isAtLeast, severities, severityRank, worse, type Severity } from './engine/findings/severity.ts';
