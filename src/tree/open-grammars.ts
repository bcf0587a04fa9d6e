import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type * as TreeSitter from '@vscode/tree-sitter-wasm';

import type { Grammar, Grammars } from '../ports/syntax.ts';
import type { Tree } from '../ports/tree.ts';

/** Languages by the end of a file's name, and the name of their grammar. */
const GRAMMARS: Readonly<Record<string, { readonly language: string; readonly grammar: string }>> = {
  py: { language: 'python', grammar: 'python' },
  cs: { language: 'csharp', grammar: 'c-sharp' },
};

/** Makes the grammars ready that the files of a tree need; nothing is loaded where none is. */
export async function openGrammars(tree: Tree): Promise<Grammars> {
  return grammarsFor(tree.list().entries.map(({ path }) => path));
}

export async function grammarsFor(paths: readonly string[]): Promise<Grammars> {
  const endings = new Set(paths.map((path) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()));
  const wanted = Object.entries(GRAMMARS).filter(([ending]) => endings.has(ending));
  const grammars = new Map<string, Grammar>();
  if (wanted.length === 0) return grammars;
  // Loaded here and not above: most trees need none of it. Its exports are only seen by require.
  const here = createRequire(import.meta.url);
  const { Language, Parser } = here('@vscode/tree-sitter-wasm') as typeof TreeSitter;
  await Parser.init();
  for (const [, { language, grammar }] of wanted) {
    const path = here.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readFile(path)));
    grammars.set(language, (text, look) => {
      const parsed = parser.parse(text);
      if (parsed === null) throw new Error('the parser gave up');
      try {
        look(parsed.rootNode);
      } finally {
        parsed.delete();
      }
    });
  }
  return grammars;
}
