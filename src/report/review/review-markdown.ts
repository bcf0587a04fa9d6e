import { overallMinimum } from '../../model/dimensions.ts';
import { type CheckEvidence, evidenceLines } from '../../model/evidence.ts';
import { type Finding, placeOf } from '../../model/finding.ts';
import { headline, type Outcome } from '../../model/outcome.ts';
import { notComputedBeside, redAtBaseLine, type RedAtBase } from '../../model/outcome.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { agreement, type ScoresTold, scoreWord } from './review-words.ts';
import { agentPrompt } from './agent-prompt.ts';
import { type Document, folded, type Item, list, strong } from '../document/document.ts';
import { markdownOf } from '../document/markdown.ts';
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
  const items = (findings: readonly Finding[]) => list(findings.map((finding) => itemOf(finding, told)));
  const notComputed = notComputedBeside(told).map((each) => `no result: ${each}`);
  const decision = told.decision === null ? [] : [`needs your decision: ${told.decision.because}`];
  const prompt = agentPrompt(told, failOn).trimEnd().split('\n');
  return markdownOf([
    { kind: 'heading', level: 2, line: `Review: ${headline(told.outcome)}` },
    {
      kind: 'line',
      line: `${told.branch} against ${told.base}, ${count(told.files, 'file')} changed`,
    },
    ...told.calibrations.map(({ words }) => ({ kind: 'line', line: words }) as const),
    ...list([
      ...told.redAtBase.map((red) => [strong(redAtBaseLine(red))]),
      ...evidenceLines(told.evidence),
      ...notComputed,
      ...decision,
      ...decidedLines(told),
      ...serious.map((finding) => itemOf(finding, told)),
    ]),
    ...scoresTable(told.scores),
    ...folded(count(mild.length, 'milder finding'), items(mild)),
    ...folded(`${count(told.setAside.length, 'finding')} not counted`, items(told.setAside)),
    ...folded(`${count(told.dismissed.length, 'finding')} dismissed or waived`, items(told.dismissed)),
    ...folded(count(told.notes.length, 'note'), list(told.notes)),
    ...folded('Prompt for your agent', prompt[0] === '' ? [] : [{ kind: 'output', lines: prompt }]),
  ]);
}

function itemOf(finding: Finding, { regressions, depth }: Pick<ReviewTold, 'regressions' | 'depth'>): Item {
  const { severity, rule, message, title, impact = '', fix, fingerprint } = finding;
  const back = regressions.includes(fingerprint) ? ' (regression: it was fixed before)' : '';
  const said = agreement(finding, depth.reviewers);
  const by = said === '' ? '' : ` (${said})`;
  return {
    line: [strong(severity), ` ${rule} ${placeOf(finding)}: `, title ?? message, `${back}${by}`],
    below: [
      ...(title === undefined ? [] : [`problem: ${message}`]),
      ...(impact === '' ? [] : [`impact: ${impact}`]),
      ...(fix === '' ? [] : [`fix: ${fix}`]),
      fingerprint,
    ],
  };
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

function scoresTable(scores: ScoresTold | null): Document {
  if (scores === null) return [];
  const rows = scores.dimensions.map((each) => [each.id, each.class, scoreWord(each)]);
  const summary = `Scores: ${scoreWord({ score: scores.overall, minimum: overallMinimum })} overall`;
  return folded(summary, [{ kind: 'table', head: ['dimension', 'class', 'score'], rows }]);
}
