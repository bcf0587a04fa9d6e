import * as ts from './view.ts';

import type { CodeFile, ScannedFile } from '../../engine/files/scanned-file.ts';

const KINDS: Readonly<Record<string, ts.ScriptKind>> = {
  typescript: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
  javascript: ts.ScriptKind.JSX,
  jsx: ts.ScriptKind.JSX,
  vue: ts.ScriptKind.TSX,
  svelte: ts.ScriptKind.TS,
};

/** The syntax tree of a file; of a Vue or Svelte file that of its script, with the lines where they are. */
export function parseCode(file: ScannedFile): CodeFile {
  const isPage = file.language === 'vue' || file.language === 'svelte';
  const source = ts.createSourceFile(
    file.path,
    isPage ? scriptOf(file.text) : file.text,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
    KINDS[file.language] ?? ts.ScriptKind.TS,
  );
  // The compiler would go through the text letter by letter when the first line is asked for.
  Object.assign(source, { lineMap: lineStarts(source.text) });
  return { ...file, source };
}

/** Where lines begin, as the compiler counts them; undefined where it counts others than those that end with a line feed. */
function lineStarts(text: string): readonly number[] | undefined {
  if (/[\r\u2028\u2029]/.test(text)) return undefined;
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Everything that is not script becomes blank, so that every line keeps its number. */
export function scriptOf(text: string): string {
  let script = '';
  let at = 0;
  const opening = /<script\b/gi;
  const closing = /<\/script\s*>/gi;
  // Each search goes on where the last one ended, so that no text makes it begin anew for every tag.
  for (let tag = opening.exec(text); tag !== null; tag = opening.exec(text)) {
    const begin = text.indexOf('>', opening.lastIndex) + 1;
    closing.lastIndex = begin;
    const close = begin === 0 ? null : closing.exec(text);
    if (close === null) break;
    script += blank(text.slice(at, begin)) + text.slice(begin, close.index);
    at = close.index;
    opening.lastIndex = closing.lastIndex;
  }
  return script + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

const FIRST_WITH_PARTS = ts.SyntaxKind.FirstNode;

/** How deep a tree is followed: deeper ones are made to exhaust whoever reads them, and are refused. */
const DEEPEST = 2_000;

/** Visits every node once, depth first. The stack of ancestors is the caller's to look at while it is called. */
export function walk(source: ts.SourceFile, ancestors: ts.Node[], enter: (node: ts.Node) => void): void {
  const visit = (node: ts.Node): void => {
    enter(node);
    // Words and signs, most of all there is, have nothing in them.
    if (node.kind < FIRST_WITH_PARTS) return;
    // Said, not skipped: what lies deeper has not been looked at.
    if (ancestors.length >= DEEPEST) throw new Error(`nested deeper than ${DEEPEST} levels`);
    ancestors.push(node);
    ts.forEachChild(node, visit);
    ancestors.pop();
  };
  visit(source);
}
