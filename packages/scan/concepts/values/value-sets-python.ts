import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { argumentsOf } from '../../syntax/python/view.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { isDomainField, isDomainName } from './domain-words.ts';
import { ownedName } from './value-sets.ts';
import type { Facts } from '../../engine/facts.ts';

function classAt(node: SyntaxNode, facts: Facts): void {
  const name = node.childForFieldName('name')?.text ?? '';
  for (const each of childrenOf(node.childForFieldName('body'))) {
    if (each.type === 'class_definition') classAt(each, facts);
    if (each.type !== 'expression_statement') continue;
    for (const inner of childrenOf(each)) if (inner.type === 'assignment') assigned(inner, name, facts);
  }
}

function textOf(node: SyntaxNode): string {
  return childrenOf(node).find(({ type }) => type === 'string_content')?.text ?? '';
}

/** `STATUS_CHOICES = [("open", "Open")]`, `Status = Literal["open", "paid"]`, `status: Literal[…]`, `choices=[…]`. */
function assigned(node: SyntaxNode, owner: string, facts: Facts): void {
  const left = node.childForFieldName('left')?.text;
  if (left === undefined) return;
  const right = node.childForFieldName('right');
  const name = owner === '' || !isDomainField(left) ? left : ownedName(owner, left);
  const type = node.childForFieldName('type');
  const literal = [type, right].find((each) => each !== null && /^(?:\w+\.)?Literal\[/.test(each.text));
  if (literal !== undefined && literal !== null) return list(name, textsIn(literal.text), node, facts);
  if (right === null) return;
  if (right.type === 'call') {
    const { placed, named } = argumentsOf(right);
    const choices = named.get('choices') ?? [...placed].find((each) => /^(?:sa\.)?Enum\(/.test(each.text));
    if (choices !== undefined) list(name, valuesIn(choices), node, facts);
    return;
  }
  if (isDomainName(left) && /^(?:list|tuple|set|dictionary)$/.test(right.type))
    list(name, valuesIn(right), node, facts);
  if (right.type === 'string' && isDomainName(left) && /^[A-Z_]+$/.test(left))
    facts.valueSets.push({
      name: left.replace(/_[A-Z]+$/, ''),
      kind: 'constants',
      values: [textOf(right)],
      names: [left],
      line: lineOf(node),
    });
}

function textsIn(text: string): readonly string[] {
  return [...text.matchAll(/["']([^"']*)["']/g)].map((found) => found[1] ?? '');
}

/** Of pairs the first, of anything else all that is text. */
function valuesIn(node: SyntaxNode): readonly string[] {
  if (node.type === 'call') return argumentsOf(node).placed.flatMap((each) => textsIn(each.text));
  return childrenOf(node).flatMap((each) => {
    const first = /^(?:tuple|list)$/.test(each.type)
      ? childrenOf(each)[0]
      : each.type === 'pair'
        ? each.childForFieldName('key')
        : each;
    return first?.type === 'string' ? [textOf(first)] : [];
  });
}

function list(name: string, values: readonly string[], node: SyntaxNode, facts: Facts): void {
  if (values.length < 2 || values.length > 60) return;
  facts.valueSets.push({ name, kind: 'list', values, names: values, line: lineOf(node) });
}

function visit(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'class_definition') classAt(node, facts);
  else if (node.type === 'decorated_definition' || /^(?:if|try)_statement$|^block$/.test(node.type))
    for (const each of childrenOf(node)) visit(each, facts);
  else if (node.type === 'expression_statement')
    for (const each of childrenOf(node)) if (each.type === 'assignment') assigned(each, '', facts);
}

/** Texts that belong together in Python: choices, literals, constants. */
export const pythonValueSets: SyntaxFinder = {
  language: 'python',
  applies: ({ isTest }) => !isTest,
  find(root, facts) {
    for (const each of childrenOf(root)) visit(each, facts);
  },
};
