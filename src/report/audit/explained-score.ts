import type { AuditFinding, ExplainedScore } from '../../model/audit.ts';
import { sanitize } from '../../formats/index.ts';

/** The arithmetic of a score, line by line, with the findings behind each number. */
export function explainedScoreText(
  { shares, overallScore, conditions }: ExplainedScore,
  findings: readonly AuditFinding[],
): readonly string[] {
  return [
    ...shares.flatMap((share) => [
      `${share.auditor.padEnd(13)} ${share.pass} of ${share.checked} in order (${share.outcome}): ${share.score.toFixed(4)}, weight ${share.weight}: adds ${share.adds.toFixed(4)} of ${share.of.toFixed(4)}`,
      ...share.loweredBy.map((position) => `  lowered by ${placeOf(findings[position])}`),
    ]),
    `overall       ${shares.map(({ adds }) => adds.toFixed(4)).join(' + ')} = ${overallScore.toFixed(4)}`,
    ...conditions.map(({ text, holds }) => `${holds ? 'holds ' : 'BROKEN'}  ${text}`),
  ];
}

function placeOf(finding: AuditFinding | undefined): string {
  if (finding === undefined) return 'a finding that is gone';
  const { verdict, severity, id, file, line, title, source } = finding;
  return sanitize(
    `${verdict} ${severity ?? '-'} ${id || '-'} ${file}:${line} ${title} (${source})`,
  ).replaceAll('\n', ' ');
}
