import type { SyntaxNode } from '../../ports/syntax.ts';
import { goArguments, goAssigned, goCallee, goParameters, goText } from '../parse/go.ts';
import { around, childrenOf, within } from '../parse/tree-sitter-nodes.ts';
import { CLEANS, fixed, given, open, PLACEHOLDERS, type SqlParts } from './sql-text.ts';

const FARTHEST = 6;
/** What a request brought, in the words of net/http and the frameworks. */
const REQUEST =
  /\.(?:FormValue|PostFormValue|PathValue|URLParam|QueryParam|QueryParams|Param|Params|Query|DefaultQuery|PostForm|GetHeader)\(|\bmux\.Vars\(|\.URL\.Query\(\)|\.Header\.Get\(/;

/** A text of Go as it is put together. `at` is where it is used. */
export function goParts(node: SyntaxNode | null, at: SyntaxNode, steps = 0): SqlParts {
  if (node === null || steps > FARTHEST) return fixed;
  const text = goText(node);
  if (text !== undefined) return [text];
  switch (node.type) {
    case 'parenthesized_expression':
      return goParts(childrenOf(node)[0] ?? null, at, steps);
    case 'binary_expression':
      return [
        ...goParts(node.childForFieldName('left'), at, steps),
        ...goParts(node.childForFieldName('right'), at, steps + 1),
      ];
    case 'identifier':
      return ofName(node.text, at, steps);
    case 'selector_expression':
      return ofMember(node, at);
    case 'index_expression':
      return REQUEST.test(node.text) ? given : fixed;
    case 'call_expression':
      return ofCall(node, at, steps);
    default:
      return fixed;
  }
}

/** The functions around, innermost first: what is given to any of them is known inside. */
function functionsAround(at: SyntaxNode): readonly SyntaxNode[] {
  return [...around(at)].filter(({ type }) =>
    /^(?:func_literal|function_declaration|method_declaration)$/.test(type),
  );
}

/** Everything a name was set to in the functions around, before. */
export function setInGo(name: string, at: SyntaxNode): readonly (readonly [SyntaxNode, SyntaxNode])[] {
  const whole = functionsAround(at).at(-1);
  if (whole === undefined) return [];
  return within(whole, 'short_var_declaration', 'assignment_statement', 'var_spec')
    .filter((each) => each.startIndex < at.startIndex)
    .flatMap(goAssigned)
    .filter(([left]) => left.text === name);
}

function ofName(name: string, at: SyntaxNode, steps: number): SqlParts {
  if (PLACEHOLDERS.test(name)) return fixed;
  const set = setInGo(name, at);
  if (set.length > 0) return set.flatMap(([, value]) => goParts(value, value, steps + 1));
  const parameter = parameterNamed(name, at);
  return parameter?.type === 'string' ? open : fixed;
}

function parameterNamed(name: string, at: SyntaxNode): { readonly type: string } | undefined {
  return functionsAround(at)
    .flatMap((each) => goParameters(each.childForFieldName('parameters')))
    .find((each) => each.name === name);
}

/** `input.Name` of what a body was read into, or what the function was given. */
function ofMember(node: SyntaxNode, at: SyntaxNode): SqlParts {
  const root = /^\w+/.exec(node.text)?.[0] ?? '';
  const field = node.childForFieldName('field')?.text ?? '';
  if (/(?:^I[dD]$|I[dD]$|Count|Size|Limit|Offset|Page|Table|Column|Schema|Order)$/i.test(field)) return fixed;
  const whole = functionsAround(at).at(-1)?.text ?? '';
  const isBody = new RegExp(
    `\\.(?:Decode|Bind|BindJSON|ShouldBind\\w*|BodyParser|QueryParser|Parse)\\(\\s*&${root}\\b`,
  ).test(whole);
  if (isBody) return given;
  const type = parameterNamed(root, at)?.type ?? '';
  return /(?:Request|Input|Params|Query|Filter|Form|Dto|DTO|Payload|Body)$/.test(type) &&
    !type.endsWith('http.Request')
    ? open
    : fixed;
}

function ofCall(node: SyntaxNode, at: SyntaxNode, steps: number): SqlParts {
  const callee = goCallee(node);
  const args = goArguments(node);
  if (/^strconv\.|^(?:int|int64|uint|float64|len)$/.test(callee)) return fixed;
  if (/^fmt\.Sprint(?:f|ln)?$/.test(callee)) {
    if (!callee.endsWith('f')) return args.flatMap((each) => goParts(each, at, steps + 1));
    return ofFormat(args[0], args.slice(1), at, steps);
  }
  if (/^strings\.(?:TrimSpace|ToLower|ToUpper|Trim\w*|ReplaceAll|Title)$/.test(callee))
    return goParts(args[0] ?? null, at, steps + 1);
  const name = callee.slice(callee.lastIndexOf('.') + 1);
  if (CLEANS.test(name)) return fixed;
  return REQUEST.test(node.text) ? given : fixed;
}

function ofFormat(
  text: SyntaxNode | undefined,
  values: readonly SyntaxNode[],
  at: SyntaxNode,
  steps: number,
): SqlParts {
  let next = 0;
  return goParts(text ?? null, at, steps + 1).flatMap((part) =>
    typeof part === 'string'
      ? part.split(/(%[-+#\d.[\]]*[a-zA-Z])/).flatMap((piece) => {
          if (!/^%[-+#\d.[\]]*[a-zA-Z]$/.test(piece)) return [piece];
          const value = values[next] ?? null;
          next += 1;
          return /[sv]$/.test(piece) ? goParts(value, at, steps + 1) : fixed;
        })
      : [part],
  );
}
