import { type AuditFinding, type ExplainedScore, type ExplainedShare, scoreText } from '../../model/audit.ts';
import { sanitize } from '../../formats/index.ts';

/** The arithmetic of a score, line by line, with the findings behind each number. */
export function explainedScoreText(
  { shares, totals, overallScore, conditions }: ExplainedScore,
  findings: readonly AuditFinding[],
): readonly string[] {
  const weights = shares.reduce((sum, { weight }) => sum + weight, 0);
  const products = shares.map(({ weight, score }) => `${weight} x ${scoreText(score)}`).join(' + ');
  return [
    ...shares.flatMap((share) => [
      `${share.auditor.padEnd(13)} ${scoreText(share.score)}  weight ${share.weight}: ${shareWords(share)}`,
      ...share.loweredBy.map((position) => `  lowered by ${placeOf(findings[position])}`),
    ]),
    `overall       ${scoreText(overallScore)}${shares.length === 0 ? aloneWords(totals) : `  = (${products}) / ${weights}`}`,
    'Health "passed" needs:',
    ...conditions.map(({ text, holds }) => `  ${holds ? 'yes' : 'NO '}  ${text}`),
  ];
}

function aloneWords(totals: ExplainedScore['totals']): string {
  if (totals === undefined) return '';
  const { pass, checked } = totals;
  return `  = ${pass} of ${checked} checks passed. Counted as one check each: the review, a scan rule, a suite, an open requirement of a recovery review. A scan rule passes if no finding reaches the gate severity.`;
}

/** Why a share is what it is: counts, a report that contradicts itself, or no report. */
function shareWords({ outcome, score, pass, checked, inconsistent }: ExplainedShare): string {
  if (outcome === 'no result') return 'no usable report, which counts as 0';
  const isLowered = inconsistent && score < (checked === 0 ? 0 : pass / checked);
  const claimed = isLowered ? '; the report contradicts itself and its lowest claim counts' : '';
  return `${pass} of ${checked} checks passed${claimed}${outcome === 'reported' ? '' : ` (${outcome})`}`;
}

function placeOf(finding: AuditFinding | undefined): string {
  if (finding === undefined) return 'a finding that is no longer in the report';
  const { verdict, severity, id, file, line, title, source } = finding;
  return sanitize(
    `${verdict} ${severity ?? '-'} ${id || '-'} ${file}:${line} ${title} (${source})`,
  ).replaceAll('\n', ' ');
}
