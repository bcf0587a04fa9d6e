import type { SyntaxNode } from '../../ports/syntax.ts';
import type { Facts } from '../facts/facts.ts';
import { addFlaw } from '../facts/flaws.ts';
import type { LanguageView } from '../parse/language-view.ts';
import { lineOf, nearestAround } from '../parse/tree-sitter-nodes.ts';
import { partsOf } from '../sql/parts.ts';
import { fallsBack, isFallback, isOwnSecret, SHELL, UNVERIFIED } from './where.ts';

const SHELLS = /^(?:.*\/)?(?:sh|bash|zsh|ash|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/;

/** `sh -c`: a program that reads what follows as commands. */
export function isShell(program: string | undefined, flag: string | undefined): boolean {
  return SHELLS.test(program ?? '') && /^(?:-l?c|\/[cC]|-Command)$/.test(flag ?? '');
}

/** Says so where a command is a text with values of somebody else in it. */
export function sayCommand(
  language: LanguageView['language'],
  command: SyntaxNode | undefined,
  at: SyntaxNode,
  facts: Facts,
): void {
  const parts = partsOf(language, command, at);
  const isOpen = parts.some((each) => typeof each !== 'string' && each.hole !== 'fixed');
  if (isOpen && parts.some((each) => typeof each === 'string' && each.trim() !== ''))
    addFlaw(facts, 'SAFE-001', lineOf(at), SHELL);
}

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
