export { type Baseline, baseline } from './baseline.ts';
export { confirmBlocked } from './confirm-blocked.ts';
export { confirmCriteria, type Confirmation } from './confirm-criteria.ts';
export type { GateContext, GatePlan } from './context.ts';
export type { Delivered } from './gate.ts';
export { loadChanges } from './load-changes.ts';
export { runPhase } from './phase.ts';
export { checkGate, landingGate, type TicketWork, validate, type Validation } from './validate.ts';
export { type Cell, runChecks, type Selection, type VerificationResult, verify } from './verify.ts';
