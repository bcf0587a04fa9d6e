import { overallMinimum } from '../../model/dimensions.ts';
import { type CheckEvidence, evidenceLines } from '../../model/evidence.ts';
import { type Finding, placeOf } from '../../model/finding.ts';
import { headline, type Outcome } from '../../model/outcome.ts';
import { notComputedBeside, redAtBaseLine, type RedAtBase } from '../../model/red-at-base.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { agreement, type ScoresTold, scoreWord } from './review-words.ts';
import { agentPrompt } from './agent-prompt.ts';
import { md } from '../markdown-text.ts';
import { count } from '../say.ts';

/** What a comment on a pull request tells of a review. */
export type ReviewTold = {
  readonly branch: string;
  readonly base: string;
  readonly outcome: Outcome;
  readonly files: number;
  readonly redAtBase: readonly RedAtBase[];
  readonly evidence: readonly CheckEvidence[];
  readonly findings: readonly Finding[];
  readonly setAside: readonly Finding[];
  readonly dismissed: readonly Finding[];
  readonly regressions: readonly string[];
  readonly notComputed: readonly string[];
  readonly notes: readonly string[];
  readonly decision: { readonly because: string; readonly command: string } | null;
  readonly decided: Decided | null;
  readonly depth: { readonly reviewers: number };
  readonly scores: ScoresTold | null;
  readonly calibrations: readonly { readonly words: string }[];
};

/** A review as Markdown: the verdict first, then what fails, and the rest folded. */
export function reviewMarkdown(told: ReviewTold, failOn: Severity): string {
  const serious = told.findings.filter(({ severity }) => isAtLeast(severity, failOn));
  const mild = told.findings.filter((finding) => !serious.includes(finding));
  const entry = (finding: Finding): string => entryText(finding, told);
  const lines = [
    `## Review: ${md(headline(told.outcome))}`,
    '',
    `${md(told.branch)} against ${md(told.base)}, ${count(told.files, 'file')} changed`,
    '',
    ...told.redAtBase.map((red) => `- **${md(redAtBaseLine(red))}**`),
    ...evidenceLines(told.evidence).map((line) => `- ${md(line)}`),
    ...told.calibrations.flatMap(({ words }) => [md(words), '']),
    ...notComputedBeside(told).map((each) => `- no result: ${md(each)}`),
    ...(told.decision === null ? [] : [`- needs your decision: ${md(told.decision.because)}`]),
    ...decidedLines(told).map((line) => `- ${md(line)}`),
    ...serious.map(entry),
    ...scoresTable(told.scores),
    ...folded(count(mild.length, 'milder finding'), mild.map(entry)),
    ...folded(`${count(told.setAside.length, 'finding')} not counted`, told.setAside.map(entry)),
    ...folded(`${count(told.dismissed.length, 'finding')} dismissed or waived`, told.dismissed.map(entry)),
    ...folded(
      count(told.notes.length, 'note'),
      told.notes.map((note) => `- ${md(note)}`),
    ),
    ...folded('Prompt for your agent', fenced(agentPrompt(told, failOn))),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function entryText(
  finding: Finding,
  { regressions, depth }: Pick<ReviewTold, 'regressions' | 'depth'>,
): string {
  const { severity, rule, message, title, impact = '', fix, fingerprint } = finding;
  const back = regressions.includes(fingerprint) ? ' (regression: it was fixed before)' : '';
  const said = agreement(finding, depth.reviewers);
  return [
    `- **${severity}** ${md(rule)} ${md(placeOf(finding))}: ${md(title ?? message)}${back}${said === '' ? '' : ` (${said})`}`,
    ...(title === undefined ? [] : [`  - problem: ${md(message)}`]),
    ...(impact === '' ? [] : [`  - impact: ${md(impact)}`]),
    ...(fix === '' ? [] : [`  - fix: ${md(fix)}`]),
    `  - ${md(fingerprint)}`,
  ].join('\n');
}

const acts: Readonly<Record<string, string>> = {
  accept: 'accepted',
  manual: 'blocked for a manual fix',
  retry: 'one more round allowed',
};

export type Decided = { readonly choice: string; readonly by: string; readonly why: string };

/** Who decided last and why, in one line: a verdict that rests on a person says whose it is (LOOP-06). */
export function decidedLines({ decided }: { readonly decided: Decided | null }): readonly string[] {
  if (decided === null) return [];
  const { choice, by, why } = decided;
  return [`${acts[choice] ?? choice} by ${by}${why === '' ? '' : `: ${why}`}`];
}

function scoresTable(scores: ScoresTold | null): readonly string[] {
  if (scores === null) return [];
  const rows = scores.dimensions.map((each) => `| ${md(each.id)} | ${each.class} | ${scoreWord(each)} |`);
  const summary = `Scores: ${scoreWord({ score: scores.overall, minimum: overallMinimum })} overall`;
  return folded(summary, ['| dimension | class | score |', '| --- | --- | --- |', ...rows]);
}

/** As it is, for copying: the fence is longer than any in it. */
function fenced(text: string): readonly string[] {
  if (text === '') return [];
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text.trimEnd(), fence];
}

function folded(summary: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return ['', '<details>', `<summary>${summary}</summary>`, '', ...lines, '', '</details>'];
}
