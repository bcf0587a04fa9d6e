import { reviewReportData, type WriteReportOptions } from '../../src/formats/review-report/review-report.ts';
import type { ReviewReport } from '../../src/formats/review-report/shape.ts';

/** A report as a critic would write it. */
export function writeReviewReport(report: ReviewReport, options: WriteReportOptions = {}): string {
  return `${JSON.stringify(reviewReportData(report, options), null, 2)}\n`;
}
