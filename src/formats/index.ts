// Cleaning and signals.
export { lastLines, outputReason, withoutUsage } from './output-reason.ts';
export { sanitize } from './sanitize.ts';
export type { SanitizeOptions } from './sanitize.ts';
export { readMatrix, writeMatrix } from './matrix.ts';
export type { Matrix, MatrixRow } from './matrix.ts';
export type { Located } from './text-location.ts';
export { closingLines, signalLine, signalNames, signalsOf } from './signals/names.ts';
export type { SignalName, SignalRole } from './signals/names.ts';
export type { Expected } from './signals/find-signal.ts';
export { actionAfterReport, actionAfterVerdict } from './signals/next-action.ts';
export { parseDeveloper } from './signals/developer.ts';
export type { DeveloperAnswer } from './signals/developer.ts';
export type { Blocker, BlockerKind, Question } from './signals/developer-body.ts';
export { writeDeveloper } from './signals/write-developer.ts';
export { parseCritic } from './signals/critic.ts';
export type { CriticAnswer, ExpectedReview } from './signals/critic.ts';
export { writeCritic } from './signals/write-critic.ts';
export type { Assessment } from './signals/assessment.ts';
export { parseAuditor } from './signals/auditor.ts';
export type { AuditorAnswer, ExpectedAudit } from './signals/auditor.ts';
export type { JudgedCriterion, RanCommand } from './signals/auditor-body.ts';
export { writeAuditor } from './signals/write-auditor.ts';
export { matchCriteria } from './signals/criteria.ts';
export type { MatchedCriteria, TicketCriterion } from './signals/criteria.ts';
export { parseRemediator, writeRemediator } from './signals/remediator.ts';
export type { RemediatorAnswer } from './signals/remediator.ts';
export type { WriteOptions } from './signals/write.ts';

// Output of checks.
export { titleIn } from './test-report/passes.ts';
export type { Runner } from './test-report/part.ts';
export { readTestReport, type TestReport } from './test-report/test-report.ts';

// Audit reports and REQUIREMENTS.md.
export { auditorReport, parseAuditReport, writeAuditReport } from './audit-report/audit-report.ts';
export { parseAuditTeamReport, writeAuditTeamReport } from './audit-report/audit-team-report.ts';
export type { ReadTeamReport } from './audit-report/audit-team-report.ts';
export { parseRequirements } from './requirements-document/requirements-document.ts';
export type { RequirementItem, RequirementsDocument } from './requirements-document/requirements-document.ts';
export { appendReviewLog, raiseCycles, tick, untick } from './requirements-document/edit.ts';
export type { Edited } from './requirements-document/edit.ts';
export type { ReviewLogEntry } from './requirements-document/review-log.ts';

// The original request.
export { requestItems, type RequestItem, type RequestItems } from './request-items.ts';

// Review reports.
export { hasReviewReport, parseReviewReport, reviewReportData, writeReviewReport } from './review-report.ts';
export type { ExpectedReport, ParsedReviewReport, WriteReportOptions } from './review-report.ts';
export type { ReportFinding, ReviewReport } from './review-report-shape.ts';

// A critic's whole answer.
export { readReview, type ReviewAnswer } from './review-answer.ts';

// Findings documents.
export { parseFindingsDocument } from './findings-document.ts';
export type { DocumentFinding, ParsedFindings } from './findings-document.ts';
export { writeFindingsDocument } from './findings-document-write.ts';
export type { FindingsDocument } from './findings-document-write.ts';
export { categoryFloor } from './findings-document-category.ts';

// epic-state.json.
export { exportedStatus, parseEpicState, writeEpicState } from './epic-state.ts';
export type { EpicState, EpicStateTicket, ParsedEpicState, ReviewEntry } from './epic-state.ts';

// Audits by scans.
export { readBaseline, writeBaseline } from './scan-audit/baseline.ts';
export type { BaselineEntry } from './scan-audit/baseline.ts';
export { writeGithubAnnotations } from './scan-audit/github.ts';
export { writeJunit } from './scan-audit/junit.ts';
export { isFailing, openFindings } from './scan-audit/plain.ts';
export { sarifOf } from './scan-audit/sarif.ts';
export { xml } from './xml-text.ts';
