import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import type { Facts } from '../../engine/facts.ts';
import { addFlaw } from '../../engine/flaws.ts';
import { lineOf, nearestAround } from '../../syntax/tree-sitter/nodes.ts';
import { fallsBack, isFallback, isOwnSecret, UNVERIFIED } from './where.ts';

/** Says so unless somebody chooses it. */
export function sayUnverified(node: SyntaxNode, facts: Facts): void {
  const choice = /^(?:if_statement|expression_case|conditional_expression|ternary_expression)$/;
  if (nearestAround(node, choice) === undefined) addFlaw(facts, 'SAFE-002', lineOf(node), UNVERIFIED);
}

/** Says so where a secret of the application's own has a text to fall back on; whether it did. */
export function sayFallback(
  setting: string | undefined,
  text: string | undefined,
  line: number,
  facts: Facts,
): boolean {
  if (setting === undefined || text === undefined || !isOwnSecret(setting) || !isFallback(text)) return false;
  addFlaw(facts, 'SAFE-003', line, fallsBack(setting));
  return true;
}
