import ts from 'typescript-api';

import type { Route } from '../packages/scan/concepts/routes/model/route.ts';

/** The text of a file without one of its routes; undefined where it cannot be taken out. */
export function withoutRoute(route: Route, text: string): string | undefined {
  if (route.isFile) return '';
  if (/\.(?:py|cs|java|go)$/.test(route.file)) return withoutLines(text, route.line);
  const source = ts.createSourceFile(route.file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const lineOf = (node: ts.Node): number =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  let range: readonly [number, number] | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && lineOf(node.name) === route.line) {
      const [first] = ts.getDecorators(node) ?? [];
      const last = (ts.getDecorators(node) ?? []).at(-1);
      if (first !== undefined && last !== undefined) range ??= [first.getStart(source), last.end];
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      const word = name.text.toUpperCase().replace(/^DEL$/, 'DELETE').replace(/^ALL$/, 'ANY');
      const isIt = word === route.method || name.text === 'route' || name.text === 'openapi';
      if (isIt && lineOf(name) === route.line) range ??= [node.expression.expression.end, node.end];
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return range === undefined ? undefined : text.slice(0, range[0]) + text.slice(range[1]);
}

/** The line of a decorator, an attribute or a call, and what belongs to its brackets. */
function withoutLines(text: string, line: number): string {
  const lines = text.split('\n');
  let depth = 0;
  for (let at = line - 1; at < lines.length; at += 1) {
    const each = lines[at] ?? '';
    depth += (each.match(/[([{]/g)?.length ?? 0) - (each.match(/[)\]}]/g)?.length ?? 0);
    lines[at] = '';
    if (depth <= 0) break;
  }
  return lines.join('\n');
}
