import { againstBaseline, isNotJudged, waive } from '../../audit/index.ts';
import type { AuditFinding, AuditHealth } from '../../model/audit.ts';
import { type RedAtBase, verdictOf } from '../../model/red-at-base.ts';
import { findingsOf, mergeFindings } from '../../model/merge-audit-findings.ts';
import type { Finding } from '../../model/finding.ts';
import { failingIn } from '../../model/report.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { matches } from '../../plan/index.ts';
import { type ExitCode, verdictExitCodes } from '../exit-codes.ts';
import type { AuditInputs } from './audit-inputs.ts';

/** With a team the gate fails an audit too, whatever --fail-on says: nothing at or above it may pass. */
export function milder(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? b : a;
}

type Excuses = Pick<AuditInputs, 'waivers' | 'baseline'>;

/** Open findings, each once. Waivers and the baseline excuse what only scans found; what an auditor says stands. */
export function standingFindings(
  findings: readonly AuditFinding[],
  excuses: Excuses | null,
): readonly Finding[] {
  const merged = mergeFindings(findings);
  const all = findingsOf(merged);
  const isScan = (at: number): boolean =>
    merged[at]?.sources.every(({ source }) => source === 'scan') === true;
  if (excuses === null) return all;
  const today = new Date().toISOString().slice(0, 10);
  const scanned = waive(
    all.filter((_, at) => isScan(at)),
    excuses.waivers,
    { today, matches },
  ).findings;
  const entries = excuses.baseline.entries ?? [];
  const compared = [...againstBaseline(scanned, entries, { ran: new Set(), crashes: [] }).findings];
  return all.map((finding, at) => (isScan(at) ? (compared.shift() ?? finding) : finding));
}

type Ended = { readonly redAtBase: readonly RedAtBase[]; readonly isOpen: boolean };

/** Findings that fail an audit come first: what else is not known does not hide them. */
export function auditExitCode(health: AuditHealth, failing: number, { redAtBase, isOpen }: Ended): ExitCode {
  const isUnknown = health === 'unknown';
  const isFailing = failing > 0 || (health !== 'passed' && !isUnknown);
  return verdictExitCodes[verdictOf({ failing: isFailing, redAtBase, notComputed: isUnknown || isOpen })];
}

/** How many findings fail an audit whatever its score: what fails without a team fails with one. */
export function failingFindings(
  findings: readonly AuditFinding[],
  failOn: Severity,
  excuses: Excuses | null,
): number {
  // A requirement without a verdict makes the audit unknown; nothing was found about it.
  const standing = standingFindings(
    findings.filter((finding) => !isNotJudged(finding)),
    excuses,
  );
  return failingIn(standing, failOn);
}
