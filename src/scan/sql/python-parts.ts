import type { SyntaxNode } from '../../ports/syntax.ts';
import { argumentsOf } from '../parse/python.ts';
import { childrenOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import { CLEANS, fixed, given, type Hole, open, PLACEHOLDERS, type SqlParts } from './sql-text.ts';

const FARTHEST = 6;
const REQUEST =
  /\brequest\.(?:args|form|json|values|GET|POST|data|query_params|path_params|headers|cookies|get_json)\b/;

/** A text of Python as it is put together. `at` is where it is used. */
export function pythonParts(node: SyntaxNode | null, at: SyntaxNode, steps = 0): SqlParts {
  if (node === null || steps > FARTHEST) return fixed;
  switch (node.type) {
    case 'string':
      return childrenOf(node).flatMap((each) => ofStringPart(each, at, steps));
    case 'concatenated_string':
      return childrenOf(node).flatMap((each) => pythonParts(each, at, steps));
    case 'parenthesized_expression':
      return pythonParts(childrenOf(node)[0] ?? null, at, steps);
    case 'binary_operator':
      return ofOperator(node, at, steps);
    case 'conditional_expression':
      return pythonParts(childrenOf(node)[0] ?? null, at, steps + 1);
    case 'identifier':
      return ofName(node.text, at, steps);
    case 'attribute':
      return ofAttribute(node.text);
    case 'subscript':
      return REQUEST.test(node.text) ? given : open;
    case 'call':
      return ofCall(node, at, steps);
    default:
      return fixed;
  }
}

function ofStringPart(node: SyntaxNode, at: SyntaxNode, steps: number): SqlParts {
  if (node.type === 'string_content') return [node.text];
  if (node.type !== 'interpolation') return [];
  // A format of its own, like `{n:d}`, makes a number of it.
  if (/:[\d,.]*[dfgxeX]\}$/.test(node.text)) return fixed;
  return pythonParts(node.childForFieldName('expression'), at, steps + 1);
}

/** `a + b` and `'… %s …' % values`. */
function ofOperator(node: SyntaxNode, at: SyntaxNode, steps: number): SqlParts {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  const sign = node.childForFieldName('operator')?.text;
  if (sign === '+') return [...pythonParts(left, at, steps), ...pythonParts(right, at, steps + 1)];
  if (sign !== '%') return fixed;
  const text = pythonParts(left, at, steps);
  const isList = right?.type === 'tuple' || right?.type === 'dictionary';
  const values = isList ? childrenOf(right) : right === null ? [] : [right];
  const nodes = values.map((each) => (each.type === 'pair' ? each.childForFieldName('value') : each));
  return filled(
    text,
    /%(?:\(\w+\))?s/,
    nodes.map((each) => holeOf(pythonParts(each, at, steps + 1))),
  );
}

/** `'… {} …'.format(values)`. */
function ofFormat(text: SqlParts, call: SyntaxNode, at: SyntaxNode, steps: number): SqlParts {
  const { placed, named } = argumentsOf(call);
  const values = [...placed, ...named.values()];
  return filled(
    text,
    /\{\w*(?:\[\w+\])?\}/,
    values.map((each) => holeOf(pythonParts(each, at, steps + 1))),
  );
}

/** The text with its gaps filled, in order; one gap more than there are values gets the last of them. */
function filled(text: SqlParts, gap: RegExp, values: readonly Hole[]): SqlParts {
  let next = 0;
  return text.flatMap((part) => {
    if (typeof part !== 'string') return [part];
    const pieces = part.split(new RegExp(gap.source, 'g'));
    return pieces.flatMap((piece, index) => {
      if (index === 0) return [piece];
      const value = values[Math.min(next, values.length - 1)] ?? { hole: 'fixed' as const };
      next += 1;
      return [value, piece];
    });
  });
}

function holeOf(parts: SqlParts): Hole {
  const holes = parts.filter((each) => typeof each !== 'string');
  return (
    holes.find(({ hole }) => hole === 'given') ??
    holes.find(({ hole }) => hole === 'open') ?? { hole: 'fixed' }
  );
}

/** Everything a name was set to in the function around, before it is used. */
export function setBefore(name: string, at: SyntaxNode): readonly SyntaxNode[] {
  const body = nearestAround(at, /^(?:function_definition|module)$/);
  if (body === undefined) return [];
  return within(body, 'assignment', 'augmented_assignment').filter(
    (each) => each.childForFieldName('left')?.text === name && each.startIndex < at.startIndex,
  );
}

function ofName(name: string, at: SyntaxNode, steps: number): SqlParts {
  if (PLACEHOLDERS.test(name)) return fixed;
  const set = setBefore(name, at);
  if (set.length > 0)
    return set.flatMap((each) => pythonParts(each.childForFieldName('right'), each, steps + 1));
  const around = nearestAround(at, /^function_definition$/);
  const parameters = around?.childForFieldName('parameters');
  const parameter = childrenOf(parameters ?? null).find(
    (each) => (each.childForFieldName('name') ?? childrenOf(each)[0] ?? each).text === name,
  );
  if (parameter === undefined || /^(?:self|cls)$/.test(name)) return fixed;
  // Numbers carry no words.
  return /^(?:list\[)?(?:int|float|bool|UUID)\b/i.test(parameter.childForFieldName('type')?.text ?? '')
    ? fixed
    : open;
}

function ofAttribute(text: string): SqlParts {
  if (REQUEST.test(text)) return given;
  return /^(?:self|cls|settings|config|[A-Z]\w*|os)\b|table|column|schema/.test(text) ? fixed : open;
}

function ofCall(node: SyntaxNode, at: SyntaxNode, steps: number): SqlParts {
  if (REQUEST.test(node.text)) return /^(?:int|float)\(/.test(node.text) ? fixed : given;
  const callee = node.childForFieldName('function');
  const name = (callee?.type === 'attribute' ? callee.childForFieldName('attribute') : callee)?.text ?? '';
  const on = callee?.type === 'attribute' ? callee.childForFieldName('object') : null;
  if (
    name === 'format' &&
    on !== null &&
    /^(?:string|concatenated_string|identifier|parenthesized_expression)$/.test(on.type)
  )
    return ofFormat(pythonParts(on, at, steps), node, at, steps);
  if (CLEANS.test(name)) return fixed;
  if (/^(?:strip|lower|upper|replace)$/.test(name)) return pythonParts(on, at, steps + 1);
  if (/^(?:str|text|dedent)$/.test(name))
    return pythonParts(argumentsOf(node).placed[0] ?? null, at, steps + 1);
  if (name === 'join') return ofJoined(argumentsOf(node).placed[0] ?? null, at, steps);
  return fixed;
}

/** `', '.join(ids)`, `','.join(['%s'] * n)`, `','.join(f"'{x}'" for x in names)`. */
function ofJoined(list: SyntaxNode | null, at: SyntaxNode, steps: number): SqlParts {
  if (list === null) return fixed;
  if (/^(?:generator_expression|list_comprehension)$/.test(list.type)) {
    const each = list.childForFieldName('body') ?? childrenOf(list)[0] ?? null;
    if (each?.type !== 'string') return each?.type === 'call' && !each.text.startsWith('str(') ? fixed : open;
    const isFilled = each.text.startsWith('f') && each.text.includes('{');
    return isFilled ? childrenOf(each).flatMap(ofRepeated) : fixed;
  }
  return list.type === 'identifier' ? ofName(list.text, at, steps + 1) : fixed;
}

function ofRepeated(part: SyntaxNode): SqlParts {
  if (part.type === 'string_content') return [part.text];
  return part.type === 'interpolation' ? open : [];
}
