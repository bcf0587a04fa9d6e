import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type * as TreeSitter from '@vscode/tree-sitter-wasm';

import type { Grammar, Grammars, SyntaxNode, Tree } from '../../packages/scan/index.ts';

/** Languages by the end of a file's name, and the name of their grammar. */
const GRAMMARS: Readonly<Record<string, { readonly language: string; readonly grammar: string }>> = {
  py: { language: 'python', grammar: 'python' },
  cs: { language: 'csharp', grammar: 'c-sharp' },
  java: { language: 'java', grammar: 'java' },
  go: { language: 'go', grammar: 'go' },
};

/** Texts with brackets in each other deeper than this are made to keep a parser busy for minutes. */
const DEEPEST = 1_000;

/** Errors after which a parser and all that share its memory are of no use. */
const STOPS = /^(?:RuntimeError|RangeError)$/;

/** Makes the grammars ready that the files of a tree need; nothing is loaded where none is. */
export async function openGrammars(tree: Tree): Promise<Grammars> {
  return grammarsFor(tree.list().entries.map(({ path }) => path));
}

export async function grammarsFor(paths: readonly string[]): Promise<Grammars> {
  const endings = new Set(paths.map((path) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()));
  const wanted = Object.entries(GRAMMARS).filter(([ending]) => endings.has(ending));
  const grammars = new Map<string, Grammar>();
  if (wanted.length === 0) return grammars;
  let parsers = await openParsers(wanted.map(([, each]) => each));
  let renewal: Promise<void> | undefined;
  /** What runs out of memory or of stack cannot be used again; everything else is an error like any other. */
  const renew = async (): Promise<void> => {
    parsers = await openParsers(wanted.map(([, each]) => each));
    renewal = undefined;
  };
  for (const [, { language }] of wanted)
    grammars.set(language, (text, look) => {
      if (renewal !== undefined)
        throw new Error('the parser crashed on an earlier file and has not restarted');
      const nested = deepestNesting(text);
      if (nested > DEEPEST) throw new Error(`brackets are nested deeper than ${DEEPEST} levels`);
      try {
        parsed(parsers.get(language), text, look);
      } catch (error) {
        if (!(error instanceof Error) || !STOPS.test(error.name)) throw error;
        renewal ??= renew();
        throw new Error('the parser crashed on this file: out of memory, or nested too deeply', {
          cause: error,
        });
      }
    });
  return Object.assign(grammars, { renewed: () => renewal });
}

function parsed(parser: TreeSitter.Parser | undefined, text: string, look: (root: SyntaxNode) => void): void {
  const tree = parser?.parse(text) ?? null;
  if (tree === null) throw new Error('the parser gave up');
  try {
    look(tree.rootNode);
  } finally {
    tree.delete();
  }
}

/** Parsers in a memory of their own: one that stopped has spoiled the memory of all that were made with it. */
async function openParsers(
  wanted: readonly { readonly language: string; readonly grammar: string }[],
): Promise<ReadonlyMap<string, TreeSitter.Parser>> {
  // Loaded here and not above: most trees need none of it. Its exports are only seen by require.
  const here = createRequire(import.meta.url);
  Reflect.deleteProperty(here.cache, here.resolve('@vscode/tree-sitter-wasm'));
  const { Language, Parser }: typeof TreeSitter = here('@vscode/tree-sitter-wasm');
  // What stops it is said with the file, not on the terminal.
  const quiet = {
    printErr: () => undefined,
    locateFile: (file: string, folder: string) => folder + file,
  };
  await Parser.init(quiet);
  const parsers = new Map<string, TreeSitter.Parser>();
  for (const { language, grammar } of wanted) {
    const path = here.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readFile(path)));
    parsers.set(language, parser);
  }
  return parsers;
}

/** How deep brackets stand in each other; those in strings count as well, of which nobody has so many. */
function deepestNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  // `a<a<a<…` within one statement may be types of types, and is tried as both.
  let angles = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(' || char === '[' || char === '{') depth += 1;
    else if ((char === ')' || char === ']' || char === '}') && depth > 0) depth -= 1;
    else if (char === '<') angles += 1;
    if (char === '>' || char === ';' || char === '{' || char === '\n') angles = 0;
    if (depth + angles > deepest) deepest = depth + angles;
  }
  return deepest;
}
