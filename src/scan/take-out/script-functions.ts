import { languageOf } from '../languages.ts';
import { parseCode, walk } from '../parse/parse-code.ts';
import * as ts from '../parse/typescript.ts';
import {
  CALLS,
  MOST_NOTED,
  type Edit,
  type FunctionBody,
  putIn,
  type Removal,
  type TextFunctions,
} from './function-body.ts';

/** The functions of a TypeScript or JavaScript file; undefined where the text is not a whole program. */
export function scriptFunctions(path: string, text: string): TextFunctions | undefined {
  const language = languageOf(path) ?? '';
  const { source } = parseCode({ path, language, text, isTest: false, isSide: false });
  const { parseDiagnostics = [] } = source as { readonly parseDiagnostics?: readonly unknown[] };
  if (parseDiagnostics.length > 0) return undefined;
  // Vue and Svelte say elsewhere whether their script is typed.
  const isTyped = /^(?:typescript|tsx)$/.test(language);
  const nothing = isTyped ? 'undefined as never' : 'undefined';
  const functions: FunctionBody[] = [];
  const comments: Comment[] = [];
  const ancestors: ts.Node[] = [];
  walk(source, ancestors, (node) => {
    comments.push(...commentsIn(node, source));
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const { body } = node;
    const name = nameOf(node, ancestors);
    const from = node.getStart(source);
    const edits = (removal: Removal, note: string): readonly Edit[] => {
      const leave = `${note}${leaving(node, removal, nothing)}`;
      return ts.isBlock(body)
        ? [putIn(startIn(node, body, source), ` ${leave}`)]
        : [putIn(body.getStart(source), `{ ${leave} return (`), putIn(body.end, '); }')];
    };
    const names = node.parameters.map((each) =>
      each.dotDotDotToken === undefined ? ts.wordOf(each.name) : '',
    );
    // Only what a file gives away can be called from outside of it.
    const canNote = name !== '' && isAtTop(ancestors) && !names.includes('');
    const note = (file: string): string => noting(JSON.stringify([file, name]), names, isTyped);
    functions.push({ name, start: from, end: node.end, edits, ...(canNote ? { note } : {}) });
  });
  return { functions, comments };
}

type Comment = TextFunctions['comments'][number];

const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//g;

/** The comments between the parts of a node: texts, patterns and templates are parts, so none of them is there. */
function commentsIn(node: ts.Node, source: ts.SourceFile): readonly Comment[] {
  if (node.kind < ts.SyntaxKind.FirstNode) return [];
  const gaps: Comment[] = [];
  let from = ts.isSourceFile(node) ? 0 : node.getStart(source);
  ts.forEachChild(node, (part) => {
    gaps.push({ start: from, end: part.getStart(source) });
    from = part.end;
  });
  gaps.push({ start: from, end: node.end });
  return gaps.flatMap(({ start, end }) =>
    [...source.text.slice(start, end).matchAll(COMMENT)].map(({ 0: said, index }) => ({
      start: start + index,
      end: start + index + said.length,
    })),
  );
}

/** In no class and in no other function. */
function isAtTop(ancestors: readonly ts.Node[]): boolean {
  return !ancestors.some((each) => ts.isClassLike(each) || ts.isFunctionLike(each));
}

function noting(about: string, parameters: readonly string[], isTyped: boolean): string {
  const call = `${about.slice(0, -1)},[${parameters.join(', ')}]]`;
  const write = `p.getBuiltinModule('fs').appendFileSync(p.env.${CALLS}, JSON.stringify(${call}) + '\\n')`;
  const all = isTyped ? '(globalThis as any)' : 'globalThis';
  const isEarly = `(g.callsNoted = (g.callsNoted ?? 0) + 1) <= ${MOST_NOTED}`;
  return `try { const g = ${all}, p = g['process']; if (${isEarly}) ${write}; } catch {} `;
}

function leaving(node: ts.Node, removal: Removal, nothing: string): string {
  if (removal === 'throw') return "throw new Error('taken out');";
  const isMute = ts.isConstructorDeclaration(node) || node.kind === ts.SyntaxKind.SetAccessor;
  return isMute ? 'return;' : `return ${nothing};`;
}

/** Behind the opening brace; in a constructor that calls `super`, behind that call. */
function startIn(node: ts.Node, body: ts.Block, source: ts.SourceFile): number {
  const before = ts.isConstructorDeclaration(node)
    ? body.statements.find(
        (each) =>
          ts.isExpressionStatement(each) &&
          ts.isCallExpression(each.expression) &&
          each.expression.expression.kind === ts.SyntaxKind.SuperKeyword,
      )
    : undefined;
  return before?.end ?? body.getStart(source) + 1;
}

/** Its own name, or that of what it is assigned to; with the class it is in. */
function nameOf(node: ts.Node, ancestors: readonly ts.Node[]): string {
  const around = ancestors.at(-1);
  const own = ts.isConstructorDeclaration(node)
    ? 'constructor'
    : ts.keyOf((node as { readonly name?: ts.Node }).name);
  if (own !== '') {
    const owner = ts.isClassLike(around) ? ts.keyOf(around.name) : '';
    return owner === '' ? own : `${owner}.${own}`;
  }
  if (ts.isVariableDeclaration(around) || ts.isPropertyAssignment(around) || ts.isPropertyDeclaration(around))
    return ts.keyOf(around.name);
  return ts.isBinaryExpression(around) ? ts.lastWord(around.left) : '';
}
