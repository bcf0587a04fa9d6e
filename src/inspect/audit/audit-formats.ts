import { basename } from 'node:path';

import { writeAuditTeamReport } from '../../formats/index.ts';
import {
  auditHtml,
  auditMarkdownEnd,
  sarifOf,
  writeGithubAnnotations,
  writeJunit,
} from '../../report/index.ts';
import { jsonText } from '../../project/json-text.ts';
import type { JudgedScan } from './judge-scan.ts';

export const auditFormats = ['markdown', 'json', 'sarif', 'junit', 'html', 'github'] as const;

export type AuditFormat = (typeof auditFormats)[number];

/** The name of the file of each format where several go into one folder. */
export const auditFiles: Readonly<Record<AuditFormat, string>> = {
  markdown: 'AUDIT_REPORT.md',
  json: 'audit.json',
  sarif: 'audit.sarif',
  junit: 'audit.junit.xml',
  html: 'audit.html',
  github: 'audit.github.txt',
};

/** What is written where nobody chose. */
export const usualFormats: readonly AuditFormat[] = ['markdown', 'json', 'sarif', 'html', 'junit'];

/** An audit by scans, or one by a team, whose JSON has a shape of its own. */
export type JudgedAudit = Pick<JudgedScan, 'audit' | 'report'> & { readonly json?: unknown };

export type Writing = { readonly folder: string; readonly version: string };

export function written(format: AuditFormat, judged: JudgedAudit, writing: Writing): string {
  const { audit } = judged;
  switch (format) {
    case 'json':
      return jsonText(judged.json ?? audit);
    case 'sarif':
      return jsonText(sarifOf(audit, writing.version));
    case 'junit':
      return writeJunit(audit);
    case 'github':
      return writeGithubAnnotations(audit);
    case 'html':
      return auditHtml(audit, { title: basename(writing.folder) });
    case 'markdown':
      return `${writeAuditTeamReport(judged.report())}\n${auditMarkdownEnd(audit)}`;
  }
}
