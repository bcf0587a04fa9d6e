import { redact } from '../../detect/index.ts';
import { runHtml, runJunit, type RunReport, sarifOf, summaryMarkdown } from '../../report/index.ts';
import { jsonText } from '../../project/json-text.ts';
import { runAsReport } from './run-as-report.ts';

/** Where a report is put when nobody says, in the user's checkout. */
export function reportName(epic: string, format: ReportFormat): string {
  return `${epic}.${format === 'junit' ? 'junit.xml' : format}`;
}

export const reportFormats = ['html', 'md', 'junit', 'sarif', 'json'] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** One report in one format; what looks like a secret is in none of them (BEYOND-09). */
export function reportText(format: ReportFormat, report: RunReport, version: string): string {
  switch (format) {
    case 'html':
      return redact(runHtml(report));
    case 'junit':
      return redact(runJunit(report));
    case 'sarif':
      return redact(jsonText(sarifOf(runAsReport(report), version)));
    case 'json':
      return redact(jsonText(report));
    case 'md':
      return redact(summaryMarkdown(report));
  }
}
