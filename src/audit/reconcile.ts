import type { AuditFinding, AuditorReport, AuditVerdict, ReportedFinding } from '../model/audit.ts';
import { openSeverity } from '../model/audit.ts';
import { isAtLeast, worse, type Severity } from '../model/severity.ts';
import { foldedName, requirementFinder } from './requirement-finder.ts';
import type { AuditScore } from './score/score-audit.ts';

/** One item of the original request, and what it was matched to. */
export type ReconciledItem = { readonly id: string; readonly text: string };

/** What the work was held against, and what came of it (TEAM-19). */
export type Reconciliation = {
  readonly commit: string;
  /** One for each item, in order, then whatever else is open. */
  readonly findings: readonly ReportedFinding[];
  /** What was said about items that nobody asked about; it counts for nothing. */
  readonly setAside: readonly string[];
};

export type Reconciled =
  | { readonly kind: 'matched'; readonly reconciliation: Reconciliation }
  /** Somebody who leaves an item out has not looked at the request. */
  | { readonly kind: 'unclear'; readonly reasons: readonly string[] };

type Known = {
  readonly commit: string;
  /** Whether the judged commit has the file and line that a PASS names. */
  readonly isShown: (finding: ReportedFinding) => boolean;
};

/** Work that nobody asked for is reported under these; every other id is an item's. */
const UNASKED = /^UNASKED\b/i;

const MOST_REASONS = 20;

/**
 * Every item has one verdict, the worst that was said of it: dropped is FAIL, distorted PARTIAL, and met only where
 * there is code to show for it. What is open beside the items is work that nobody asked for.
 */
export function reconcile(
  items: readonly ReconciledItem[],
  report: AuditorReport,
  { commit, isShown }: Known,
): Reconciled {
  const named = requirementFinder(items);
  const nameOf = (finding: ReportedFinding) => (UNASKED.test(finding.id) ? undefined : named(finding));
  const saidOf = ({ id }: ReconciledItem) =>
    report.findings.filter((finding) => nameOf(finding) === foldedName(id));
  const silent = items.filter((item) => saidOf(item).length === 0);
  const reasons = [
    ...(report.complete ? [] : report.reasons),
    ...silent.map(({ id }) => `${id} of the request has no verdict`),
  ];
  if (reasons.length > 0) return { kind: 'unclear', reasons: reasons.slice(0, MOST_REASONS) };
  const others = report.findings.filter((finding) => nameOf(finding) === undefined);
  const matched = items.map((item) => matchedTo(item, saidOf(item), isShown));
  const unasked = others.filter(({ verdict }) => verdict !== 'PASS').map(asUnasked);
  const setAside = others.filter(({ verdict }) => verdict === 'PASS').map(({ id, title }) => id || title);
  return { kind: 'matched', reconciliation: { commit, findings: [...matched, ...unasked], setAside } };
}

const order: readonly AuditVerdict[] = ['FAIL', 'PARTIAL', 'PASS'];

function matchedTo(
  item: ReconciledItem,
  said: readonly ReportedFinding[],
  isShown: Known['isShown'],
): ReportedFinding {
  const [worst] = said.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const own = { ...(worst ?? nothingSaid), id: item.id, title: item.text };
  const met = said.filter((each) => each.verdict === 'PASS' && isShown(each));
  switch (own.verdict) {
    case 'PASS':
      if (met[0] !== undefined) return { ...met[0], id: item.id, title: item.text };
      return {
        ...own,
        verdict: 'PARTIAL',
        severity: 'MEDIUM',
        evidence: `names no file and line of this commit as proof: ${own.evidence}`,
      };
    case 'PARTIAL':
      return { ...own, severity: atLeast('MEDIUM', own) };
    case 'FAIL':
      return { ...own, severity: atLeast('HIGH', own) };
  }
}

const nothingSaid: ReportedFinding = {
  verdict: 'FAIL',
  severity: 'HIGH',
  id: '',
  title: '',
  file: '',
  line: 0,
  evidence: '',
  fixHint: '',
};

function asUnasked(finding: ReportedFinding): ReportedFinding {
  const id = UNASKED.test(finding.id) ? finding.id : `UNASKED-${finding.id}`;
  return { ...finding, id, verdict: 'FAIL', severity: atLeast('MEDIUM', finding) };
}

function atLeast(least: Severity, finding: ReportedFinding): Severity {
  return worse(least, openSeverity(finding));
}

/** Whether it is for a person to say what becomes of this: nobody is sent to take out what somebody built. */
export function isUnasked({ source, id }: Pick<AuditFinding, 'source' | 'id'>): boolean {
  return source === 'reconciliation' && UNASKED.test(id);
}

/**
 * The score of the auditors with what the reconciliation found: it changes no auditor's share, and nothing is passed
 * while an item is open or was not looked at. null: it was asked for and gave no result.
 */
export function withReconciliation(
  scored: AuditScore,
  reconciliation: Reconciliation | null,
  gate: Severity,
): AuditScore {
  if (reconciliation === null) return { ...scored, health: 'unknown' };
  const findings = reconciliation.findings.map((finding): AuditFinding => ({
    ...finding,
    auditor: 'requirements',
    source: 'reconciliation',
  }));
  const count = (verdict: AuditVerdict) => findings.filter((finding) => finding.verdict === verdict).length;
  const { totals } = scored;
  const isOpen = findings.some((finding) => finding.verdict !== 'PASS' && isBlocking(finding, gate));
  return {
    ...scored,
    findings: [...scored.findings, ...findings],
    totals: {
      checked: totals.checked + findings.length,
      pass: totals.pass + count('PASS'),
      fail: totals.fail + count('FAIL'),
      partial: totals.partial + count('PARTIAL'),
    },
    health: isOpen && scored.health === 'passed' ? 'needs-fixes' : scored.health,
  };
}

/** A gate that lets MEDIUM pass lets distorted items pass; what was dropped never does. */
function isBlocking(finding: AuditFinding, gate: Severity): boolean {
  return finding.verdict === 'FAIL' || isAtLeast(openSeverity(finding), gate);
}
