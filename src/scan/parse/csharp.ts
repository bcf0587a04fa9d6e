import type { SyntaxNode } from '../../ports/syntax.ts';
import {
  field,
  inner,
  type LanguageView,
  member,
  other,
  pair,
  sides,
  textAt,
  typedParameters,
} from './language-view.ts';
import { childrenOf } from './tree-sitter-nodes.ts';
import type { Pieces } from '../syntax/pieces.ts';

/** What text an expression of C# is, as far as it is written out. */
export function csharpPieces(node: SyntaxNode): Pieces {
  if (/^(?:verbatim_|raw_)?string_literal$/.test(node.type))
    return [node.text.replace(/^[@$]*"+/, '').replace(/"+$/, '')];
  return /^(?:identifier|member_access_expression)$/.test(node.type) ? [{ name: node.text }] : [{ hole: '' }];
}

export const csharp: LanguageView = {
  language: 'csharp',
  calls: ['invocation_expression', 'object_creation_expression'],
  functions:
    /^(?:method_declaration|constructor_declaration|local_function_statement|global_statement|compilation_unit|accessor_declaration)$/,
  methods: ['method_declaration'],
  declares: ['variable_declarator'],
  sets: ['variable_declarator', 'assignment_expression'],
  expression(node) {
    if (/^(?:verbatim_|raw_)?string_literal$/.test(node.type))
      return { kind: 'text', text: node.text.replace(/^[@$]*"+/, '').replace(/"+$/, '') };
    switch (node.type) {
      case 'interpolated_string_expression':
        return {
          kind: 'joined',
          of: childrenOf(node).flatMap((each): readonly (string | SyntaxNode | null)[] =>
            each.type === 'interpolation'
              ? [childrenOf(each).find(({ type }) => type !== 'interpolation_brace') ?? null]
              : /content|text/.test(each.type)
                ? [each.text]
                : [],
          ),
        };
      case 'parenthesized_expression':
        return inner(node);
      case 'conditional_expression':
        return inner(node, 1);
      case 'binary_expression':
        return sides(node);
      case 'identifier':
        return { kind: 'name', name: node.text };
      case 'element_access_expression':
        return member('index', node);
      case 'member_access_expression':
        return member('member', node, textAt(node, 'name'));
      case 'invocation_expression': {
        const call = csharp.call(node);
        if (!/^string$/i.test(call.on?.text ?? '')) return { kind: 'call', ...call };
        const [text = null, ...values] = call.args;
        if (call.name === 'Format') return { kind: 'filled', text, gap: /\{(\d+)[^}]*\}/, values };
        return call.name === 'Concat' ? { kind: 'joined', of: call.args } : { kind: 'call', ...call };
      }
      default:
        return other;
    }
  },
  call(node) {
    const callee = field(node, 'function') ?? field(node, 'type');
    const isMember = callee?.type === 'member_access_expression';
    return {
      on: isMember ? field(callee, 'expression') : null,
      name: (isMember ? textAt(callee, 'name') : (callee?.text ?? '')).replace(/<.*$/s, ''),
      args: childrenOf(field(node, 'arguments')).flatMap((each) => childrenOf(each).at(-1) ?? []),
    };
  },
  assigned: (node) =>
    pair(
      field(node, 'name') ?? field(node, 'left') ?? childrenOf(node)[0] ?? null,
      field(node, 'right') ?? childrenOf(node).at(-1) ?? null,
    ),
  parameters: typedParameters,
};
