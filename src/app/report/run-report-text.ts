import { join } from 'node:path';

import { readReport } from './read-report.ts';
import { runAsReport } from './run-as-report.ts';
import { redact } from '../../detect/index.ts';
import type { Config } from '../../model/config.ts';
import { jsonText } from '../../project/json-text.ts';
import { putBelow } from '../../project/put-below.ts';
import { epicsAt, repositoryAt } from '../../project/state-folder.ts';
import { toolVersion } from '../../project/tool-version.ts';
import {
  runHtml,
  runJunit,
  type RunReport,
  type RunWord,
  sarifOf,
  summaryMarkdown,
} from '../../report/index.ts';

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

/** The reports that gauntlet.yaml asks for, at the end of a run; answers where they are. A run never ends for them. */
export async function writeConfigured(
  what: { readonly top: string; readonly epic: string; readonly word: RunWord },
  { report }: Pick<Config, 'report'>,
): Promise<readonly string[]> {
  const place = epicsAt(repositoryAt(what.top)).find(({ id }) => id === what.epic);
  if (place === undefined) return [];
  const notes: string[] = [];
  const read = await readReport(place, what.word);
  const version = await toolVersion();
  for (const asked of new Set(report.formats)) {
    // The summary for the final review is that one.
    if (asked === 'markdown') continue;
    const path = join(report.dir, reportName(what.epic, asked));
    putBelow(what.top, path, reportText(asked, read, version));
    notes.push(`report: ${path}`);
  }
  return notes;
}
