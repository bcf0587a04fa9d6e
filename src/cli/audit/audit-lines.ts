import { severities, type Severity } from '../../model/severity.ts';
import type { ScanFinding } from '../../scan/index.ts';
import { failing, type ScanAudit } from './judge-scan.ts';

/** What a person is told: findings, worst first, then what was looked at and what was not. */
export function auditLines(audit: ScanAudit, gate: Severity): readonly string[] {
  const open = audit.findings.filter(({ suppressed }) => suppressed === null);
  return [
    ...open.flatMap(findingLines),
    summary(audit, open, gate),
    looked(audit),
    ...audit.left.map(
      ({ reason, count, examples }) =>
        `  left out: ${count} ${reason} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`,
    ),
    ...audit.unresolved.map(({ rule, what, count }) => `  not made out: ${count} ${what} (${rule})`),
    ...audit.crashes.map(
      ({ rule, file, because }) => `  failed: ${rule}${file === '' ? '' : ` on ${file}`}: ${because}`,
    ),
  ];
}

function findingLines({
  severity,
  rule,
  file,
  line,
  message,
  evidence,
  fix,
}: ScanFinding): readonly string[] {
  const place = file === '' ? 'project' : line === 0 ? file : `${file}:${line}`;
  return [
    `${severity.padEnd(8)} ${rule} ${place}  ${message}`,
    ...(evidence === '' ? [] : [`         ${evidence}`]),
    `         fix: ${fix}`,
  ];
}

function summary(audit: ScanAudit, open: readonly ScanFinding[], gate: Severity): string {
  const counts = severities
    .filter((severity) => audit.counts[severity] > 0)
    .map((severity) => `${audit.counts[severity]} ${severity}`);
  const left = audit.findings.length - open.length;
  const suppressed = left === 0 ? '' : `, ${left} left alone with a reason`;
  const failed = failing(audit.findings, gate).length;
  const calm = audit.crashes.length === 0 ? 'passed' : 'not judged whole';
  const verdict = failed === 0 ? calm : `${failed} at ${gate} or worse`;
  return `${verdict}: ${counts.length === 0 ? 'no findings' : counts.join(', ')}${suppressed}`;
}

function looked({ scanned, notComputed }: ScanAudit): string {
  const missing = notComputed.length === 0 ? '' : `; not judged by scans: ${notComputed.join(', ')}`;
  return `looked at ${scanned.files} files (${(scanned.bytes / 1_000_000).toFixed(1)} MB)${missing}`;
}
