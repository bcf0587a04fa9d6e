import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { addFlaw } from '../../engine/flaws.ts';
import type { Facts } from '../../engine/facts.ts';
import { argumentsOf, dottedName, pythonPieces } from '../../syntax/python/view.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { sayFallback, sayUnverified } from './say-others.ts';
import { isShipped, SWALLOWED } from './where.ts';

/** What Python does that lets strangers in or loses what was to be kept. */
export const safetyInPython: SyntaxFinder = {
  language: 'python',
  applies: isShipped,
  find(root, facts) {
    for (const call of within(root, 'call')) {
      const name = dottedName(call.childForFieldName('function')) ?? '';
      certificates(call, name, facts);
      fallback(call, name, facts);
    }
    for (const attempt of within(root, 'try_statement')) swallowed(attempt, facts);
    for (const each of within(root, 'class_definition')) settings(each, facts);
  },
};

function certificates(call: SyntaxNode, name: string, facts: Facts): void {
  const { named } = argumentsOf(call);
  const isOff =
    !/jwt|decode/.test(name) &&
    ['verify', 'verify_ssl', 'verify_certs'].some((each) => named.get(each)?.text === 'False');
  if (name === 'ssl._create_unverified_context') sayUnverified(call, facts);
  if (isOff) sayUnverified(call, facts);
}

/** `os.getenv(…)`, and `env(…)` or `config(…)` of the packages that read settings. */
function fallback(call: SyntaxNode, name: string, facts: Facts): void {
  if (!/env|config|setting|secret/i.test(name)) return;
  const { placed, named } = argumentsOf(call);
  sayFallback(textOf(placed[0]), textOf(placed[1] ?? named.get('default')), lineOf(call), facts);
}

/** Fields of settings that pydantic reads from the environment. */
function settings(node: SyntaxNode, facts: Facts): void {
  if (!/\bBaseSettings\b/.test(node.childForFieldName('superclasses')?.text ?? '')) return;
  for (const set of within(node, 'assignment')) {
    const text = textOf(set.childForFieldName('right') ?? undefined);
    sayFallback(set.childForFieldName('left')?.text, text, lineOf(set), facts);
  }
}

function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== 'string') return undefined;
  const pieces = pythonPieces(node);
  return pieces.every((each) => typeof each === 'string') ? pieces.join('') : undefined;
}

const WRITES =
  /\b(?:session|db|conn|connection|self)\.commit\(|\.save\(\)|\.objects\.create\(|\.insert_one\(|\.update_one\(|\.bulk_create\(/;

function swallowed(attempt: SyntaxNode, facts: Facts): void {
  if (!WRITES.test(attempt.childForFieldName('body')?.text ?? '')) return;
  for (const clause of childrenOf(attempt)) {
    if (clause.type !== 'except_clause' || /#/.test(clause.text)) continue;
    if (/^except(?:\s+(?:Base)?Exception(?:\s+as\s+\w+)?)?\s*:\s*(?:pass|\.\.\.)\s*$/.test(clause.text))
      addFlaw(facts, 'SAFE-005', lineOf(clause), SWALLOWED);
  }
}
