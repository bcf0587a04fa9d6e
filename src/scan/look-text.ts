import { type Facts, type FileFacts, noFacts } from './facts/facts.ts';
import type { FileLook } from './file-look.ts';

/** A look as text. Of most kinds of facts a file has none: those are left out, or they would be most of it. */
export function writeLook({ facts, ...look }: FileLook): string {
  return JSON.stringify(facts === null ? { ...look, facts } : { ...look, facts: withoutNothing(facts) });
}

function withoutNothing(facts: FileFacts): Partial<FileFacts> {
  const { path, language, isTest, isSide, suppressions, isScript } = facts;
  const some: Record<string, unknown> = {};
  for (const kind of kinds) if (facts[kind].length > 0) some[kind] = facts[kind];
  return {
    ...some,
    path,
    language,
    isTest,
    isSide,
    ...(suppressions.length === 0 ? {} : { suppressions }),
    ...(isScript === undefined ? {} : { isScript }),
  };
}

const kinds = Object.keys(noFacts()) as readonly (keyof Facts)[];

/** The same for all files, and nobody's to add to. */
const nothing = { ...noFacts(), suppressions: [] };
for (const kind of Object.values(nothing)) Object.freeze(kind);

/** What `writeLook` wrote; undefined where it is damaged. */
export function readLook(text: string): FileLook | undefined {
  try {
    const { left, findings, crashes, facts } = JSON.parse(text) as FileLook;
    const isWhole = left === null ? facts?.path !== undefined : typeof left === 'string';
    if (!isWhole || ![findings, crashes].every(Array.isArray)) return undefined;
    return { left, findings, crashes, facts: facts === null ? null : { ...nothing, ...facts } };
  } catch {
    return undefined;
  }
}
