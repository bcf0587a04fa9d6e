import { type PromptOptions, renderPrompt } from './prompt.ts';
import { data, document, findingCap, section, type Section, words } from './section.ts';

/** An answer that could not be taken for one, and why (SIGNAL-04). */
export type Unclear = { readonly answer: string; readonly reasons: readonly string[] };

/**
 * The assignment again, then the answer it got and what was wrong with it: for agents that remember nothing between two
 * calls. It ends as the assignment ends, so that the closing lines and the token stand last.
 */
export function clarifiedPrompt(
  sections: readonly Section[],
  unclear: Unclear,
  options: PromptOptions,
): string {
  const { before, ending } = atTheEnd(sections);
  const earlier = section(
    'Your Earlier Answer',
    words('It is quoted here. Only what you write now counts.'),
    document(unclear.answer),
  );
  return renderPrompt([...before, earlier, reasonsSection(unclear), ...ending], options);
}

function reasonsSection({ reasons }: Unclear): Section {
  return section(
    'Clarification Needed',
    words('Your last answer could not be read as an answer, because:'),
    data(reasons.length === 0 ? ['no closing signal found'] : reasons, findingCap),
    words(
      'Do not start over, and do not change your verdict: give the same answer again, complete, in exactly the',
      'form asked for, with the token of this prompt and with nothing before, between or after it. Whatever must',
      'change goes under the issues, fixes or findings of the form; everything else goes under its notes.',
    ),
  );
}

/** What says how to answer, and everything that comes before it. */
function atTheEnd(sections: readonly Section[]): {
  readonly before: readonly Section[];
  readonly ending: readonly Section[];
} {
  const at = sections.findIndex(({ heading }) => endings.has(heading));
  const cut = at < 1 ? sections.length : at;
  return { before: sections.slice(0, cut), ending: sections.slice(cut) };
}

const endings: ReadonlySet<string> = new Set([
  'Answer Format',
  'Findings Format',
  'Report Format',
  'Answer',
  'Required Output Signal',
]);
