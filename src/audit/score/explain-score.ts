import {
  type AuditFinding,
  type AuditorScore,
  type AuditTeamReport,
  type ExplainedScore,
  type ExplainedShare,
  openSeverity,
} from '../../model/audit.ts';
import { mergeFindings } from '../../model/merge-audit-findings.ts';
import { auditorWeights, isAtLeastScore } from './weights.ts';

/** Where every number of a report comes from: each is a sum over shares, each share a count of findings. */
export function explainScore(
  report: AuditTeamReport,
  { passThreshold }: { readonly passThreshold: number },
): ExplainedScore {
  const all = report.auditors.reduce((sum, { auditor }) => sum + auditorWeights[auditor], 0);
  const shares = report.auditors.map((own): ExplainedShare => {
    const weight = auditorWeights[own.auditor];
    const of = all === 0 ? 0 : weight / all;
    return { ...own, weight, of, adds: of * own.score, loweredBy: lowering(report.findings, own) };
  });
  const open = mergeFindings(report.findings).filter(
    (finding) => openSeverity(finding) === 'CRITICAL',
  ).length;
  const silent = report.auditors
    .filter(({ outcome }) => outcome !== 'reported')
    .map(({ auditor }) => auditor);
  return {
    shares,
    overallScore: report.overallScore,
    conditions: [
      {
        text: `the score is at least ${passThreshold}`,
        holds: isAtLeastScore(report.overallScore, passThreshold),
      },
      { text: 'no open finding is CRITICAL', holds: open === 0 },
      {
        text:
          silent.length === 0
            ? 'every auditor reported'
            : `every auditor reported (not so: ${silent.join(', ')})`,
        holds: silent.length === 0 && report.auditors.length > 0,
      },
      ...suiteCondition(report.findings),
      ...requestCondition(report.findings),
    ],
  };
}

/** A red check of the project's own is no pass, whatever the score. */
function suiteCondition(findings: readonly AuditFinding[]): ExplainedScore['conditions'] {
  const red = findings.some(({ source, id }) => source === 'scan' && id === 'TEST-RUN');
  return red ? [{ text: "every check of the project's own is green", holds: false }] : [];
}

/** TEAM-19: a report that holds no item of the request was never held against one. */
function requestCondition(findings: readonly AuditFinding[]): ExplainedScore['conditions'] {
  const items = findings.filter(({ source }) => source === 'reconciliation');
  const open = items.filter(({ verdict }) => verdict !== 'PASS').length;
  if (items.length === 0) return [];
  return [
    { text: 'every item of the original request is met, and nothing else was built', holds: open === 0 },
  ];
}

function lowering(findings: readonly AuditFinding[], { auditor }: AuditorScore): readonly number[] {
  return findings.flatMap((finding, position) =>
    finding.auditor === auditor && finding.verdict !== 'PASS' && finding.source !== 'reconciliation'
      ? [position]
      : [],
  );
}
