import { typescript as ts } from '../../packages/scan/index.ts';

import type { DefectKind, PlantingPlace } from './kinds.ts';

const OPPOSITE: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.EqualsEqualsToken, '!='],
  [ts.SyntaxKind.ExclamationEqualsToken, '=='],
]);

const NEXT_TO: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);

const OTHER: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
]);

/** Conditions that mean the opposite, bounds that are off by one, operators that are others. */
export function conditionSites(node: ts.Node): readonly PlantingPlace[] {
  if (ts.isBinaryExpression(node)) return operatorSites(node);
  const condition = conditionOf(node);
  return condition === undefined ? [] : flipped(condition);
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) ? node.condition : undefined;
}

function flipped(condition: ts.Expression): readonly PlantingPlace[] {
  const said = condition.getText();
  const what = `the condition ${short(said)} is negated`;
  if (ts.isBinaryExpression(condition)) {
    const other = OPPOSITE.get(condition.operatorToken.kind);
    if (other !== undefined) return [overToken(condition.operatorToken, 'flipped-condition', other, what)];
  }
  const [start, end] = [condition.getStart(), condition.getEnd()];
  const isNegated =
    ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken;
  const text = isNegated ? condition.operand.getText() : `!(${said})`;
  return [{ kind: 'flipped-condition', start, end, text, what }];
}

function operatorSites({ operatorToken, left, right }: ts.BinaryExpression): readonly PlantingPlace[] {
  const { kind } = operatorToken;
  const said = `${short(left.getText())} ${operatorToken.getText()} ${short(right.getText())}`;
  const bound = NEXT_TO.get(kind);
  if (bound !== undefined)
    return [overToken(operatorToken, 'off-by-one', bound, `the bound ${said} is off by one`)];
  if (kind === ts.SyntaxKind.MinusToken && /(?:\.|\b)(?:length|size)$/.test(left.getText())) {
    const [start, end] = [left.getEnd(), right.getEnd()];
    return [{ kind: 'off-by-one', start, end, text: '', what: `the index ${said} is off by one` }];
  }
  const other = OTHER.get(kind);
  if (other === undefined) return [];
  return [overToken(operatorToken, 'wrong-operator', other, `${said} is computed with ${other} instead`)];
}

function overToken(token: ts.Node, kind: DefectKind, text: string, what: string): PlantingPlace {
  return { kind, start: token.getStart(), end: token.getEnd(), text, what };
}

/** So much of a piece of code as fits in a sentence. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
