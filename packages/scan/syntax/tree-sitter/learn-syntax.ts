import type { Grammars } from './syntax-node.ts';
import type { Learning } from '../../engine/file-scan.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { ScannedFile } from '../../engine/files/scanned-file.ts';

/** Grammars that were made ready, and those who learn facts from their trees. */
export type Syntax = { readonly grammars: Grammars; readonly finders: readonly SyntaxFinder[] };

/** Parses a file of another language if anybody wants it parsed; one tree for all who do. */
export function learnSyntax(
  file: ScannedFile,
  { facts, notes }: Learning,
  { grammars, finders }: Syntax,
): void {
  const asked = finders.filter(({ language, applies }) => language === file.language && applies(file));
  const grammar = grammars.get(file.language);
  if (asked.length === 0 || grammar === undefined) return;
  try {
    grammar(file.text, (root) => {
      for (const finder of asked) finder.find(root, facts, file);
    });
  } catch (error) {
    notes.crashed('parse', error);
  }
}
