import type { ScanAudit, ScanAuditFinding } from '../../model/scan-audit.ts';
import { sanitize } from '../sanitize.ts';

/** Something a repository wrote, as part of one line of a report. */
export function line(text: string, maxLength = 500): string {
  return sanitize(text, { singleLine: true, maxLength });
}

/** Where a finding is, as people write it. */
export function placeOf({ file, line: at }: Pick<ScanAuditFinding, 'file' | 'line'>): string {
  if (file === '') return 'project';
  return at === 0 ? line(file) : `${line(file)}:${at}`;
}

/** Whether this finding makes the audit fail. */
export function isFailing(
  { suppressed, baseline, severity }: ScanAuditFinding,
  isBadEnough: (severity: ScanAuditFinding['severity']) => boolean,
): boolean {
  return suppressed === null && baseline !== 'known' && isBadEnough(severity);
}

/** Findings nobody left alone. */
export function openFindings({ findings }: Pick<ScanAudit, 'findings'>): readonly ScanAuditFinding[] {
  return findings.filter(({ suppressed }) => suppressed === null);
}

/** A path with nothing in it that a URI would read as anything else. */
export function uriOf(path: string): string {
  return path.split('/').map(encodedSegment).join('/');
}

function encodedSegment(segment: string): string {
  // Half of a surrogate pair cannot be encoded; no file system gives one out.
  return encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
