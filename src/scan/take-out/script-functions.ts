import { languageOf } from '../languages.ts';
import { parseCode, walk } from '../parse/parse-code.ts';
import * as ts from '../parse/typescript.ts';
import { type Edit, type FunctionBody, putIn, type Removal, type TextFunctions } from './function-body.ts';

/** The functions of a TypeScript or JavaScript file; undefined where the text is not a whole program. */
export function scriptFunctions(path: string, text: string): TextFunctions | undefined {
  const language = languageOf(path) ?? '';
  const { source } = parseCode({ path, language, text, isTest: false, isSide: false });
  const { parseDiagnostics = [] } = source as { readonly parseDiagnostics?: readonly unknown[] };
  if (parseDiagnostics.length > 0) return undefined;
  // Vue and Svelte say elsewhere whether their script is typed.
  const nothing = /^(?:typescript|tsx)$/.test(language) ? 'undefined as never' : 'undefined';
  const functions: FunctionBody[] = [];
  const comments: Comment[] = [];
  const ancestors: ts.Node[] = [];
  walk(source, ancestors, (node) => {
    comments.push(...commentsIn(node, source));
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const { body } = node;
    const name = nameOf(node, ancestors);
    const from = node.getStart(source);
    const edits = (removal: Removal): readonly Edit[] =>
      ts.isBlock(body)
        ? [putIn(startIn(node, body, source), ` ${leaving(node, removal, nothing)}`)]
        : [
            putIn(body.getStart(source), `{ ${leaving(node, removal, nothing)} return (`),
            putIn(body.end, '); }'),
          ];
    functions.push({ name, start: from, end: node.end, edits });
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
