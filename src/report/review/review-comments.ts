import { isAtLeast, type Severity } from '../../model/severity.ts';
import { md } from '../document/markdown.ts';
import { reviewMarkdown, type ReviewTold } from './review-markdown.ts';

/** What tells our one comment from everybody else's. Words of others are escaped, so none of them can hold it. */
export const reviewMark = '<!-- gauntlet:review -->';

/** GitHub takes 65,536 characters. */
const LONGEST = 60_000;

/** The comment that a pull request gets, and that the next review rewrites. */
export function reviewComment(told: ReviewTold, failOn: Severity): string {
  return `${reviewMark}\n${capped(reviewMarkdown(told, failOn))}`;
}

/** A text for a forge, which refuses what is too long. */
export function capped(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}\n\n(truncated)\n`;
}

export type LineComment = {
  readonly path: string;
  readonly line: number;
  readonly body: string;
  readonly mark: string;
};

/** As many as anybody reads; the comment has them all. */
const MOST = 20;

/** What has to be fixed, each at its line, where the change has that line: a forge shows no others. */
export function lineComments(
  { findings }: Pick<ReviewTold, 'findings'>,
  failOn: Severity,
  isChanged: (path: string, line: number) => boolean,
): readonly LineComment[] {
  return findings
    .filter(({ severity, file, line }) => isAtLeast(severity, failOn) && isChanged(file, line))
    .slice(0, MOST)
    .map(({ severity, rule, file, line, message, fix, fingerprint }) => {
      const mark = `<!-- gauntlet:${fingerprint.replace(/[^\w-]/g, '')} -->`;
      const how = fix === '' ? '' : `\n\nFix: ${md(fix)}`;
      const body = `${mark}\n**${severity}** ${md(rule)}: ${md(message)}${how}\n\n${md(fingerprint)}`;
      return { path: file, line, body, mark };
    });
}
