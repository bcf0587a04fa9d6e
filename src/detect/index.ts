export type { FileChange, FileVersion } from './change.ts';
export { type Detected, findingsOf } from './finding.ts';
export { detectSecrets, redact } from './secrets.ts';
export { sha256 } from './sha256.ts';
