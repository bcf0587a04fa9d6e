import type { SyntaxNode } from '../tree-sitter/syntax-node.ts';
import {
  field,
  inner,
  joinedPieces,
  type LanguageView,
  member,
  other,
  sides,
  textAt,
} from '../language-view.ts';
import { childrenOf } from '../tree-sitter/nodes.ts';

/** The text of a literal; undefined for anything else. */
export function goText(node: SyntaxNode | null | undefined): string | undefined {
  if (node?.type === 'interpreted_string_literal' || node?.type === 'raw_string_literal')
    return node.text.slice(1, -1);
  return undefined;
}

export const goPieces = joinedPieces(goText, /^(?:identifier|selector_expression)$/);

export function goArguments(call: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(call.childForFieldName('arguments')).filter(({ type }) => type !== 'comment');
}

/** What is called, as it is written: `json.NewDecoder(r.Body).Decode`. */
export function goCallee(call: SyntaxNode): string {
  return call.childForFieldName('function')?.text ?? '';
}

/** The name of a type without its package, pointer and brackets: `[]*store.User` is a `User`. */
export function goTypeName(node: SyntaxNode | null | undefined): string {
  return (node?.text ?? '')
    .replace(/^(?:\[\w*\]|\*|\.\.\.)+/, '')
    .replace(/\[.*$/s, '')
    .replace(/^.*\./s, '');
}

export type GoParameter = { readonly name: string; readonly type: string };

/** Parameters in order; several may share a type. */
export function goParameters(list: SyntaxNode | null): readonly GoParameter[] {
  return childrenOf(list).flatMap((each) => {
    const type = each.childForFieldName('type')?.text ?? '';
    const names = childrenOf(each).filter(({ type: kind }) => kind === 'identifier');
    return names.length === 0 ? [{ name: '', type }] : names.map(({ text }) => ({ name: text, type }));
  });
}

/** `func (s *Server) Name(…)`: the name of the variable and of the type; both empty for a plain function. */
export function goReceiver(node: SyntaxNode): { readonly name: string; readonly type: string } {
  const [receiver] = goParameters(node.childForFieldName('receiver'));
  return {
    name: receiver?.name ?? '',
    type: (receiver?.type ?? '').replace(/^\*/, '').replace(/\[.*$/s, ''),
  };
}

/** The functions and methods at the top of a file. */
export function goFunctions(root: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(root).filter(
    ({ type }) => type === 'function_declaration' || type === 'method_declaration',
  );
}

/** What stands on both sides of `:=`, `=` or in a `var`, in pairs. */
export function goAssigned(node: SyntaxNode): readonly (readonly [SyntaxNode, SyntaxNode])[] {
  const isSpec = node.type === 'var_spec' || node.type === 'const_spec';
  const left = isSpec
    ? childrenOf(node).filter(({ type }) => type === 'identifier')
    : childrenOf(node.childForFieldName('left'));
  const right = childrenOf(node.childForFieldName(isSpec ? 'value' : 'right'));
  return left.flatMap((each, at) => {
    const value = right[at];
    return value === undefined ? [] : [[each, value] as const];
  });
}

/** `package.Type` → `Type` values of a composite literal, by the name of the field. */
export function goFields(literal: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  for (const each of childrenOf(literal.childForFieldName('body'))) {
    if (each.type !== 'keyed_element') continue;
    const key = each.childForFieldName('key')?.text;
    const value = childrenOf(each.childForFieldName('value'))[0];
    if (key !== undefined && value !== undefined) found.set(key, value);
  }
  return found;
}

export const go: LanguageView = {
  language: 'go',
  calls: ['call_expression'],
  functions: /^(?:func_literal|function_declaration|method_declaration)$/,
  methods: ['function_declaration', 'method_declaration'],
  declares: ['short_var_declaration', 'var_spec'],
  sets: ['short_var_declaration', 'assignment_statement', 'var_spec'],
  expression(node) {
    const text = goText(node);
    if (text !== undefined) return { kind: 'text', text };
    switch (node.type) {
      case 'parenthesized_expression':
        return inner(node);
      case 'binary_expression':
        return sides(node);
      case 'identifier':
        return { kind: 'name', name: node.text };
      case 'selector_expression':
        return member('member', node, textAt(node, 'field'));
      case 'index_expression':
        return member('index', node);
      case 'call_expression': {
        const call = go.call(node);
        if (call.on?.text !== 'fmt' || !call.name.startsWith('Sprint')) return { kind: 'call', ...call };
        const [first = null, ...values] = call.args;
        if (!call.name.endsWith('f')) return { kind: 'joined', of: call.args };
        return { kind: 'filled', text: first, gap: /%[-+#\d.[\]]*[a-zA-Z]/, values };
      }
      default:
        return other;
    }
  },
  call(node) {
    const callee = field(node, 'function');
    const isMember = callee?.type === 'selector_expression';
    return {
      on: isMember ? field(callee, 'operand') : null,
      name: isMember ? textAt(callee, 'field') : (callee?.text ?? ''),
      args: goArguments(node),
    };
  },
  assigned: goAssigned,
  parameters: (around) =>
    childrenOf(field(around, 'parameters')).flatMap((node) =>
      childrenOf(node)
        .filter(({ type }) => type === 'identifier')
        .map(({ text }) => ({ name: text, type: textAt(node, 'type'), node })),
    ),
};
