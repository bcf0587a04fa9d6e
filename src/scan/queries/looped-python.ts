import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { argumentsOf } from '../parse/python.ts';
import { around, childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { isLoopedSource, LOOPED } from './where.ts';

const DATABASE: readonly RegExp[] = [
  /\.objects(?:\.\w+\([^()]*\))*\.(?:a?get|a?create|a?get_or_create|a?update_or_create|a?first|a?last|a?count|a?exists|a?delete|a?update|aggregate)$/,
  /\.query(?:\.|\().*\.(?:first|all|one|one_or_none|get|count|scalar|first_or_404|get_or_404|delete|update)$/s,
  /\.query\.(?:get|get_or_404|first)$/,
  /(?:^|\.)\w*(?:session|db|conn|connection|cursor|cur)\.(?:execute|scalar|scalars|exec|fetch|fetchrow|fetchval|fetch_one|fetch_all)$/,
  /(?:^|\.)(?:\w+_)?(?:repo|repository|crud|dao)\.(?:get|find|create|update|delete|save|list|add)\w*$/,
];
const REQUEST =
  /^(?:requests|httpx)\.(?:get|post|put|patch|delete|request)$|(?:^|\.)(?:\w*http_?client|async_client|client|http|aiohttp_session)\.(?:get|post|put|patch|delete|request)$/;
/** Who is waited for is no dictionary: `await self.boxes.get(order.box_id)`. */
const STORE = /^self\.\w*(?:s|repo|repository|store|dao|service)\.(?:get|find|fetch|load|by_id)(?:_\w+)?$/;
const DELIBERATE = /chunk|batch|page|slice|attempt|retr|tries|cursor|\brange\(|^[[(]/i;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** Queries and requests of Python that are sent one after the other in a loop. */
export const loopedInPython: SyntaxFinder = {
  language: 'python',
  words: [
    '.objects',
    'session',
    'requests.',
    'httpx',
    '.query',
    'execute',
    'repo',
    'crud',
    'client.',
    'db.',
    'await self.',
  ],
  applies: isLoopedSource,
  find(root, facts) {
    for (const loop of within(root, 'for_statement')) {
      if (loop.text.startsWith('async')) continue;
      const body = loop.childForFieldName('body');
      const list = loop.childForFieldName('right')?.text ?? '';
      const names = namesIn(loop.childForFieldName('left'));
      if (
        body === null ||
        DELIBERATE.test(list) ||
        CONSTANT.test(list) ||
        names.some((name) => DELIBERATE.test(name))
      )
        continue;
      if (/^\s*break\b|\bsleep\(/m.test(body.text)) continue;
      const found = firstAsked(body, loop, namesOfRound(body, names));
      if (found !== undefined) addFlaw(facts, 'BACK-002', lineOf(found.call), LOOPED[found.kind]);
    }
    for (const made of within(root, 'list_comprehension', 'set_comprehension', 'dictionary_comprehension')) {
      const found = askedInList(made);
      if (found !== undefined) addFlaw(facts, 'BACK-002', lineOf(found.call), LOOPED[found.kind]);
    }
  },
};

/** `[Box.query.get(each.box_id).name for each in orders]`. */
function askedInList(made: SyntaxNode): Asked | undefined {
  const body = made.childForFieldName('body');
  const clauses = childrenOf(made).filter(({ type }) => type === 'for_in_clause');
  const list = clauses.map((each) => each.childForFieldName('right')?.text ?? '').join(' ');
  const names = clauses.flatMap((each) => namesIn(each.childForFieldName('left')));
  if (body === null || DELIBERATE.test(list) || CONSTANT.test(list)) return undefined;
  // Sent together, and waited for together.
  const outer = made.parent?.parent;
  if (outer?.type === 'call' && outer.childForFieldName('function')?.text.endsWith('gather') === true)
    return undefined;
  return firstAsked(body, undefined, new Set(names));
}

type Asked = { readonly call: SyntaxNode; readonly kind: keyof typeof LOOPED };

function firstAsked(
  body: SyntaxNode,
  loop: SyntaxNode | undefined,
  names: ReadonlySet<string>,
): Asked | undefined {
  const own = body.type === 'call' ? [body] : [];
  for (const call of [...own, ...within(body, 'call')]) {
    const callee = call.childForFieldName('function')?.text ?? '';
    const isRequest = REQUEST.test(callee);
    // A dictionary is asked with one thing, a session with a model and a key.
    const isGot = /(?:session|db)\.get$/.test(callee) && argumentsOf(call).placed.length === 2;
    const isWaited = call.parent?.type === 'await' && STORE.test(callee);
    if (!isRequest && !isGot && !isWaited && !DATABASE.some((each) => each.test(callee))) continue;
    if (loop !== undefined && !isOfLoop(call, loop)) continue;
    const given = argumentsOf(call).placed;
    // Statements that are run one by one are no list of things that are asked for.
    if (given.length === 1 && names.has(given[0]?.text ?? '') && callee.endsWith('execute')) continue;
    if (!within(call, 'identifier').some(({ text }) => names.has(text))) continue;
    return { call, kind: isRequest ? 'request' : 'database' };
  }
  return undefined;
}

/** Whether the nearest loop or function around is this loop. */
function isOfLoop(call: SyntaxNode, loop: SyntaxNode): boolean {
  for (const each of around(call)) {
    if (/^(?:for_statement|function_definition|lambda|while_statement)$/.test(each.type))
      return each.startIndex === loop.startIndex && each.type === loop.type;
    if (/^(?:raise_statement|return_statement)$/.test(each.type)) return false;
  }
  return false;
}

function namesIn(node: SyntaxNode | null): readonly string[] {
  if (node === null) return [];
  return node.type === 'identifier' ? [node.text] : within(node, 'identifier').map(({ text }) => text);
}

/** The names of a loop, and those that are set inside of it from them. */
function namesOfRound(body: SyntaxNode, names: readonly string[]): ReadonlySet<string> {
  const all = new Set(names);
  for (const set of within(body, 'assignment')) {
    const right = set.childForFieldName('right');
    if (right === null || !within(right, 'identifier').some(({ text }) => all.has(text))) continue;
    for (const name of namesIn(set.childForFieldName('left'))) all.add(name);
  }
  for (const inner of within(body, 'for_statement')) {
    const right = inner.childForFieldName('right');
    if (right !== null && childrenOf(right).some(({ text }) => all.has(text)))
      for (const name of namesIn(inner.childForFieldName('left'))) all.add(name);
  }
  return all;
}
