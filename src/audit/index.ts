export { asksPerson, needsRecovery } from './convergence.ts';
export { withRecovery } from './recovery.ts';
export { admit, isNotJudged, unjudged, unjudgedWords, withUnjudged } from './admit.ts';
export { type Requirement, requirementFinder } from './requirement-finder.ts';
export { carryOver, isConcerned, type IsUntouched, spokenOf } from './carry-over.ts';
export { fixRound, groupFixes } from './fix/group-fixes.ts';
export { isUnasked, reconcile, withReconciliation, type Reconciliation } from './reconcile.ts';
export { nextMove } from './score/guards.ts';
export type { AuditRound } from './score/guards.ts';
export { ruleChecks } from './score/rule-checks.ts';
export { scoreAlone } from './score/score-alone.ts';
export { explainScore, redSuites } from './score/explain-score.ts';
export { isRed, scoreAudit } from './score/score-audit.ts';
export type { AuditorResult, AuditScore, ScanCheck } from './score/score-audit.ts';
export type { ScorePolicy } from './score/pass-conditions.ts';
export {
  cyclesDue,
  type LoggedCycle,
  cyclesOf,
  replaceOldReviews,
  standingOf,
  ticksFrom,
  usedUp,
  type ItemVerdict,
  type Standing,
} from './ticks.ts';
export { againstBaseline, updatedBaseline, type BaselineComparison } from './standing/baseline.ts';
export { waive } from './standing/waivers.ts';
export {
  excusedFindings,
  type Excuses,
  failingFindings,
  standingFindings,
  withExcuses,
  withStanding,
} from './standing/excuses.ts';
export { nameItems, type NamedDocument, type NamedItem } from './requirements/item-names.ts';
export {
  parseRequirements,
  type RequirementItem,
  type RequirementsDocument,
} from './requirements/requirements-document.ts';
export { appendReviewLog, raiseCycles, tick, untick } from './requirements/edit.ts';
export { requestItems, type RequestItems } from './requirements/request-items.ts';
