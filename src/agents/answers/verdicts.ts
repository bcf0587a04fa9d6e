import type { Tool } from './tool.ts';
import type { VerdictForm } from './verdict-form.ts';

/** What was handed in as data. */
export type Verdicts = {
  /** The answer they make, with the words said beside them; undefined while none was taken. */
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
    answer(words) {
      if (taken.length === 0) return undefined;
      const data = taken.join('\n\n');
      const all = words.trim() === '' ? data : `${words.trimEnd()}\n\n${data}`;
      return all;
    },
  };
}

/** The tool by which a judge hands in its verdict. */
export function verdictTool({ form, take }: HandIn): Tool {
  return {
    name: 'submit_verdict',
    title: 'Hand in the verdict',
    description:
      'Hand in your verdict, once, when you have seen everything you need. The tool answers with the errors; when it accepts the verdict, your work is done.',
    shape: form.shape,
    use: (verdict) => {
      const text = take(verdict);
      return { text, isError: text !== 'taken' };
    },
  };
}

/** For roles that answer with words or a document. */
export const noVerdicts: Verdicts = { answer: () => undefined };
