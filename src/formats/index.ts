// Cleaning and signals.
export { sanitize } from './sanitize.ts';
export type { SanitizeOptions } from './sanitize.ts';

// Audit reports and REQUIREMENTS.md.
export { auditorReport, parseAuditReport, writeAuditReport } from './audit-report/audit-report.ts';
export { parseAuditTeamReport, writeAuditTeamReport } from './audit-report/audit-team-report.ts';
export type { ReadTeamReport } from './audit-report/audit-team-report.ts';
export { parseRequirements } from './requirements-document/requirements-document.ts';
export type { RequirementItem, RequirementsDocument } from './requirements-document/requirements-document.ts';
export { appendReviewLog, raiseCycles, tick, untick } from './requirements-document/edit.ts';
export type { Edited } from './requirements-document/edit.ts';
export type { ReviewLogEntry } from './requirements-document/review-log.ts';

// Review reports.
export { parseReviewReport, writeReviewReport } from './review-report.ts';
export type { ExpectedReport, ParsedReviewReport, WriteReportOptions } from './review-report.ts';
export type { ReportFinding, ReviewReport } from './review-report-shape.ts';
