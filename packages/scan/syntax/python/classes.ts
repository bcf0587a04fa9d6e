import type { SyntaxNode } from '../tree-sitter/syntax-node.ts';
import { childrenOf, lineOf } from '../tree-sitter/nodes.ts';

/** `name: type = value` in the body of a class. */
export type PythonMember = {
  readonly name: string;
  readonly type: string | undefined;
  readonly value: SyntaxNode | null;
  readonly line: number;
};

export type PythonClass = {
  readonly name: string;
  /** As they are written: `models.Model`, `Base`. */
  readonly bases: readonly string[];
  /** `table=True` among the bases. */
  readonly keywords: ReadonlyMap<string, string>;
  readonly members: readonly PythonMember[];
  readonly inner: readonly PythonClass[];
  readonly line: number;
};

/** The classes of a module, those in functions and conditions as well. */
export function pythonClasses(root: SyntaxNode): readonly PythonClass[] {
  const found: PythonClass[] = [];
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > DEEPEST) return;
    for (const each of childrenOf(node)) {
      if (each.type === 'class_definition') found.push(classOf(each));
      else if (PASSAGES.test(each.type)) visit(each, depth + 1);
    }
  };
  visit(root, 0);
  return found;
}

const DEEPEST = 12;
const PASSAGES =
  /^(?:decorated_definition|if_statement|else_clause|elif_clause|try_statement|except_clause|block|with_statement|function_definition)$/;

function classOf(node: SyntaxNode): PythonClass {
  const bases: string[] = [];
  const keywords = new Map<string, string>();
  for (const each of childrenOf(node.childForFieldName('superclasses'))) {
    if (each.type === 'keyword_argument')
      keywords.set(each.childForFieldName('name')?.text ?? '', each.childForFieldName('value')?.text ?? '');
    else if (each.type !== 'comment') bases.push(each.text);
  }
  const members: PythonMember[] = [];
  const inner: PythonClass[] = [];
  for (const each of childrenOf(node.childForFieldName('body'))) {
    if (each.type === 'class_definition') inner.push(classOf(each));
    const definition = each.type === 'decorated_definition' ? each.childForFieldName('definition') : null;
    if (definition?.type === 'class_definition') inner.push(classOf(definition));
    const member = each.type === 'expression_statement' ? memberOf(childrenOf(each)[0]) : undefined;
    if (member !== undefined) members.push(member);
  }
  const name = node.childForFieldName('name')?.text ?? '';
  return { name, bases, keywords, members, inner, line: lineOf(node) };
}

function memberOf(node: SyntaxNode | undefined): PythonMember | undefined {
  if (node?.type !== 'assignment') return undefined;
  const left = node.childForFieldName('left');
  if (left?.type !== 'identifier') return undefined;
  const type = node.childForFieldName('type')?.text;
  return { name: left.text, type, value: node.childForFieldName('right'), line: lineOf(node) };
}

/** What a text or number literal is; undefined for anything else. */
export function pythonLiteral(node: SyntaxNode | null | undefined): string | number | undefined {
  if (node === null || node === undefined) return undefined;
  if (node.type === 'integer' || node.type === 'float') return Number(node.text.replaceAll('_', ''));
  if (node.type === 'unary_operator' && /^-\d+$/.test(node.text)) return Number(node.text);
  if (node.type === 'parenthesized_expression') return pythonLiteral(childrenOf(node)[0]);
  if (node.type !== 'string' || /^\w*[fF]\w*["']/.test(node.text)) return undefined;
  return childrenOf(node)
    .filter(({ type }) => type === 'string_content')
    .map(({ text }) => text)
    .join('');
}
