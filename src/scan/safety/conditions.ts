import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { field, textAt } from '../parse/language-view.ts';
import { childrenOf, lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import { views } from '../parse/views.ts';
import * as ts from '../parse/typescript.ts';
import type { FactFinder, FactWalk, SyntaxFinder } from '../rule.ts';
import { isShipped } from './where.ts';

/** Two sides and what is between them, as they are written. */
type Operation = { readonly sign: string; readonly left: string; readonly right: string };

const AND = /^(?:&&|and)$/;
const OR = /^(?:\|\||or)$/;
const SAME = /^={2,3}$/;
const OTHER = /^!={1,2}$/;
/** What is certainly not the same as another one that is written differently: texts, numbers, members of enumerations. */
const VALUE = /^(?:'[^']*'|"[^"]*"|\d[\d_.]*|[A-Z]\w*(?:\.[A-Z]\w*)+|[A-Z][A-Z\d]*_[A-Z\d_]+)$/;
/** What says the same each time it is asked. */
const PLAIN = /^[\w$]+(?:\??\.[\w$]+)*$/;

/** What an operation always comes to, whatever its parts are; undefined where that depends. `last` is the comparison on its left. */
function outcome({ sign, left, right }: Operation, first?: Operation, last?: Operation): boolean | undefined {
  const hasFalse = /^(?:false|False)$/.test(right) || /^(?:false|False)$/.test(left);
  const hasTrue = /^(?:true|True)$/.test(right) || /^(?:true|True)$/.test(left);
  if (AND.test(sign) && hasFalse) return false;
  if (OR.test(sign) && hasTrue) return true;
  if (SAME.test(sign) && /^(?:\[\]|\{\})$/.test(right) && PLAIN.test(left)) return false;
  if (first === undefined || last === undefined || first.left !== last.left || !PLAIN.test(first.left))
    return undefined;
  if (first.right === last.right || !VALUE.test(first.right) || !VALUE.test(last.right)) return undefined;
  if (OR.test(sign) && OTHER.test(first.sign) && OTHER.test(last.sign)) return true;
  return AND.test(sign) && SAME.test(first.sign) && SAME.test(last.sign) ? false : undefined;
}

const ALWAYS = (is: boolean): string => `This condition is always ${String(is)}, whatever its parts are`;

const tight = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('"', "'");

function operationOf(node: ts.Node, source: ts.SourceFile): Operation | undefined {
  const bare = ts.unwrapped(node) ?? node;
  if (!ts.isBinaryExpression(bare)) return undefined;
  const [sign, left, right] = [bare.operatorToken, bare.left, bare.right].map((each) =>
    tight(each.getText(source)),
  );
  return { sign: sign ?? '', left: left ?? '', right: right ?? '' };
}

const SIGNS = /^(?:&&|\|\||={2,3})$/;

function binary(node: ts.BinaryExpression, walk: FactWalk): void {
  const { source } = walk.file;
  if (!SIGNS.test(node.operatorToken.getText(source))) return;
  const operation = operationOf(node, source);
  if (operation === undefined) return;
  const before =
    ts.isBinaryExpression(node.left) &&
    AND.test(operation.sign) === (node.left.operatorToken.getText(source) === '&&')
      ? node.left.right
      : node.left;
  const first = operationOf(before, source) ?? operationOf(node.left, source);
  const is = outcome(operation, first, operationOf(node.right, source));
  if (is !== undefined) walk.flaw('SAFE-007', node, ALWAYS(is));
}

function branch(node: ts.IfStatement | ts.ConditionalExpression, walk: FactWalk): void {
  const condition = ts.isIfStatement(node) ? node.expression : node.condition;
  if (ts.isTrue(condition) || ts.isFalse(condition))
    walk.flaw('SAFE-007', node, ALWAYS(ts.isTrue(condition)));
}

/** Conditions of TypeScript and JavaScript that cannot come out differently. */
export const constantConditions: FactFinder = {
  applies: isShipped,
  visit: new Map([
    ts.on(ts.isBinaryExpression, binary),
    ts.on(ts.isIfStatement, branch),
    ts.on(ts.isConditionalExpression, branch),
  ]),
};

function sidesOf(node: SyntaxNode | null): Operation | undefined {
  if (node?.type === 'parenthesized_expression') return sidesOf(childrenOf(node)[0] ?? null);
  if (node === null || !/^(?:binary_expression|boolean_operator|comparison_operator)$/.test(node.type))
    return undefined;
  const [left, right] = [
    field(node, 'left') ?? childrenOf(node)[0],
    field(node, 'right') ?? childrenOf(node).at(-1),
  ];
  if (left === undefined || right === undefined) return undefined;
  const sign = node.text.slice(left.endIndex - node.startIndex, right.startIndex - node.startIndex).trim();
  return { sign, left: tight(left.text), right: tight(right.text) };
}

/** The same in every other language. */
export const constantInOthers: readonly SyntaxFinder[] = Object.values(views).map(({ language }) => ({
  language,
  applies: isShipped,
  find(root, facts) {
    for (const node of within(root, 'binary_expression', 'boolean_operator')) {
      const operation = sidesOf(node);
      // `x is true || y` of C#: the grammar takes all behind `is` for the pattern.
      if (
        operation === undefined ||
        nearestAround(node, /^(?!binary_expression$)/)?.type.endsWith('pattern') === true
      )
        continue;
      const left = field(node, 'left');
      const nested = sidesOf(left);
      const before = nested?.sign === operation.sign ? sidesOf(field(left, 'right')) : nested;
      const is = outcome(operation, before, sidesOf(field(node, 'right')));
      if (is !== undefined) addFlaw(facts, 'SAFE-007', lineOf(node), ALWAYS(is));
    }
    for (const node of within(root, 'if_statement')) {
      const word = textAt(node, 'condition').replaceAll(/[()\s]/g, '');
      if (/^(?:true|false)$/i.test(word))
        addFlaw(facts, 'SAFE-007', lineOf(node), ALWAYS(/true/i.test(word)));
    }
  },
}));
