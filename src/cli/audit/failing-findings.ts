import { againstBaseline, waive } from '../../audit/index.ts';
import { type AuditFinding, openSeverity } from '../../model/audit.ts';
import { fingerprint } from '../../model/fingerprint.ts';
import type { ScanAuditFinding } from '../../model/scan-audit.ts';
import { isAtLeast, severities, type Severity } from '../../model/severity.ts';
import { matches } from '../../plan/index.ts';
import { type Call, textOption } from '../command.ts';
import type { AuditInputs } from './audit-inputs.ts';

/** The mildest severity that fails, `--fail-on`. */
export function failOnOf(call: Call): Severity {
  return severities.find((each) => each === textOption(call, 'failOn')) ?? 'HIGH';
}

/** With a team the gate fails an audit too, whatever --fail-on says: nothing at or above it may pass. */
export function milder(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? b : a;
}

/**
 * The findings for which an audit fails whatever its score: what fails without a team fails with one. What scans found is
 * excused by waivers and the baseline, as there; what auditors say is not.
 */
export function failingFindings(
  findings: readonly AuditFinding[],
  failOn: Severity,
  excuses: Pick<AuditInputs, 'waivers' | 'baseline'> | null,
): number {
  const bad = findings.filter(
    (finding) => finding.verdict !== 'PASS' && isAtLeast(openSeverity(finding), failOn),
  );
  const scanned = bad.filter(({ source }) => source === 'scan');
  const alike = new Map<string, number>();
  const shown = scanned.map((finding) => shownFinding(finding, alike));
  if (excuses === null) return bad.length;
  const today = new Date().toISOString().slice(0, 10);
  const waived = waive(shown, excuses.waivers, { today, matches }).findings;
  const entries = excuses.baseline.entries ?? [];
  const compared = againstBaseline(waived, entries, { ran: new Set(), crashes: [] }).findings;
  const open = compared.filter(({ suppressed, baseline }) => suppressed === null && baseline !== 'known');
  return bad.length - scanned.length + open.length;
}

/** Named as an audit by scans names it, so that what excuses it there excuses it here. */
function shownFinding(finding: AuditFinding, alike: Map<string, number>): ScanAuditFinding {
  const { id: rule, title: message, file, line, evidence, fixHint } = finding;
  const parts = { rule, file, snippet: evidence === '' ? message : evidence };
  const first = fingerprint({ ...parts, occurrence: 0 });
  const occurrence = alike.get(first) ?? 0;
  alike.set(first, occurrence + 1);
  return {
    rule,
    severity: openSeverity(finding),
    file,
    line,
    message,
    evidence,
    fingerprint: occurrence === 0 ? first : fingerprint({ ...parts, occurrence }),
    confidence: 'high',
    suppressed: null,
    excuse: null,
    family: '',
    fix: fixHint,
    baseline: null,
  };
}
