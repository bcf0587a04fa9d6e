import type { SyntaxNode } from '../../ports/syntax.ts';
import { annotationNamed, argumentsIn, javaCallee, javaText } from '../parse/java.ts';
import { childrenOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import { CLEANS, fixed, given, open, PLACEHOLDERS, type SqlParts } from './sql-text.ts';

const FARTHEST = 6;
const REQUEST =
  /\b(?:request|req|exchange|context|ctx)\.(?:getParameter|getHeader|getQueryString|queryParam|pathVariable|formParam)\(/;
/** Numbers, times and identifiers carry no words. */
const WORDLESS =
  /^(?:byte|short|int|long|float|double|boolean|Byte|Short|Integer|Long|Float|Double|Boolean|BigDecimal|BigInteger|UUID|Instant|LocalDate|LocalDateTime|OffsetDateTime|Date|Timestamp)$/;

/** A text of Java as it is put together. `at` is where it is used. */
export function javaParts(node: SyntaxNode | null, at: SyntaxNode, steps = 0): SqlParts {
  if (node === null || steps > FARTHEST) return fixed;
  const text = javaText(node);
  if (text !== undefined) return [text];
  switch (node.type) {
    case 'parenthesized_expression':
      return javaParts(childrenOf(node)[0] ?? null, at, steps);
    case 'binary_expression':
      return [
        ...javaParts(node.childForFieldName('left'), at, steps),
        ...javaParts(node.childForFieldName('right'), at, steps + 1),
      ];
    case 'ternary_expression':
      return javaParts(node.childForFieldName('consequence'), at, steps + 1);
    case 'identifier':
      return ofName(node.text, at, steps);
    case 'object_creation_expression':
      return /^String(?:Builder|Buffer)$/.test(node.childForFieldName('type')?.text ?? '')
        ? javaParts(argumentsIn(node)[0] ?? null, at, steps + 1)
        : fixed;
    case 'method_invocation':
      return ofCall(node, at, steps);
    default:
      return fixed;
  }
}

function methodAround(at: SyntaxNode): SyntaxNode | undefined {
  return nearestAround(at, /^(?:method_declaration|constructor_declaration)$/);
}

/** Everything a name was set to in the method around, before. */
export function setInJava(name: string, at: SyntaxNode): readonly SyntaxNode[] {
  const method = methodAround(at);
  if (method === undefined) return [];
  return within(method, 'variable_declarator', 'assignment_expression').filter(
    (each) =>
      (each.childForFieldName('name') ?? each.childForFieldName('left'))?.text === name &&
      each.startIndex < at.startIndex,
  );
}

function ofName(name: string, at: SyntaxNode, steps: number): SqlParts {
  if (PLACEHOLDERS.test(name)) return fixed;
  const set = setInJava(name, at);
  if (set.length > 0)
    return [
      ...set.flatMap((each) =>
        javaParts(each.childForFieldName('value') ?? each.childForFieldName('right'), each, steps + 1),
      ),
      ...appended(name, at, steps),
    ];
  const parameter = childrenOf(methodAround(at)?.childForFieldName('parameters') ?? null).find(
    (each) => each.childForFieldName('name')?.text === name,
  );
  if (parameter === undefined || WORDLESS.test(parameter.childForFieldName('type')?.text ?? '')) return fixed;
  return annotationNamed(parameter, /^(?:RequestParam|PathVariable|RequestHeader|QueryParam|PathParam)$/) ===
    undefined
    ? open
    : given;
}

/** `sql.append("… '").append(name)` of a builder. */
function appended(name: string, at: SyntaxNode, steps: number): SqlParts {
  const method = methodAround(at);
  if (method === undefined || steps > 2) return [];
  return within(method, 'method_invocation')
    .filter((call) => call.startIndex < at.startIndex && javaCallee(call).name === 'append')
    .filter((call) => new RegExp(`^${name}\\s*\\.`).test(call.text))
    .toSorted((a, b) => a.endIndex - b.endIndex)
    .flatMap((call) => javaParts(argumentsIn(call)[0] ?? null, at, steps + 1));
}

function ofCall(node: SyntaxNode, at: SyntaxNode, steps: number): SqlParts {
  if (REQUEST.test(node.text)) return given;
  const { on, name } = javaCallee(node);
  const args = argumentsIn(node);
  if (name === 'format' && on === 'String') return ofFormat(args[0], args.slice(1), at, steps);
  if (name === 'formatted') return ofFormat(node.childForFieldName('object') ?? undefined, args, at, steps);
  if (name === 'concat')
    return [node.childForFieldName('object'), ...args].flatMap((each) => javaParts(each, at, steps + 1));
  if (CLEANS.test(name)) return fixed;
  if (/^(?:trim|strip|toLowerCase|toUpperCase|toString|replace|append)$/.test(name))
    return javaParts(node.childForFieldName('object'), at, steps + 1);
  // What a getter of something given says is somebody's word.
  const isGiven = /^get[A-Z]\w*$/.test(name) && args.length === 0 && /^[a-z]\w*$/.test(on);
  return isGiven && !/(?:Id|Count|Size|Number|Date|Time|At|Table\w*|Name\(\))$/.test(name)
    ? ofName(on, at, steps + 1)
    : fixed;
}

function ofFormat(
  text: SyntaxNode | undefined,
  values: readonly SyntaxNode[],
  at: SyntaxNode,
  steps: number,
): SqlParts {
  let next = 0;
  return javaParts(text ?? null, at, steps + 1).flatMap((part) =>
    typeof part === 'string'
      ? part.split(/(%(?:\d+\$)?[-\d.]*[a-zA-Z])/).flatMap((piece) => {
          if (!/^%(?:\d+\$)?[-\d.]*[a-zA-Z]$/.test(piece)) return [piece];
          const value = values[next] ?? null;
          next += 1;
          return piece.endsWith('s') ? javaParts(value, at, steps + 1) : fixed;
        })
      : [part],
  );
}
