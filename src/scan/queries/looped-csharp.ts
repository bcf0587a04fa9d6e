import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { around, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { isLoopedSource, LOOPED } from './where.ts';

const ASYNC =
  /^(?:(?:First|Single|Last)(?:OrDefault)?|Find|ToList|ToArray|ToDictionary|Any|All|Count|Sum|Max|Min|SaveChanges|ExecuteDelete|ExecuteUpdate|ExecuteSqlRaw|ExecuteSqlInterpolated)Async$/;
const SYNC = /^(?:(?:First|Single|Last)(?:OrDefault)?|Find|ToList|ToArray|Any|Count|SaveChanges)$/;
const CONTEXT = /^(?:await\s+)?(?:this\.)?_?(?:\w*[cC]ontext|db|\w*Db)\b/;
const STORE =
  /(?:Repository|Repo|UnitOfWork)(?:\.\w+)*\.(?:Get|Find|Add|Insert|Update|Delete|Remove|Save|Any|Exists)\w*$/;
const REQUEST = /(?:[cC]lient|[hH]ttp)\.(?:Get|Post|Put|Patch|Delete|Send)(?:\w*)Async$/;
const DELIBERATE = /chunk|batch|page|attempt|retr|Enumerable\.Range|^new\b/i;

/** Queries and requests of C# that wait for one another in a loop. */
export const loopedInCsharp: SyntaxFinder = {
  language: 'csharp',
  words: ['foreach', 'for ('],
  applies: isLoopedSource,
  find(root, facts, { text }) {
    if (!/[cC]ontext|Repository|[cC]lient|UnitOfWork|Db\b/.test(text)) return;
    for (const loop of within(root, 'foreach_statement')) {
      if (/^await\b/.test(loop.text)) continue;
      const body = loop.childForFieldName('body');
      const list = loop.childForFieldName('right')?.text ?? '';
      const left = loop.childForFieldName('left');
      if (body === null || left === null || DELIBERATE.test(list)) continue;
      if (/\bbreak;|Task\.Delay|Thread\.Sleep/.test(body.text)) continue;
      const found = firstAsked(body, loop, left);
      if (found !== undefined) addFlaw(facts, 'BACK-002', lineOf(found.call), LOOPED[found.kind]);
    }
  },
};

type Asked = { readonly call: SyntaxNode; readonly kind: keyof typeof LOOPED };

function firstAsked(body: SyntaxNode, loop: SyntaxNode, left: SyntaxNode): Asked | undefined {
  const names = namesOfRound(body, left);
  for (const call of within(body, 'invocation_expression')) {
    const callee = call.childForFieldName('function');
    const last = (callee?.childForFieldName('name')?.text ?? '').replace(/<.*$/s, '');
    const text = (callee?.text ?? '').replaceAll(/\s+/g, '');
    const isRequest = REQUEST.test(text.replaceAll(/<[^>]*>/g, ''));
    const isAsked =
      ASYNC.test(last) || (SYNC.test(last) && CONTEXT.test(text)) || (STORE.test(text) && isAwaited(call));
    if ((!isRequest && !isAsked) || !isOfLoop(call, loop)) continue;
    const isOther = within(call, 'identifier').some((each) => names.has(each.text));
    if (!isOther && !last.startsWith('SaveChanges')) continue;
    return { call, kind: isRequest ? 'request' : 'database' };
  }
  return undefined;
}

/** A store that waits for nothing only takes note of what is to be saved. */
function isAwaited(call: SyntaxNode): boolean {
  return call.parent?.type === 'await_expression';
}

function isOfLoop(call: SyntaxNode, loop: SyntaxNode): boolean {
  for (const each of around(call))
    if (
      /^(?:foreach_statement|for_statement|while_statement|do_statement|lambda_expression|local_function_statement)$/.test(
        each.type,
      )
    )
      return each.startIndex === loop.startIndex;
  return false;
}

function namesOfRound(body: SyntaxNode, left: SyntaxNode): ReadonlySet<string> {
  const all = new Set([
    left.type === 'identifier' ? left.text : '',
    ...within(left, 'identifier').map(({ text }) => text),
  ]);
  for (const set of within(body, 'variable_declarator')) {
    const name = set.childForFieldName('name')?.text;
    if (name !== undefined && within(set, 'identifier').some(({ text }) => text !== name && all.has(text)))
      all.add(name);
  }
  return all;
}
