import type { Finding } from '../../model/finding.ts';
import { isMustFix } from '../../model/severity.ts';
import { redact } from '../../detect/index.ts';
import { lastLines, writeFindingsDocument } from '../../formats/index.ts';
import type { ReviewInputs } from './review-work.ts';

export type DocumentBody = {
  readonly round: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly findings: readonly Finding[];
  readonly isClean: boolean;
  readonly reviewer?: string;
};

/** The founding document of a round (LOOP-03), from findings of whatever origin. */
export function documentText(
  { id, branch }: Pick<ReviewInputs, 'id' | 'branch'>,
  { round, at, findings, isClean, reviewer = 'Agent (Fresh Context)' }: DocumentBody,
): string {
  return redact(
    writeFindingsDocument({
      ticket: id,
      round,
      reviewer,
      date: new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      branch,
      findings: findings.map((finding) => ({
        severity: finding.severity,
        category: finding.rule,
        title: finding.title ?? firstSentence(finding.message),
        file: finding.file,
        line: finding.line,
        problem: finding.message,
        impact: finding.impact ?? impactOf(finding),
        fix: finding.fix,
        ...(finding.source.kind === 'gate' ? { output: outputOf(finding) } : {}),
      })),
      recommendation: isClean ? 'Nothing has to be fixed' : 'Fix the critical and important findings',
    }),
  );
}

/** `{id}` and `{round}`, or `{n}`, stand for what they say; the founding path is `docs/progress/story-{id}-review-findings-round-{round}.md`. */
export function documentPath(pattern: string | null, id: string, round: number): string {
  const path = (pattern ?? '.gauntlet/reviews/{id}/round-{round}.md').replaceAll('{n}', '{round}');
  const named = path.includes('{round}') ? path : `${path.replace(/\/+$/, '')}/{id}/round-{round}.md`;
  return named.replaceAll('{id}', id).replaceAll('{round}', String(round));
}

/** What a finding of code, which does not say why it matters, comes to. */
function impactOf({ severity }: Finding): string {
  return isMustFix(severity) ? 'The change cannot pass the gate with it.' : 'It does not stop the change.';
}

/** Enough to see why a check failed. */
const MOST_LINES = 12;

/** The line that says why, and the lines of the output around it. */
export function outputOf({ evidence }: Pick<Finding, 'evidence'>, most = MOST_LINES): readonly string[] {
  const [reason = '', ...rest] = evidence.split('\n');
  return [reason, ...lastLines(rest.join('\n'), most)].filter((line) => line !== '');
}

function firstSentence(text: string): string {
  return (/^[^\n]*?(?:\.(?=\s|$)|:$)/m.exec(text)?.[0] ?? text).slice(0, 160);
}
