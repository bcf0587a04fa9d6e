import type { Finding } from '../model/finding.ts';
import { isAtLeast, type Severity } from '../model/severity.ts';
import { agentPrompt } from './agent-prompt.ts';
import { md } from './markdown-text.ts';
import { count } from './say.ts';

/** What a comment on a pull request tells of a review. */
export type ReviewTold = {
  readonly branch: string;
  readonly base: string;
  readonly status: string;
  readonly files: number;
  readonly findings: readonly Finding[];
  readonly setAside: readonly Finding[];
  readonly dismissed: readonly Finding[];
  readonly regressions: readonly string[];
  readonly notComputed: readonly string[];
  readonly notes: readonly string[];
  readonly decision: { readonly because: string; readonly command: string } | null;
};

/** A review as Markdown: the verdict first, then what fails, and the rest folded. */
export function reviewMarkdown(told: ReviewTold, failOn: Severity): string {
  const serious = told.findings.filter(({ severity }) => isAtLeast(severity, failOn));
  const mild = told.findings.filter((finding) => !serious.includes(finding));
  const entry = (finding: Finding): string => entryText(finding, told.regressions);
  const what = serious.length === 0 ? '' : `, ${count(serious.length, 'finding')} to fix`;
  const lines = [
    `## Review: ${told.status}${what}`,
    '',
    `${md(told.branch)} against ${md(told.base)}, ${count(told.files, 'file')} changed`,
    '',
    ...told.notComputed.map((each) => `- not computed: ${md(each)}`),
    ...(told.decision === null ? [] : [`- a person has to decide: ${md(told.decision.because)}`]),
    ...serious.map(entry),
    ...folded(count(mild.length, 'milder finding'), mild.map(entry)),
    ...folded(`${count(told.setAside.length, 'finding')} set aside`, told.setAside.map(entry)),
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
  { severity, rule, file, line, message, fix, fingerprint, refuted }: Finding,
  regressions: readonly string[],
): string {
  const place = file === '' ? 'project' : `${file}${line === 0 ? '' : `:${line}`}`;
  const back = regressions.includes(fingerprint) ? ' (regression: it was fixed before)' : '';
  return [
    `- **${severity}** ${md(rule)} ${md(place)}: ${md(message)}${back}`,
    ...(refuted === undefined ? [] : [`  - refuted: ${md(refuted)}`]),
    ...(fix === '' ? [] : [`  - fix: ${md(fix)}`]),
    `  - ${md(fingerprint)}`,
  ].join('\n');
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
