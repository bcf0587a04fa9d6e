export { neededBy } from './checks/affected.ts';
export { measuredAt } from './checks/reports-at.ts';
export { type Baseline, baseline, type CheckAtBase } from './checks/baseline.ts';
export { confirmBlocked } from './checks/confirm-blocked.ts';
export { confirmCriteria } from './criteria/confirm-criteria.ts';
export type { GatedCandidate, GateContext } from './context.ts';
export { refusals } from './gates.ts';
export { loadChanges } from './changes/load-changes.ts';
export { findingsOfChange } from './changes/change-gates.ts';
export { brokenDoubt } from './checks/repair-doubt.ts';
export {
  type Permission,
  permissionFor,
  type PutBack,
  toPutBack,
  untouchableFiles,
} from './changes/put-back.ts';
export { runPhase } from './checks/phase.ts';
export { setupFailure } from './checks/run-check-command.ts';
export { isExcused } from './verification.ts';
export { hooksAtBase } from './checks/repository-hooks.ts';
export { checkGate, hookGate, landingGate, validate, type Validation } from './validate.ts';
export type { CheckResult } from './checks/check-result.ts';
export { runChecks, verify } from './checks/verify.ts';
export { readTestReport } from './test-report/test-report.ts';
