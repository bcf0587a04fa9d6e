import { statementsIn } from '../../syntax/language-view.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { addFlaw } from '../../engine/flaws.ts';
import type { Facts } from '../../engine/facts.ts';
import { goArguments, goCallee, goFields, goText } from '../../syntax/go/view.ts';
import { childrenOf, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { sayFallback, sayUnverified } from './say-others.ts';
import { isOwnSecret, isShipped, SWALLOWED } from './where.ts';

/** What Go does that lets strangers in or loses what was to be kept. */
export const safetyInGo: SyntaxFinder = {
  language: 'go',
  applies: isShipped,
  find(root, facts) {
    for (const call of within(root, 'call_expression')) fallback(call, facts);
    for (const literal of within(root, 'composite_literal')) configured(literal, facts);
    for (const set of within(root, 'assignment_statement')) {
      const left = set.childForFieldName('left')?.text ?? '';
      if (left.endsWith('.InsecureSkipVerify') && set.childForFieldName('right')?.text === 'true')
        sayUnverified(set, facts);
      lost(set, facts);
    }
    for (const choice of within(root, 'if_statement')) empty(choice, facts);
  },
};

/** `tls.Config{InsecureSkipVerify: true}`. */
function configured(literal: SyntaxNode, facts: Facts): void {
  const fields = goFields(literal);
  const skipped = fields.get('InsecureSkipVerify');
  // Whoever checks the connection by itself afterwards knows what it does.
  if (skipped?.text === 'true' && !fields.has('VerifyConnection') && !fields.has('VerifyPeerCertificate'))
    sayUnverified(skipped, facts);
}

/** `getEnv("JWT_SECRET", "changeme")`, whatever the function that does so is called. */
function fallback(call: SyntaxNode, facts: Facts): void {
  const callee = goCallee(call);
  const given = goArguments(call);
  const setting = goText(given[0]);
  if (setting === undefined || !isOwnSecret(setting)) return;
  const text = goText(given[1]);
  // `firstEnv("API_SECRET", "SECRET")`: another name to look for, no text to fall back on.
  const isHelper =
    /env/i.test(callee) && given.length === 2 && !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text ?? '');
  const isSetDefault = /^(?:viper|v|config)\.SetDefault$/.test(callee);
  if ((isHelper || isSetDefault) && sayFallback(setting, text, lineOf(call), facts)) return;
  if (callee === 'os.Getenv' || callee === 'os.LookupEnv') emptyThen(call, setting, facts);
}

/** `secret := os.Getenv("JWT_SECRET"); if secret == "" { secret = "changeme" }`. */
function emptyThen(call: SyntaxNode, setting: string, facts: Facts): void {
  const set = nearestAround(call, /^(?:short_var_declaration|assignment_statement|var_spec)$/);
  const name = (set?.childForFieldName('left') ?? set?.childForFieldName('name'))?.text.split(',')[0];
  const block = nearestAround(call, /^(?:block|source_file)$/);
  if (name === undefined || block === undefined) return;
  for (const choice of statementsIn(block)) {
    if (choice.type !== 'if_statement') continue;
    const asked = choice.childForFieldName('condition')?.text ?? '';
    if (asked !== `${name} == ""` && asked !== `len(${name}) == 0` && asked !== '!ok') continue;
    for (const again of statementsIn(choice.childForFieldName('consequence'))) {
      const text =
        goText(childrenOf(again.childForFieldName('right'))[0] ?? null) ??
        /^\[\]byte\("([^"]*)"\)$/.exec(again.childForFieldName('right')?.text ?? '')?.[1];
      const isSet = again.childForFieldName('left')?.text === name;
      if (isSet && sayFallback(setting, text, lineOf(again), facts)) return;
    }
  }
}

const WRITES =
  /^(?:\w+\.)*(?:db|tx|DB|conn|pool|\w*[rR]epo(?:sitory)?|\w*[sS]tore|queries|q)(?:\.\w+\([^()]*\))*\.(?:Exec\w*|Save\w*|Create\w*|Insert\w*|Update\w*|Delete\w*|Commit)\(/;

/** What can be made again, or nobody waits for. */
const SPARE = /^[^(]*(?:cache|search|index|log|metric|stat|session|track|visit|seen|view)/i;

/** `_, _ = db.Exec(…)`, `_ = repo.Save(order)`. */
function lost(set: SyntaxNode, facts: Facts): void {
  const left = set.childForFieldName('left')?.text ?? '';
  const right = set.childForFieldName('right')?.text ?? '';
  if (!/^_(?:\s*,\s*_)*$/.test(left) || !WRITES.test(right)) return;
  if (SPARE.test(right)) return;
  // In what is run when all is over, or after another failure, nothing can be done about it.
  if (nearestAround(set, /^(?:defer_statement)$/) !== undefined || isAfterFailure(set)) return;
  addFlaw(facts, 'SAFE-005', lineOf(set), SWALLOWED);
}

function isAfterFailure(node: SyntaxNode): boolean {
  const choice = nearestAround(node, /^if_statement$/);
  return /\berr\b|Err\b/.test(choice?.childForFieldName('condition')?.text ?? '');
}

/** `if err := repo.Save(order); err != nil { }`. */
function empty(choice: SyntaxNode, facts: Facts): void {
  const asked = choice.childForFieldName('condition')?.text ?? '';
  const body = choice.childForFieldName('consequence');
  if (!/^\w*[eE]rr\w* != nil$/.test(asked) || childrenOf(body).length > 0 || body === null) return;
  const set = choice.childForFieldName('initializer') ?? before(choice);
  const right = set?.childForFieldName('right')?.text ?? '';
  if (WRITES.test(right)) addFlaw(facts, 'SAFE-005', lineOf(choice), SWALLOWED);
}

function before(choice: SyntaxNode): SyntaxNode | undefined {
  const all = childrenOf(choice.parent);
  return all[all.findIndex(({ startIndex }) => startIndex === choice.startIndex) - 1];
}
