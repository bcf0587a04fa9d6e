import type { SyntaxNode } from '../tree-sitter/syntax-node.ts';
import {
  field,
  inner,
  joinedPieces,
  type LanguageView,
  type Mark,
  other,
  pair,
  sides,
  textAt,
  typedParameters,
} from '../language-view.ts';
import { childrenOf, lineOf, within } from '../tree-sitter/nodes.ts';

export const JAVA_TYPES = [
  'class_declaration',
  'interface_declaration',
  'record_declaration',
  'enum_declaration',
];

export function annotationsOf(node: SyntaxNode): readonly Mark[] {
  const modifiers = childrenOf(node).find(({ type }) => type === 'modifiers');
  return childrenOf(modifiers ?? null)
    .filter(({ type }) => type === 'annotation' || type === 'marker_annotation')
    .map(annotationOf);
}

function annotationOf(node: SyntaxNode): Mark {
  const named = new Map<string, SyntaxNode>();
  let value: SyntaxNode | undefined;
  for (const each of childrenOf(node.childForFieldName('arguments'))) {
    const given = each.type === 'element_value_pair' ? each.childForFieldName('value') : null;
    if (given !== null) named.set(each.childForFieldName('key')?.text ?? '', given);
    else if (!each.type.endsWith('comment')) value ??= each;
  }
  const name = (node.childForFieldName('name')?.text ?? '').replace(/^.*\./s, '');
  return { name, line: lineOf(node), value: value ?? named.get('value'), named, text: node.text };
}

export function annotationNamed(node: SyntaxNode, name: RegExp): Mark | undefined {
  return annotationsOf(node).find((each) => name.test(each.name));
}

/** The members of a class, an interface, a record or an enum. */
export function javaMembers(type: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(type.childForFieldName('body')).flatMap((each) =>
    each.type === 'enum_body_declarations' ? childrenOf(each) : [each],
  );
}

/** The words before a declaration: `public static final`. */
export function modifiersOf(node: SyntaxNode): string {
  return childrenOf(node).find(({ type }) => type === 'modifiers')?.text ?? '';
}

/** The text of a literal; undefined for anything else. */
export function javaText(node: SyntaxNode | null | undefined): string | undefined {
  if (node?.type !== 'string_literal') return undefined;
  return childrenOf(node)
    .map(({ text }) => text)
    .join('');
}

export const javaPieces = joinedPieces(javaText, /^(?:identifier|field_access)$/);

/** The name of a type without its package and what it is made for: `java.util.List<A>` is a `List`. */
export function javaTypeName(node: SyntaxNode | null | undefined): string {
  return (node?.text ?? '').replace(/[<[].*$/s, '').replace(/^.*\./s, '');
}

/** `a.b.c(…)`: the name of what is called, and what it is called on, as it is written. */
export function javaCallee(call: SyntaxNode): { readonly on: string; readonly name: string } {
  return {
    on: call.childForFieldName('object')?.text ?? '',
    name: call.childForFieldName('name')?.text ?? '',
  };
}

export function argumentsIn(call: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(call.childForFieldName('arguments')).filter(({ type }) => !type.endsWith('comment'));
}

export function javaTypes(root: SyntaxNode): readonly SyntaxNode[] {
  return within(root, ...JAVA_TYPES);
}

/** The types a class or an interface builds on, by their names: the class first. */
export function typesAbove(node: SyntaxNode): readonly string[] {
  const lists = childrenOf(node).filter(({ type }) => type === 'extends_interfaces');
  const own = [node.childForFieldName('superclass'), node.childForFieldName('interfaces'), ...lists];
  return own
    .flatMap(childrenOf)
    .flatMap((each) => (each.type === 'type_list' ? childrenOf(each) : [each]))
    .map(javaTypeName);
}

export const java: LanguageView = {
  language: 'java',
  calls: ['method_invocation'],
  functions: /^(?:method_declaration|constructor_declaration)$/,
  methods: ['method_declaration'],
  declares: ['variable_declarator'],
  sets: ['variable_declarator', 'assignment_expression'],
  expression(node) {
    const text = javaText(node);
    if (text !== undefined) return { kind: 'text', text };
    switch (node.type) {
      case 'parenthesized_expression':
        return inner(node);
      case 'binary_expression':
        return sides(node);
      case 'ternary_expression':
        return { kind: 'joined', of: [field(node, 'consequence')] };
      case 'identifier':
        return { kind: 'name', name: node.text };
      case 'object_creation_expression':
        return /^String(?:Builder|Buffer)$/.test(textAt(node, 'type'))
          ? { kind: 'joined', of: argumentsIn(node).slice(0, 1) }
          : other;
      case 'method_invocation': {
        const call = java.call(node);
        const [first = null, ...rest] = call.args;
        const gap = /%(?:\d+\$)?[-\d.]*[a-zA-Z]/;
        if (call.name === 'format' && call.on?.text === 'String')
          return { kind: 'filled', text: first, gap, values: rest };
        if (call.name === 'formatted') return { kind: 'filled', text: call.on, gap, values: call.args };
        return call.name === 'concat'
          ? { kind: 'joined', of: [call.on, ...call.args] }
          : { kind: 'call', ...call };
      }
      default:
        return other;
    }
  },
  call: (node) => ({ on: field(node, 'object'), name: textAt(node, 'name'), args: argumentsIn(node) }),
  assigned: (node) =>
    pair(field(node, 'name') ?? field(node, 'left'), field(node, 'value') ?? field(node, 'right')),
  parameters: typedParameters,
};
