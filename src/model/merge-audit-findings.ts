import { compareFindings, openSeverity, type AuditFinding, type AuditVerdict } from './audit.ts';
import type { Finding } from './finding.ts';
import { fingerprint } from '../../packages/scan/finding.ts';
import { worse, type Severity } from './severity.ts';

/** One open problem, and every report of it, worst first. */
export type MergedFinding = {
  readonly verdict: Exclude<AuditVerdict, 'PASS'>;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly sources: readonly [AuditFinding, ...AuditFinding[]];
};

/**
 * Merges the open findings of several auditors and of scans at one file:line into one problem (TEAM-05). Different
 * findings of one auditor, or of several scan rules, stay apart: the worst of each is one problem, the second worst the
 * next, and what an auditor says twice under one id is one finding. Findings without a line never merge.
 */
export function mergeAuditFindings(findings: readonly AuditFinding[]): readonly MergedFinding[] {
  const merged = new Map<string, MergedFinding>();
  const saidBy = new Map<string, string[]>();
  const sorted = [...findings].sort(compareFindings);
  for (const [position, finding] of sorted.entries()) {
    if (finding.verdict === 'PASS') continue;
    const place = placeOf(finding) ?? `alone ${position}`;
    const isScan = finding.source === 'scan';
    const reporter = `${isScan ? '' : finding.auditor} ${finding.source} ${place}`;
    const before = saidBy.get(reporter) ?? [];
    saidBy.set(reporter, before);
    const said = `${finding.id} ${finding.evidence === '' ? finding.title : finding.evidence}`;
    const known = isScan || finding.id === '' ? -1 : before.indexOf(said);
    const turn = known >= 0 ? known : before.push(said) - 1;
    const key = `${turn} ${place}`;
    const alone = mergedFrom(finding, finding.verdict);
    const others = merged.get(key);
    merged.set(key, others === undefined ? alone : join(others, alone));
  }
  return [...merged.values()];
}

/**
 * The open findings as work: what several report under one id at one place is said once, under the title of the worst,
 * with the evidence and the hint of each.
 */
export function mergeRepeated(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return mergeAuditFindings(findings).flatMap(({ sources }) =>
    sources.flatMap((finding, at) => {
      const isSame = ({ id }: AuditFinding): boolean => id.toLowerCase() === finding.id.toLowerCase();
      if (finding.id === '') return [finding];
      return sources.findIndex(isSame) === at ? [withAllSaid(finding, sources.filter(isSame))] : [];
    }),
  );
}

function withAllSaid(finding: AuditFinding, reports: readonly AuditFinding[]): AuditFinding {
  const others = reports.filter(({ evidence }) => evidence !== '' && evidence !== finding.evidence);
  const evidence = others.map(({ title, evidence: seen }) =>
    title === finding.title ? seen : `${title}: ${seen}`,
  );
  const once = (texts: readonly string[]): string => [...new Set(texts.filter(Boolean))].join('\n');
  return {
    ...finding,
    evidence: once([finding.evidence, ...evidence]),
    fixHint: once(reports.map(({ fixHint }) => fixHint)),
  };
}

/** Who reported a merged finding: `technical TECH-001, requirements REQ-001, scan MOCK-003`. */
export function sourceNames({ sources }: MergedFinding): readonly string[] {
  const names = sources.map(({ source, auditor, id }) =>
    [source === 'agent' ? auditor : source, id].filter(Boolean).join(' '),
  );
  return [...new Set(names)];
}

/** Merged findings as reports of runs show findings: the worst report of each, and everybody who reported it. */
export function findingsOf(merged: readonly MergedFinding[]): readonly Finding[] {
  const alike = new Map<string, number>();
  return merged.map((each) => {
    const { severity, file, line, sources } = each;
    const [{ id: rule, title: message, evidence, fixHint, source, auditor, description }] = sources;
    const parts = { rule, file, snippet: evidence === '' ? message : evidence };
    const first = fingerprint({ ...parts, occurrence: 0 });
    const occurrence = alike.get(first) ?? 0;
    alike.set(first, occurrence + 1);
    return {
      source: { kind: source === 'scan' ? 'scan' : 'auditor', name: auditor },
      rule,
      severity,
      file,
      line,
      message,
      ...(description === undefined ? {} : { title: description, impact: evidence }),
      evidence,
      fix: fixHint,
      fingerprint: occurrence === 0 ? first : fingerprint({ ...parts, occurrence }),
      grounding: 'unchecked',
      reportedBy: sourceNames(each),
    };
  });
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
