// Cleaning and signals.
export { failurePlace } from './program-output/place.ts';
export { lastLines, outputReason, withoutUsage } from './program-output/reason.ts';
export { sanitize } from './sanitize.ts';
export { cellsOf, escapedCell, type MatrixRow } from './matrix.ts';
export { closingLines, signalNames } from './signals/names.ts';
export { actionAfterReport, actionAfterVerdict } from './signals/next-action.ts';
export { type DeveloperAnswer, parseDeveloper, writeDeveloper } from './signals/work/developer.ts';
export { type CriticAnswer, parseCritic } from './signals/critic.ts';
export { type AuditorAnswer, parseAuditor } from './signals/auditor.ts';
export type { RanCommand } from './signals/commands.ts';
export { matchCriteria } from './signals/criteria.ts';
export type { TicketCriterion } from './signals/criteria.ts';
export { parseRemediator, writeRemediator } from './signals/work/remediator.ts';

// What stands beside the form of an answer.
export { outsideReasons } from './outside.ts';

// Lines of Markdown.
export { isCode, type LineKind, scanLines } from './text/lines.ts';
export { inCode, readLocated } from './text/location.ts';

// Audit reports.
export { auditorReport, parseAuditReport, writeAuditReport } from './audit-report/audit-report.ts';
export { parseAuditTeamReport, writeAuditTeamReport } from './audit-report/audit-team-report.ts';

// Review reports.
export { hasReviewReport, parseReviewReport, reviewReportData } from './review-report/review-report.ts';
export type { ParsedReviewReport } from './review-report/review-report.ts';
export { type ReportFinding, wireName } from './review-report/shape.ts';

// A critic's whole answer.
export { readReview, type ReviewAnswer } from './review-report/review-answer.ts';

// Findings documents.
export { parseFindingsDocument } from './findings-document/findings-document.ts';
export type { DocumentFinding, ParsedFindings } from './findings-document/findings-document.ts';
export { writeFindingsDocument } from './findings-document/write.ts';

// Baselines of audits.
export { type BaselineEntry, readBaseline, writeBaseline } from './baseline.ts';
