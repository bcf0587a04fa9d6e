import type { SyntaxNode } from '../tree-sitter/syntax-node.ts';
import type { Piece, Pieces } from '../typescript/pieces.ts';
import { field, inner, type LanguageView, member, other, pair, sides, textAt } from '../language-view.ts';
import { childrenOf } from '../tree-sitter/nodes.ts';

/** `a.b.c` as it is written; undefined for anything else. */
export function dottedName(node: SyntaxNode | null): string | undefined {
  if (node === null) return undefined;
  return /^(?:identifier|attribute|dotted_name)$/.test(node.type) && /^[\w.]+$/.test(node.text)
    ? node.text
    : undefined;
}

/** What text an expression of Python is, as far as its file says. */
export function pythonPieces(node: SyntaxNode | null): Pieces {
  if (node === null) return [];
  if (node.type === 'string') return childrenOf(node).flatMap(stringPart);
  if (node.type === 'concatenated_string') return childrenOf(node).flatMap((each) => pythonPieces(each));
  if (node.type === 'parenthesized_expression') return pythonPieces(childrenOf(node)[0] ?? null);
  if (node.type === 'binary_operator' && node.text.includes('+'))
    return [
      ...pythonPieces(node.childForFieldName('left')),
      ...pythonPieces(node.childForFieldName('right')),
    ];
  const name = dottedName(node);
  return name === undefined ? [{ hole: '' }] : [{ name }];
}

function stringPart(node: SyntaxNode): readonly Piece[] {
  if (node.type === 'string_content') return [node.text];
  if (node.type !== 'interpolation') return [];
  const name = dottedName(node.childForFieldName('expression'));
  return [name === undefined ? { hole: '' } : { name }];
}

/** The arguments of a call: those by place, and those by name. */
export function argumentsOf(call: SyntaxNode): {
  readonly placed: readonly SyntaxNode[];
  readonly named: ReadonlyMap<string, SyntaxNode>;
} {
  const placed: SyntaxNode[] = [];
  const named = new Map<string, SyntaxNode>();
  for (const each of childrenOf(call.childForFieldName('arguments'))) {
    if (each.type === 'comment') continue;
    const value = each.type === 'keyword_argument' ? each.childForFieldName('value') : null;
    const name = each.childForFieldName('name')?.text;
    if (each.type !== 'keyword_argument') placed.push(each);
    else if (value !== null && name !== undefined) named.set(name, value);
  }
  return { placed, named };
}

export const python: LanguageView = {
  language: 'python',
  calls: ['call'],
  functions: /^(?:function_definition|module)$/,
  methods: ['function_definition'],
  declares: ['assignment'],
  sets: ['assignment', 'augmented_assignment'],
  expression(node) {
    switch (node.type) {
      case 'string':
        return { kind: 'joined', of: childrenOf(node).flatMap(joinedPart) };
      case 'concatenated_string':
        return { kind: 'joined', of: childrenOf(node) };
      case 'parenthesized_expression':
      case 'conditional_expression':
        return inner(node);
      case 'binary_operator': {
        if (textAt(node, 'operator') === '+') return sides(node);
        if (textAt(node, 'operator') !== '%') return other;
        const right = field(node, 'right');
        const list = right?.type === 'tuple' || right?.type === 'dictionary' ? childrenOf(right) : [right];
        const values = list.map((each) => (each?.type === 'pair' ? field(each, 'value') : each));
        return { kind: 'filled', text: field(node, 'left'), gap: /%(?:\(\w+\))?s/, values };
      }
      case 'identifier':
        return { kind: 'name', name: node.text };
      case 'attribute':
        return member('member', node, textAt(node, 'attribute'));
      case 'subscript':
        return member('index', node);
      case 'call': {
        const call = python.call(node);
        if (call.name !== 'format' || call.on === null) return { kind: 'call', ...call };
        return { kind: 'filled', text: call.on, gap: /\{\w*(?:\[\w+\])?\}/, values: call.args };
      }
      default:
        return other;
    }
  },
  call(node) {
    const callee = field(node, 'function');
    const isMember = callee?.type === 'attribute';
    const { placed, named } = argumentsOf(node);
    return {
      on: isMember ? field(callee, 'object') : null,
      name: isMember ? textAt(callee, 'attribute') : (callee?.text ?? ''),
      args: [...placed, ...named.values()],
    };
  },
  assigned: (node) => pair(field(node, 'left'), field(node, 'right')),
  parameters: (around) =>
    childrenOf(field(around, 'parameters')).map((node) => ({
      name: (field(node, 'name') ?? childrenOf(node)[0] ?? node).text,
      type: textAt(node, 'type'),
      node,
    })),
};

/** A format of its own, like `{n:d}`, makes a number of it. */
function joinedPart(node: SyntaxNode): readonly (string | SyntaxNode | null)[] {
  if (node.type === 'string_content') return [node.text];
  return node.type === 'interpolation' && !/:[\d,.]*[dfgxeX]\}$/.test(node.text)
    ? [field(node, 'expression')]
    : [];
}
