import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { argumentsIn, javaCallee } from '../parse/java.ts';
import { around, childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { isLoopedSource, LOOPED } from './where.ts';

const STORE =
  /(?:[rR]epository|[rR]epo|[dD]ao|[mM]apper|[jJ]dbcTemplate|jdbc|[jJ]dbcClient|entityManager|em)$/;
const ASKS =
  /^(?:find|get|load|fetch|save|delete|exists|count|query|update|insert|select|execute|read)(?![a-z])\w*$/;
/** They send nothing before the end of the transaction, or are functions of a mapper between types. */
const LATER =
  /^(?:persist|merge|remove|saveAll\w*|deleteAll\w*|batchUpdate|getReference\w*|getClass|updateFrom\w*|updateEntity\w*)$/;
const REQUEST = /(?:[rR]estTemplate|[wW]ebClient|[rR]estClient|[hH]ttpClient|[fF]eignClient|Client)$/;
const SENDS = /^(?:getFor\w+|postFor\w+|exchange|put|delete|patchForObject|send|execute)$/;
const DELIBERATE = /chunk|batch|page|partition|attempt|retr|^List\.of|^Arrays\.asList|\.values\(\)$/i;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

type Asked = { readonly call: SyntaxNode; readonly kind: keyof typeof LOOPED };

/** Queries and requests of Java that wait for one another in a loop. */
export const loopedInJava: SyntaxFinder = {
  language: 'java',
  words: ['for (', '.forEach(', '.map('],
  applies: isLoopedSource,
  find(root, facts, { text }) {
    if (!/[rR]epo|[dD]ao|[mM]apper|jdbc|entityManager|Client|[rR]estTemplate/.test(text)) return;
    for (const loop of within(root, 'enhanced_for_statement')) {
      const body = loop.childForFieldName('body');
      const list = loop.childForFieldName('value')?.text ?? '';
      const name = loop.childForFieldName('name')?.text ?? '';
      if (
        body === null ||
        DELIBERATE.test(list) ||
        CONSTANT.test(list) ||
        /\bbreak;|Thread\.sleep/.test(body.text)
      )
        continue;
      say(firstAsked(body, loop, [name]), facts);
    }
    for (const call of within(root, 'method_invocation')) {
      const { on, name } = javaCallee(call);
      if (!/^(?:forEach|map)$/.test(name) || DELIBERATE.test(on) || !/[a-z]/.test(on)) continue;
      // Of one that may be there there is one at most.
      if (name === 'map' && !/stream\(\)|Stream/.test(on)) continue;
      const [lambda] = argumentsIn(call);
      const body = lambda?.type === 'lambda_expression' ? lambda.childForFieldName('body') : null;
      if (lambda === undefined || body === null) continue;
      const given = lambda.childForFieldName('parameters');
      const names =
        given?.type === 'identifier'
          ? [given.text]
          : within(given ?? lambda, 'identifier').map(({ text: each }) => each);
      say(firstAsked(body, lambda, names), facts);
    }
  },
};

function say(found: Asked | undefined, facts: Parameters<typeof addFlaw>[0]): void {
  if (found !== undefined)
    addFlaw(
      facts,
      'BACK-002',
      lineOf(found.call.childForFieldName('name') ?? found.call),
      LOOPED[found.kind],
    );
}

function firstAsked(body: SyntaxNode, loop: SyntaxNode, own: readonly string[]): Asked | undefined {
  const names = namesOfRound(body, own);
  const calls =
    body.type === 'method_invocation'
      ? [body, ...within(body, 'method_invocation')]
      : within(body, 'method_invocation');
  for (const call of calls) {
    const { on, name } = javaCallee(call);
    // A mapper of MyBatis asks a database; others turn one type into another.
    const asks = /[mM]apper$/.test(on) ? /^(?:select|insert|delete)/ : ASKS;
    const isStore = STORE.test(on) && asks.test(name) && !LATER.test(name);
    const isRequest = REQUEST.test(on) && SENDS.test(name);
    if ((!isStore && !isRequest) || !isOfLoop(call, loop)) continue;
    const given = call.childForFieldName('arguments');
    if (given === null || !within(given, 'identifier').some((each) => names.has(each.text))) continue;
    return { call, kind: isRequest ? 'request' : 'database' };
  }
  return undefined;
}

function isOfLoop(call: SyntaxNode, loop: SyntaxNode): boolean {
  if (call.startIndex === loop.startIndex) return true;
  for (const each of around(call)) {
    if (each.startIndex === loop.startIndex && each.endIndex === loop.endIndex) return true;
    if (
      /^(?:enhanced_for_statement|for_statement|while_statement|do_statement|lambda_expression|catch_clause)$/.test(
        each.type,
      )
    )
      return false;
  }
  return false;
}

/** The variable of the loop and what is made of it. */
function namesOfRound(body: SyntaxNode, own: readonly string[]): ReadonlySet<string> {
  const all = new Set(own);
  for (const set of within(body, 'variable_declarator')) {
    const name = set.childForFieldName('name')?.text;
    const value = set.childForFieldName('value');
    if (name === undefined || value === null) continue;
    const words =
      value.type === 'identifier' ? [value] : [...within(value, 'identifier'), ...childrenOf(value)];
    if (words.some(({ text }) => all.has(text))) all.add(name);
  }
  return all;
}
