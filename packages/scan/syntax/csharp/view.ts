import type { SyntaxNode } from '../tree-sitter/syntax-node.ts';
import {
  field,
  inner,
  type LanguageView,
  type Mark,
  member,
  other,
  pair,
  sides,
  textAt,
  typedParameters,
} from '../language-view.ts';
import { childrenOf, lineOf } from '../tree-sitter/nodes.ts';
import type { Pieces } from '../typescript/pieces.ts';

/** What text an expression of C# is, as far as it is written out. */
export function csharpPieces(node: SyntaxNode): Pieces {
  if (/^(?:verbatim_|raw_)?string_literal$/.test(node.type))
    return [node.text.replace(/^[@$]*"+/, '').replace(/"+$/, '')];
  return /^(?:identifier|member_access_expression)$/.test(node.type) ? [{ name: node.text }] : [{ hole: '' }];
}

const PASSAGES =
  /^(?:(?:file_scoped_)?namespace_declaration|declaration_list|class_declaration|record_declaration)$/;

/** The classes, records and enumerations of a file, those inside of others as well. */
export function csharpTypes(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).flatMap((each) => [
    ...(/^(?:class|record|enum)_declaration$/.test(each.type) ? [each] : []),
    ...(PASSAGES.test(each.type) ? csharpTypes(each) : []),
  ]);
}

/** The attributes before a class or a member. */
export function attributesOf(node: SyntaxNode): readonly Mark[] {
  return childrenOf(node)
    .filter(({ type }) => type === 'attribute_list')
    .flatMap(childrenOf)
    .filter(({ type }) => type === 'attribute')
    .map((attribute) => {
      const list = childrenOf(attribute).find(({ type }) => type === 'attribute_argument_list') ?? null;
      const named = new Map<string, SyntaxNode>();
      let value: SyntaxNode | undefined;
      for (const each of childrenOf(list)) {
        const name = /^(\w+)\s*[=:](?!=)/.exec(each.text)?.[1];
        const given = childrenOf(each).at(-1);
        if (given === undefined) continue;
        if (name === undefined) value ??= given;
        else named.set(name, given);
      }
      const name = textAt(attribute, 'name')
        .replace(/Attribute$/, '')
        .replace(/^.*\./, '');
      return { name, line: lineOf(attribute), value, named, text: attribute.text };
    });
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
