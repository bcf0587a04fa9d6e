import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { goAssigned, goCallee } from '../parse/go.ts';
import { around, childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { isLoopedSource, LOOPED } from './where.ts';

/** database/sql, sqlx, pgx and gorm; a prepared statement is made for being used again and again. */
const DATABASE =
  /(?:^|\.)(?:db|DB|conn|pool|dbx|gdb|orm|database)(?:\.\w+\([^]*\))*\.(?:Query\w*|Exec\w*|Get|Select|First|Find|Take|Last|Create|Save|Delete|Update\w*|Count|Scan|Pluck|FindOne|InsertOne|UpdateOne)(?:Context)?$/;
const STORE =
  /(?:^|\.)\w*(?:[rR]epo(?:sitory)?|[sS]tore|[dD]ao|[qQ]ueries)\.(?:Get|Find|List|Load|Fetch|Create|Insert|Save|Update|Delete|Count|Exists)\w*$/;
const REQUEST = /^http\.(?:Get|Post|PostForm|Head)$|(?:^|\.)(?:\w*[cC]lient|http)\.(?:Do|Get|Post)$/;
const DELIBERATE = /chunk|batch|page|attempt|retr|^\[\]|^map\[/i;
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** Queries and requests of Go that wait for one another in a loop. */
export const loopedInGo: SyntaxFinder = {
  language: 'go',
  words: ['range '],
  applies: isLoopedSource,
  find(root, facts) {
    for (const loop of within(root, 'for_statement')) {
      const clause = childrenOf(loop).find(({ type }) => type === 'range_clause');
      const body = loop.childForFieldName('body');
      if (clause === undefined || body === null) continue;
      const list = clause.childForFieldName('right')?.text ?? '';
      if (DELIBERATE.test(list) || CONSTANT.test(list) || /\bbreak\b|time\.Sleep|\bgo func/.test(body.text))
        continue;
      const left = childrenOf(clause.childForFieldName('left')).map(({ text }) => text);
      const found = firstAsked(body, loop, new Set(left.filter((each) => each !== '_')));
      if (found !== undefined) addFlaw(facts, 'BACK-002', lineOf(found.call), LOOPED[found.kind]);
    }
  },
};

type Asked = { readonly call: SyntaxNode; readonly kind: keyof typeof LOOPED };

function firstAsked(body: SyntaxNode, loop: SyntaxNode, own: Set<string>): Asked | undefined {
  for (const set of within(body, 'short_var_declaration'))
    for (const [left, right] of goAssigned(set))
      if (identifiers(right).some((each) => own.has(each))) own.add(left.text);
  for (const call of within(body, 'call_expression')) {
    const callee = goCallee(call).replaceAll(/\s+/g, '');
    const isRequest = REQUEST.test(callee);
    if ((!isRequest && !DATABASE.test(callee) && !STORE.test(callee)) || !isOfLoop(call, loop)) continue;
    if (identifiers(call).some((each) => own.has(each)))
      return { call, kind: isRequest ? 'request' : 'database' };
  }
  return undefined;
}

function identifiers(node: SyntaxNode): readonly string[] {
  return node.type === 'identifier' ? [node.text] : within(node, 'identifier').map(({ text }) => text);
}

function isOfLoop(call: SyntaxNode, loop: SyntaxNode): boolean {
  for (const each of around(call)) {
    if (each.type === 'for_statement') return each.startIndex === loop.startIndex;
    if (each.type === 'func_literal' || each.type === 'go_statement') return false;
  }
  return false;
}
