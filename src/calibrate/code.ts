import { typescript as ts } from '../../packages/scan/index.ts';

const KINDS: Readonly<Record<string, ts.ScriptKind>> = {
  typescript: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
  javascript: ts.ScriptKind.JSX,
  jsx: ts.ScriptKind.JSX,
};

/** The languages whose syntax tree is at hand here. */
export function isParsed(language: string | undefined): language is string {
  return language !== undefined && language in KINDS;
}

/** The tree with parents; undefined where the text is no whole program. */
export function parsed(path: string, text: string, language: string): ts.SourceFile | undefined {
  try {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, KINDS[language]);
    return ts.hasParseErrors(source) ? undefined : source;
  } catch {
    // Nested deeper than the parser can follow.
    return undefined;
  }
}

/** The program without comments and blanks: two texts with the same one do the same. */
export function essence(source: ts.SourceFile): string {
  return ts.createPrinter({ removeComments: true }).printFile(source);
}

/** Every node, outer ones first. */
export function nodesIn(source: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const waiting: ts.Node[] = [source];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    waiting.push(...children.reverse());
  }
  return found;
}
