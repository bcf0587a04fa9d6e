import type { GateContext } from '../gates/index.ts';
import type { Grammars } from '../ports/syntax.ts';

/** Takes changed functions out for the gates. Whatever parses programs is loaded when it comes to that. */
export function takeOutOf({
  grammars,
}: {
  readonly grammars: (paths: readonly string[]) => Promise<Grammars>;
}): NonNullable<GateContext['takeOut']> {
  return async (changes, removal, which) => {
    const { hasFunctions, takeOut } = await import('./scan-parts.ts');
    const programs = changes.filter(({ path }) => hasFunctions(path));
    const read = programs.filter(({ before, after }) => isRead(before) && isRead(after));
    const texts = read.map(({ path, before, after }) => ({
      path,
      before: before?.text ?? null,
      after: after?.text ?? null,
    }));
    const taken = takeOut(texts, removal, await grammars(read.map(({ path }) => path)), which);
    return { ...taken, hasMore: taken.hasMore || read.length < changes.length };
  };
}

type Side = Parameters<NonNullable<GateContext['takeOut']>>[0][number]['after'];

/** A link is not a program, whatever it is called. */
function isRead(side: Side): boolean {
  return side === null || (side.text !== undefined && side.mode !== '120000');
}
