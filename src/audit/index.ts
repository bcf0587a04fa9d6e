export { aggregate, asksPerson, convergenceReport, mustReview, needsRecovery } from './convergence.ts';
export type { ConvergenceReport, ReadRequirements, RecoveryState } from './convergence.ts';
export { groupFixes, mayRunTogether, type FixPolicy } from './fix/group-fixes.ts';
export { fixEffect, nextMove, stopReasons } from './score/guards.ts';
export type { AuditRound, LoopPolicy, NextMove, OpenFinding, StopReason } from './score/guards.ts';
export { mergeFindings, type MergedFinding } from './score/merge-findings.ts';
export { scoreAudit } from './score/score-audit.ts';
export type { AuditorResult, AuditScore, ScanCheck, ScorePolicy } from './score/score-audit.ts';
export { ticksFrom, type ItemVerdict, type Ticks } from './ticks.ts';
