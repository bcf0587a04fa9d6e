import type { ReportedFinding } from '../model/audit.ts';

/** One requirement or criterion that an audit is about, under the one name that its judges were given. */
export type Requirement = { readonly id: string; readonly text: string };

type Spoken = Pick<ReportedFinding, 'id' | 'title'> & { readonly verdict?: ReportedFinding['verdict'] };

/**
 * Returns what finds the requirement that a verdict names: by its id, by the id that begins its title, or by the whole text
 * as its title. A part of an id, an unknown id, a place in a list and a text that two requirements have name none. A PASS
 * whose id and title name two requirements names none either; anything else counts for the id.
 */
export function requirementFinder(
  requirements: readonly Requirement[],
): (said: Spoken) => string | undefined {
  const ids = new Map(requirements.map(({ id }) => [foldedName(id), foldedName(id)]));
  const texts = new Map<string, Set<string>>();
  for (const { id, text } of requirements)
    for (const words of [text, text.startsWith(id) ? text.slice(id.length) : text].map(foldedName))
      texts.set(words, (texts.get(words) ?? new Set()).add(foldedName(id)));
  ids.delete('');
  texts.delete('');
  const byText = (title: string): string | undefined => {
    const [only, second] = texts.get(foldedName(title)) ?? [];
    return second === undefined ? only : undefined;
  };
  return ({ id, title, verdict }) => {
    const byId = ids.get(foldedName(id));
    const byTitle = ids.get(foldedName(/^\S+/.exec(title)?.[0] ?? '')) ?? byText(title);
    const isTwo = byId !== undefined && byTitle !== undefined && byId !== byTitle;
    return isTwo && verdict === 'PASS' ? undefined : (byId ?? byTitle);
  };
}

/** A name without case and punctuation: `REQ-1`, `req_1` and `**REQ-1**:` are one. */
export function foldedName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
