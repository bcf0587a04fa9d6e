import type { ScanAudit, ScanAuditFinding } from '../../model/scan-audit.ts';
import { isAtLeast } from '../../model/severity.ts';
import type { RunReport } from '../../report/index.ts';
import { countsIn, rulesOf, shown } from '../review/as-audit.ts';

type JobReport = RunReport['jobs'][number];

/**
 * A run in the shape of an audit, for programs that read findings: those of the last attempt of everything, once each.
 * What did not land is said beside them, so that a file without findings is no pass where the run is none.
 */
export function runAsAudit(report: RunReport): ScanAudit {
  const { jobs, base, notes, startedAt, at } = report;
  const findings = once(jobs.flatMap(standing));
  const open = findings.filter(({ suppressed }) => suppressed === null);
  const failing = open.filter(({ severity }) => isAtLeast(severity, 'HIGH')).length;
  const crashes = jobs
    .filter(({ status }) => status !== 'completed')
    .map(({ id, status, reason }) => ({ rule: id, file: '', because: `${status}: ${reason}` }));
  const isPassed = report.status === 'completed' && crashes.length === 0;
  return {
    health: isPassed ? 'passed' : failing > 0 ? 'needs-fixes' : 'unknown',
    overallScore: isPassed ? 1 : 0,
    scores: {},
    findings,
    counts: countsIn(open),
    scanned: { files: 0, bytes: 0 },
    notComputed: [],
    durationMs: startedAt === null ? 0 : at - startedAt,
    failOn: 'HIGH',
    failing,
    prefix: '',
    since: { ref: base, files: 0 },
    baseline: null,
    notes,
    left: [],
    unresolved: [],
    crashes,
    rules: rulesOf(findings),
  };
}

/** What earlier attempts were sent back for was mended, or was found again. */
function standing({ findings, attempts, acceptedBy }: JobReport): readonly ScanAuditFinding[] {
  const accepted = acceptedBy === null ? null : `accepted by ${acceptedBy}`;
  return findings
    .filter(({ attempt }) => attempt === attempts)
    .map((finding) => {
      const isAside = finding.grounding === 'setAside';
      const aside = 'set aside: it could not be tied to the code';
      return shown(finding, isAside ? aside : accepted);
    });
}

/** Several critics may say the same of the same line. */
function once(findings: readonly ScanAuditFinding[]): readonly ScanAuditFinding[] {
  const known = new Map<string, ScanAuditFinding>();
  for (const finding of findings) {
    const before = known.get(finding.fingerprint);
    if (before === undefined || before.suppressed !== null) known.set(finding.fingerprint, finding);
  }
  return [...known.values()];
}
