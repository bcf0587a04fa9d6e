import { compareFindings, openSeverity, type AuditFinding, type AuditVerdict } from '../../model/audit.ts';
import { worse, type Severity } from '../../model/severity.ts';

/** One open problem, and everyone who reported it. */
export type MergedFinding = {
  readonly verdict: Exclude<AuditVerdict, 'PASS'>;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly sources: readonly AuditFinding[];
};

/**
 * The open findings, with what different auditors said about one file:line taken together (TEAM-05). One auditor's
 * findings stay apart: the worst of each auditor is one problem, the second worst of each the next. Without a line
 * there is no place, so such findings never merge.
 */
export function mergeFindings(findings: readonly AuditFinding[]): readonly MergedFinding[] {
  const merged = new Map<string, MergedFinding>();
  const turns = new Map<string, number>();
  const sorted = [...findings].sort(compareFindings);
  for (const [position, finding] of sorted.entries()) {
    if (finding.verdict === 'PASS') continue;
    const place = placeOf(finding) ?? `alone ${position}`;
    const speaker = `${finding.auditor} ${place}`;
    const turn = turns.get(speaker) ?? 0;
    turns.set(speaker, turn + 1);
    const key = `${turn} ${place}`;
    const alone = mergedFrom(finding, finding.verdict);
    const before = merged.get(key);
    merged.set(key, before === undefined ? alone : join(before, alone));
  }
  return [...merged.values()];
}

function placeOf(finding: AuditFinding): string | undefined {
  if (finding.file === '' || finding.line === 0) return undefined;
  return `${finding.line} ${finding.file}`;
}

function mergedFrom(finding: AuditFinding, verdict: MergedFinding['verdict']): MergedFinding {
  const { file, line } = finding;
  return { verdict, severity: openSeverity(finding), file, line, sources: [finding] };
}

function join(a: MergedFinding, b: MergedFinding): MergedFinding {
  return {
    ...a,
    verdict: a.verdict === 'FAIL' ? 'FAIL' : b.verdict,
    severity: worse(a.severity, b.severity),
    sources: [...a.sources, ...b.sources],
  };
}
