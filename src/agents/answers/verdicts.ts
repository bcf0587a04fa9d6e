import { type Tool, toolTaking } from './tool.ts';
import type { VerdictForm } from './verdict-form.ts';

/** What was handed in as data. */
export type Verdicts = {
  /** The answer they make beside the words that were said; undefined while none was taken. */
  answer(words: string): string | undefined;
};

/** Takes a verdict and answers what is wrong with it. */
export type HandIn = { readonly form: VerdictForm; readonly take: (verdict: unknown) => string };

/** Takes verdicts as data. What counts is decided by the words and the verdicts of a turn together. */
export function takeVerdicts(form: VerdictForm): Verdicts & HandIn {
  const taken: string[] = [];
  return {
    form,
    take(verdict) {
      const text = JSON.stringify(verdict, undefined, 1);
      const problems = form.problems(text);
      if (problems.length > 0)
        return `rejected; fix this and submit it again:\n${problems.map((problem) => `- ${problem}`).join('\n')}`;
      // Two that differ stay two, and then neither counts.
      if (!taken.includes(text)) taken.push(text);
      return 'taken';
    },
    answer: (words) => (taken.length === 0 ? undefined : withData(words, taken)),
  };
}

/**
 * The answer that data and the words said beside it make. The data is the answer; the words belong to it where they close
 * with a signal of their own, so that a contradiction is seen.
 */
export function withData(words: string, data: readonly string[]): string {
  const isSignal = /^[*_`#> ]{0,8}(?:REVIEW|AUDIT)_(?:PASSED|FAILED|BLOCKED)[*_` ]{0,8}:/im.test(words);
  return [...(isSignal ? [words.trimEnd()] : []), ...data].join('\n\n');
}

/** The tool by which a judge hands in its verdict. */
export function verdictTool({ form, take }: HandIn): Tool {
  const about = {
    name: 'submit_verdict',
    title: 'Hand in the verdict',
    description:
      'Hand in your verdict, once, when you have seen everything you need. The tool answers with the errors; when it accepts the verdict, your work is done.',
  };
  return toolTaking(about, form.shape, (verdict) => {
    const text = take(verdict);
    return { text, isError: text !== 'taken' };
  });
}

/** For roles that answer with words or a document. */
export const noVerdicts: Verdicts = { answer: () => undefined };
