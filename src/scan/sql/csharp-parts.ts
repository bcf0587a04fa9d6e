import type { SyntaxNode } from '../../ports/syntax.ts';
import { childrenOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import { CLEANS, fixed, given, open, PLACEHOLDERS, type SqlParts } from './sql-text.ts';

const FARTHEST = 6;
const REQUEST = /\bRequest\.(?:Query|Form|Headers|Cookies|RouteValues|QueryString|Params)\b/;

/** A text of C# as it is put together. `at` is where it is used. */
export function csharpParts(node: SyntaxNode | null, at: SyntaxNode, steps = 0): SqlParts {
  if (node === null || steps > FARTHEST) return fixed;
  if (/^(?:verbatim_|raw_)?string_literal$/.test(node.type))
    return [node.text.replace(/^[@$]*"+/, '').replace(/"+$/, '')];
  switch (node.type) {
    case 'interpolated_string_expression':
      return childrenOf(node).flatMap((each) =>
        each.type === 'interpolation'
          ? csharpParts(
              childrenOf(each).find(({ type }) => type !== 'interpolation_brace') ?? null,
              at,
              steps + 1,
            )
          : /content|text/.test(each.type)
            ? [each.text]
            : [],
      );
    case 'parenthesized_expression':
      return csharpParts(childrenOf(node)[0] ?? null, at, steps);
    case 'binary_expression':
      return [
        ...csharpParts(node.childForFieldName('left'), at, steps),
        ...csharpParts(node.childForFieldName('right'), at, steps + 1),
      ];
    case 'conditional_expression':
      return csharpParts(childrenOf(node)[1] ?? null, at, steps + 1);
    case 'identifier':
      return ofName(node.text, at, steps);
    case 'element_access_expression':
      return REQUEST.test(node.text) ? given : open;
    case 'member_access_expression':
      return ofMember(node.text);
    case 'invocation_expression':
      return ofCall(node, at, steps);
    default:
      return fixed;
  }
}

/** Everything a name was set to in the method around. */
export function setInMethod(name: string, at: SyntaxNode): readonly SyntaxNode[] {
  const method = methodAround(at);
  if (method === undefined) return [];
  return within(method, 'variable_declarator', 'assignment_expression').filter(
    (each) =>
      (each.childForFieldName('name') ?? each.childForFieldName('left') ?? childrenOf(each)[0])?.text ===
        name && each.startIndex < at.startIndex,
  );
}

function methodAround(at: SyntaxNode): SyntaxNode | undefined {
  return nearestAround(
    at,
    /^(?:method_declaration|constructor_declaration|local_function_statement|global_statement|compilation_unit|accessor_declaration)$/,
  );
}

function ofName(name: string, at: SyntaxNode, steps: number): SqlParts {
  if (PLACEHOLDERS.test(name)) return fixed;
  const set = setInMethod(name, at);
  if (set.length > 0)
    return set.flatMap((each) =>
      csharpParts(each.childForFieldName('right') ?? childrenOf(each).at(-1) ?? null, each, steps + 1),
    );
  const parameters = methodAround(at)?.childForFieldName('parameters') ?? null;
  const parameter = childrenOf(parameters).find((each) => each.childForFieldName('name')?.text === name);
  if (parameter === undefined) return fixed;
  // A number or an identifier of the system carries no words.
  return /^(?:int|long|short|byte|bool|Guid|DateTime|decimal|double|float|uint|ulong)\??$/.test(
    parameter.childForFieldName('type')?.text ?? '',
  )
    ? fixed
    : open;
}

function ofMember(text: string): SqlParts {
  if (REQUEST.test(text)) return given;
  return /^(?:this|_\w+|[A-Z]\w*)\b|\.(?:Length|Count|Ticks)$/.test(text) ? fixed : open;
}

function ofCall(node: SyntaxNode, at: SyntaxNode, steps: number): SqlParts {
  const callee = node.childForFieldName('function');
  const args = childrenOf(node.childForFieldName('arguments')).map((each) => childrenOf(each).at(-1) ?? null);
  if (callee?.text === 'string.Format' || callee?.text === 'String.Format')
    return ofFormat(csharpParts(args[0] ?? null, at, steps), args.slice(1), at, steps);
  if (callee?.text === 'string.Concat' || callee?.text === 'String.Concat')
    return args.flatMap((each) => csharpParts(each, at, steps + 1));
  const name =
    (callee?.type === 'member_access_expression' ? callee.childForFieldName('name') : callee)?.text ?? '';
  if (CLEANS.test(name)) return fixed;
  if (/^(?:Trim|ToLower|ToUpper|ToString|Replace)$/.test(name))
    return csharpParts(callee?.childForFieldName('expression') ?? null, at, steps + 1);
  return fixed;
}

function ofFormat(
  text: SqlParts,
  values: readonly (SyntaxNode | null)[],
  at: SyntaxNode,
  steps: number,
): SqlParts {
  return text.flatMap((part) => {
    if (typeof part !== 'string') return [part];
    return part
      .split(/\{(\d+)[^}]*\}/)
      .flatMap((piece, index) =>
        index % 2 === 0 ? [piece] : csharpParts(values[Number(piece)] ?? null, at, steps + 1),
      );
  });
}
