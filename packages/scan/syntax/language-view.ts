import type { SyntaxNode } from './tree-sitter/syntax-node.ts';
import type { Pieces } from './typescript/pieces.ts';
import { childrenOf } from './tree-sitter/nodes.ts';

/** What an expression is, in the same words for every language. */
export type Expression =
  | { readonly kind: 'text'; readonly text: string }
  /** Put together in this order: texts as they are, the rest as expressions. */
  | { readonly kind: 'joined'; readonly of: readonly (string | SyntaxNode | null)[] }
  /** A text with gaps that values are put into. */
  | {
      readonly kind: 'filled';
      readonly text: SyntaxNode | null;
      readonly gap: RegExp;
      readonly values: readonly (SyntaxNode | null)[];
    }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member' | 'index'; readonly root: string; readonly field: string }
  | ({ readonly kind: 'call' } & Call)
  | { readonly kind: 'other' };

/** `on` is what a method is called on. */
export type Call = {
  readonly on: SyntaxNode | null;
  readonly name: string;
  readonly args: readonly SyntaxNode[];
};

export type Parameter = { readonly name: string; readonly type: string; readonly node: SyntaxNode };

/** `@Name(…)` or `[Name(…)]` before a class, a member or a parameter. */
export type Mark = {
  /** Without the package it may be written with. */
  readonly name: string;
  readonly line: number;
  /** What it was given without a name or as `value`; undefined where nothing was. */
  readonly value: SyntaxNode | undefined;
  readonly named: ReadonlyMap<string, SyntaxNode>;
  readonly text: string;
};

/** How one language is written. A rule over several languages is written once, over this. */
export type LanguageView = {
  readonly language: 'python' | 'csharp' | 'java' | 'go';
  /** The kinds of nodes that are calls, plain ones first. */
  readonly calls: readonly [string, ...string[]];
  /** Functions and methods that have a name, and everything that has variables of its own. */
  readonly methods: readonly string[];
  readonly functions: RegExp;
  /** What sets a name for the first time, and all that sets one. */
  readonly declares: readonly string[];
  readonly sets: readonly string[];
  expression(node: SyntaxNode): Expression;
  call(node: SyntaxNode): Call;
  /** What a node that sets something sets, and to what. */
  assigned(node: SyntaxNode): readonly (readonly [SyntaxNode, SyntaxNode])[];
  parameters(around: SyntaxNode): readonly Parameter[];
};

export const field = (node: SyntaxNode | null | undefined, name: string): SyntaxNode | null =>
  node?.childForFieldName(name) ?? null;
export const textAt = (node: SyntaxNode | null | undefined, name: string): string =>
  field(node, name)?.text ?? '';
export const member = (kind: 'member' | 'index', node: SyntaxNode, last = ''): Expression => ({
  kind,
  root: /^[\w@]+/.exec(node.text)?.[0] ?? '',
  field: last,
});
export const other: Expression = { kind: 'other' };
/** `left = right` by the fields of a node. */
export const pair = (left: SyntaxNode | null, right: SyntaxNode | null) =>
  left === null || right === null ? [] : [[left, right] as const];
export const sides = (node: SyntaxNode): Expression => ({
  kind: 'joined',
  of: [field(node, 'left'), field(node, 'right')],
});
export const inner = (node: SyntaxNode, at = 0): Expression => ({
  kind: 'joined',
  of: [childrenOf(node)[at] ?? null],
});

export function typedParameters(around: SyntaxNode) {
  return childrenOf(field(around, 'parameters')).map((node) => ({
    name: textAt(node, 'name'),
    type: textAt(node, 'type'),
    node,
  }));
}

/** A reader of what text an expression is, as far as it is written out, where `+` joins texts. */
export function joinedPieces(textOf: (node: SyntaxNode) => string | undefined, names: RegExp) {
  return function pieces(node: SyntaxNode | null | undefined): Pieces {
    if (node === null || node === undefined) return [];
    const text = textOf(node);
    if (text !== undefined) return text === '' ? [] : [text];
    if (node.type === 'parenthesized_expression') return pieces(childrenOf(node)[0]);
    if (node.type === 'binary_expression' && node.text.includes('+'))
      return [...pieces(field(node, 'left')), ...pieces(field(node, 'right'))];
    return names.test(node.type) && /^[\w.]+$/.test(node.text) ? [{ name: node.text }] : [{ hole: '' }];
  };
}

/** What is called, as it is written but without spaces: `json.NewDecoder(r.Body).Decode`. */
export function calleeOf(view: LanguageView, node: SyntaxNode): string {
  const { on, name } = view.call(node);
  const written = field(node, 'function')?.text ?? (on === null ? name : `${on.text}.${name}`);
  return written.replaceAll(/\s+/g, '');
}

/** The statements of a body, without remarks; the body itself where it is an expression. */
export function statementsIn(body: SyntaxNode | null): readonly SyntaxNode[] {
  if (body !== null && body.type !== 'block') return [body];
  return childrenOf(body)
    .flatMap((each) => (each.type === 'statement_list' ? childrenOf(each) : [each]))
    .filter(({ type }) => !type.endsWith('comment'));
}
