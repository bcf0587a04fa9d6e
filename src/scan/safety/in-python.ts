import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import type { Facts } from '../facts/facts.ts';
import { argumentsOf, dottedName, pythonPieces } from '../parse/python.ts';
import { childrenOf, lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { sayFallback, sayUnverified } from './say-others.ts';
import { ANY_ORIGIN, isShipped, SHELL, SWALLOWED } from './where.ts';

/** What Python does that lets strangers in or loses what was to be kept. */
export const safetyInPython: SyntaxFinder = {
  language: 'python',
  applies: isShipped,
  find(root, facts) {
    for (const call of within(root, 'call')) {
      const name = dottedName(call.childForFieldName('function')) ?? '';
      shell(call, name, facts);
      certificates(call, name, facts);
      fallback(call, name, facts);
      openToAll(call, name, facts);
    }
    for (const attempt of within(root, 'try_statement')) swallowed(attempt, facts);
    for (const each of within(root, 'class_definition')) settings(each, facts);
    djangoOrigins(root, facts);
  },
};

function shell(call: SyntaxNode, name: string, facts: Facts): void {
  const { placed, named } = argumentsOf(call);
  const isShell =
    /^(?:os\.(?:system|popen)|commands\.getoutput|subprocess\.(?:getoutput|getstatusoutput))$/.test(name) ||
    (/^(?:subprocess\.)?(?:run|call|check_call|check_output|Popen)$/.test(name) &&
      named.get('shell')?.text === 'True');
  const [command] = placed;
  if (!isShell || command === undefined || isInSafe(call)) return;
  if (isPutTogether(command, call)) addFlaw(facts, 'SAFE-001', lineOf(call), SHELL);
}

function isInSafe(call: SyntaxNode): boolean {
  return /shlex\.quote|pipes\.quote/.test(nearestAround(call, /^function_definition$/)?.text ?? '');
}

/** Whether a text that is written here has a value of the function's caller in it. */
function isPutTogether(node: SyntaxNode, call: SyntaxNode): boolean {
  const method = nearestAround(call, /^function_definition$/);
  if (method === undefined) return false;
  const text = node.type === 'identifier' ? assigned(node.text, method) : node;
  if (text === undefined) return false;
  const format =
    text.type === 'call' && text.childForFieldName('function')?.text.endsWith('.format') === true;
  if (format) return argumentsOf(text).placed.some((each) => isOutside(dottedName(each), method));
  if (text.type === 'binary_operator' && /%/.test(text.text) && /^["']/.test(text.text))
    return within(text, 'identifier').some((each) => isOutside(each.text, method));
  if (!/^(?:string|concatenated_string|binary_operator)$/.test(text.type)) return false;
  return pythonPieces(text).some(
    (piece) => typeof piece !== 'string' && 'name' in piece && isOutside(piece.name, method),
  );
}

function assigned(name: string, method: SyntaxNode): SyntaxNode | undefined {
  const set = within(method, 'assignment').findLast((each) => each.childForFieldName('left')?.text === name);
  return set?.childForFieldName('right') ?? undefined;
}

/** Whether a name is given to the function, or made from what a request brought. */
function isOutside(name: string | undefined, method: SyntaxNode): boolean {
  if (name === undefined) return false;
  const root = name.split('.')[0] ?? '';
  if (root === 'request') return true;
  if (root === 'self' || root === 'settings' || /^[A-Z_0-9]+$/.test(name)) return false;
  const given = childrenOf(method.childForFieldName('parameters'));
  if (given.some((each) => (each.childForFieldName('name') ?? each).text.split(/[:=]/)[0]?.trim() === root))
    return true;
  return /\brequest\.|\binput\(/.test(assigned(root, method)?.text ?? '');
}

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

const ANY = /^[[(]?\s*["']\*["']\s*,?\s*[\])]?$/;

function openToAll(call: SyntaxNode, name: string, facts: Facts): void {
  const { placed, named } = argumentsOf(call);
  const isStarlette = /(?:^|\.)add_middleware$/.test(name) && placed[0]?.text.endsWith('CORSMiddleware');
  const isFlask = /(?:^|\.)CORS$/.test(name);
  const isAny =
    (isStarlette &&
      named.get('allow_credentials')?.text === 'True' &&
      isEverybody(named.get('allow_origins'), call)) ||
    (isFlask &&
      named.get('supports_credentials')?.text === 'True' &&
      isEverybody(named.get('origins'), call));
  if (isAny) addFlaw(facts, 'SAFE-004', lineOf(call), ANY_ORIGIN);
}

function isEverybody(node: SyntaxNode | undefined, call: SyntaxNode): boolean {
  if (node === undefined) return false;
  if (node.type !== 'identifier') return ANY.test(node.text);
  const file = nearestAround(call, /^module$/);
  const set = file === undefined ? undefined : assigned(node.text, file);
  return set !== undefined && ANY.test(set.text);
}

function djangoOrigins(root: SyntaxNode, facts: Facts): void {
  const sets = within(root, 'assignment').filter((each) => each.childForFieldName('right')?.text === 'True');
  const named = (name: RegExp): SyntaxNode | undefined =>
    sets.find((each) => name.test(each.childForFieldName('left')?.text ?? ''));
  const all = named(/^CORS_(?:ALLOW_ALL_ORIGINS|ORIGIN_ALLOW_ALL)$/);
  const isInIf = all !== undefined && nearestAround(all, /^if_statement$/) !== undefined;
  if (all !== undefined && !isInIf && named(/^CORS_ALLOW_CREDENTIALS$/) !== undefined)
    addFlaw(facts, 'SAFE-004', lineOf(all), ANY_ORIGIN);
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
