import { addedLines, languageOf } from '../../detect/index.ts';
import type { GateContext } from '../../gates/index.ts';
import type { Grammars } from '../../../packages/scan/index.ts';

/** Takes changed functions out for the gates. Whatever parses programs is loaded when it comes to that. */
export function takeOutOf({
  grammars,
}: {
  readonly grammars: (paths: readonly string[]) => Promise<Grammars>;
}): NonNullable<GateContext['takeOut']> {
  return async (changes, removal, which) => {
    const { hasFunctions, takeOut } = await import('./lazy-scans.ts');
    const programs = changes.filter(({ path }) => hasFunctions(path));
    const read = programs.filter(({ before, after }) => isRead(before) && isRead(after));
    const texts = read.map(({ path, before, after }) => ({
      path,
      before: before?.text ?? null,
      after: after?.text ?? null,
    }));
    const taken = takeOut(texts, removal, await grammars(read.map(({ path }) => path)), which);
    // A program that cannot be read, and a link, have no functions here.
    const rest = changes
      .filter((change) => isProgram(change) && !read.includes(change))
      .map(({ path }) => path);
    return {
      ...taken,
      hasMore: taken.hasMore || read.length < changes.length,
      others: [...taken.others, ...rest],
    };
  };
}

type Side = Parameters<NonNullable<GateContext['takeOut']>>[0][number]['after'];

/** A file of another language in which more than comments changed, a link, and what is too large to be read. */
function isProgram(change: Parameters<NonNullable<GateContext['takeOut']>>[0][number]): boolean {
  if (change.after === null || languageOf(change.path) === undefined) return false;
  if (!isRead(change.before) || !isRead(change.after)) return true;
  return addedLines(change).some(({ text }) => !/^\s*(?:$|\/[/*]|\*|#(?!include|define|if|!)|--)/.test(text));
}

/** A link is not a program, whatever it is called. */
function isRead(side: Side): boolean {
  return side === null || (side.text !== undefined && side.mode !== '120000');
}
