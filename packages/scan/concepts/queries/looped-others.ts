import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { addFlaw } from '../../engine/flaws.ts';
import { around, childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { csharp } from '../../syntax/csharp/view.ts';
import { go } from '../../syntax/go/view.ts';
import { java } from '../../syntax/java/view.ts';
import { type Call, calleeOf, field, type LanguageView, textAt } from '../../syntax/language-view.ts';
import { python } from '../../syntax/python/view.ts';
import { isLoopedSource, LOOPED } from './where.ts';

/** Something that is done for every member of a list. */
type Loop = {
  readonly node: SyntaxNode;
  readonly names: readonly string[];
  readonly list: string;
  readonly body: SyntaxNode | null;
};

type Words = {
  readonly view: LanguageView;
  /** Files without it have nothing that could be asked. */
  readonly needs?: RegExp;
  readonly loops: (root: SyntaxNode) => readonly Loop[];
  /** Whether a call asks a database; `callee` is as it is written, without spaces. */
  readonly asks: (callee: string, call: Call, node: SyntaxNode) => boolean;
  readonly request: RegExp;
  readonly deliberate: RegExp;
  /** What a body that has its reasons holds. */
  readonly leaves: RegExp;
  /** The nearest of these around a call is what it belongs to. */
  readonly nests: RegExp;
  readonly breaks?: RegExp;
};

function identifiers(node: SyntaxNode | null): readonly string[] {
  if (node === null) return [];
  return [node, ...within(node, 'identifier')]
    .filter(({ type }) => type === 'identifier')
    .map(({ text }) => text);
}

function forLoops(root: SyntaxNode, kind: string, [names, list]: readonly [string, string]): readonly Loop[] {
  return within(root, kind)
    .filter((node) => !/^(?:async|await)\b/.test(node.text))
    .map((node) => ({
      node,
      names: identifiers(field(node, names)),
      list: textAt(node, list),
      body: field(node, 'body'),
    }));
}

const all: readonly Words[] = [
  {
    view: python,
    loops: (root) => [...forLoops(root, 'for_statement', ['left', 'right']), ...comprehensions(root)],
    asks: (callee, { args }, node) =>
      (/\.objects(?:\.\w+\([^()]*\))*\.(?:a?get|a?create|a?get_or_create|a?update_or_create|a?first|a?last|a?count|a?exists|a?delete|a?update|aggregate)$|\.query(?:\.|\().*\.(?:first|all|one|one_or_none|get|count|scalar|first_or_404|get_or_404|delete|update)$|\.query\.(?:get|get_or_404|first)$|(?:^|\.)\w*(?:session|db|conn|connection|cursor|cur)\.(?:execute|scalar|scalars|exec|fetch|fetchrow|fetchval|fetch_one|fetch_all)$|(?:^|\.)(?:\w+_)?(?:repo|repository|crud|dao)\.(?:get|find|create|update|delete|save|list|add)\w*$/s.test(
        callee,
      ) ||
        // A dictionary is asked with one thing, a session with a model and a key.
        (/(?:session|db)\.get$/.test(callee) && args.length === 2) ||
        (node.parent?.type === 'await' &&
          /^self\.\w*(?:s|repo|repository|store|dao|service)\.(?:get|find|fetch|load|by_id)(?:_\w+)?$/.test(
            callee,
          ))) &&
      // Statements that are run one by one are no list of things that are asked for.
      !(args.length === 1 && args[0]?.type === 'identifier' && callee.endsWith('execute')),
    request:
      /^(?:requests|httpx)\.(?:get|post|put|patch|delete|request)$|(?:^|\.)(?:\w*http_?client|async_client|client|http|aiohttp_session)\.(?:get|post|put|patch|delete|request)$/,
    deliberate: /chunk|batch|page|slice|attempt|retr|tries|cursor|\brange\(|^[[(]/i,
    leaves: /^\s*break\b|\bsleep\(/m,
    nests:
      /^(?:for_statement|function_definition|lambda|while_statement|list_comprehension|set_comprehension|dictionary_comprehension)$/,
    breaks: /^(?:raise_statement|return_statement)$/,
  },
  {
    view: csharp,
    needs: /[cC]ontext|Repository|[cC]lient|UnitOfWork|Db\b/,
    loops: (root) => forLoops(root, 'foreach_statement', ['left', 'right']),
    asks: (callee, { name }, node) =>
      /^(?:(?:First|Single|Last)(?:OrDefault)?|Find|ToList|ToArray|ToDictionary|Any|All|Count|Sum|Max|Min|SaveChanges|ExecuteDelete|ExecuteUpdate|ExecuteSqlRaw|ExecuteSqlInterpolated)Async$/.test(
        name,
      ) ||
      (/^(?:(?:First|Single|Last)(?:OrDefault)?|Find|ToList|ToArray|Any|Count|SaveChanges)$/.test(name) &&
        /^(?:await)?(?:this\.)?_?(?:\w*[cC]ontext|db|\w*Db)\b/.test(callee)) ||
      (node.parent?.type === 'await_expression' &&
        /(?:Repository|Repo|UnitOfWork)(?:\.\w+)*\.(?:Get|Find|Add|Insert|Update|Delete|Remove|Save|Any|Exists)\w*$/.test(
          callee,
        )),
    request: /(?:[cC]lient|[hH]ttp)\.(?:Get|Post|Put|Patch|Delete|Send)(?:\w*)Async$/,
    deliberate: /chunk|batch|page|attempt|retr|Enumerable\.Range|^new\b/i,
    leaves: /\bbreak;|Task\.Delay|Thread\.Sleep/,
    nests:
      /^(?:foreach_statement|for_statement|while_statement|do_statement|lambda_expression|local_function_statement)$/,
  },
  {
    view: java,
    loops: (root) => [...forLoops(root, 'enhanced_for_statement', ['name', 'value']), ...streams(root)],
    asks: (_, { on, name }) =>
      /(?:[rR]epository|[rR]epo|[dD]ao|[mM]apper|[jJ]dbcTemplate|jdbc|[jJ]dbcClient|entityManager|\bem)$/.test(
        on?.text ?? '',
      ) &&
      // A mapper of MyBatis asks a database; others turn one type into another.
      (/[mM]apper$/.test(on?.text ?? '')
        ? /^(?:select|insert|delete)/
        : /^(?:find|get|load|fetch|save|delete|exists|count|query|update|insert|select|execute|read)(?![a-z])\w*$/
      ).test(name) &&
      !/^(?:persist|merge|remove|saveAll\w*|deleteAll\w*|batchUpdate|getReference\w*|getClass|updateFrom\w*|updateEntity\w*)$/.test(
        name,
      ),
    request:
      /(?:[rR]estTemplate|[wW]ebClient|[rR]estClient|[hH]ttpClient|[fF]eignClient|Client)\.(?:getFor\w+|postFor\w+|exchange|put|delete|patchForObject|send|execute)$/,
    deliberate: /chunk|batch|page|partition|attempt|retr|^List\.of|^Arrays\.asList|\.values\(\)$/i,
    leaves: /\bbreak;|Thread\.sleep/,
    nests:
      /^(?:enhanced_for_statement|for_statement|while_statement|do_statement|lambda_expression|catch_clause)$/,
  },
  {
    view: go,
    loops: (root) =>
      within(root, 'for_statement').flatMap((node) => {
        const clause = childrenOf(node).find(({ type }) => type === 'range_clause');
        if (clause === undefined) return [];
        return [
          {
            node,
            names: identifiers(field(clause, 'left')),
            list: textAt(clause, 'right'),
            body: field(node, 'body'),
          },
        ];
      }),
    asks: (callee) =>
      /(?:^|\.)(?:db|DB|conn|pool|dbx|gdb|orm|database)(?:\.\w+\([^]*\))*\.(?:Query\w*|Exec\w*|Get|Select|First|Find|Take|Last|Create|Save|Delete|Update\w*|Count|Scan|Pluck|FindOne|InsertOne|UpdateOne)(?:Context)?$|(?:^|\.)\w*(?:[rR]epo(?:sitory)?|[sS]tore|[dD]ao|[qQ]ueries)\.(?:Get|Find|List|Load|Fetch|Create|Insert|Save|Update|Delete|Count|Exists)\w*$/.test(
        callee,
      ),
    request: /^http\.(?:Get|Post|PostForm|Head)$|(?:^|\.)(?:\w*[cC]lient|http)\.(?:Do|Get|Post)$/,
    deliberate: /chunk|batch|page|attempt|retr|^\[\]|^map\[/i,
    leaves: /\bbreak\b|time\.Sleep|\bgo func/,
    nests: /^(?:for_statement|func_literal|go_statement)$/,
  },
];

/** `[Box.query.get(each.box_id).name for each in orders]`; what is gathered is sent together. */
function comprehensions(root: SyntaxNode): readonly Loop[] {
  return within(root, 'list_comprehension', 'set_comprehension', 'dictionary_comprehension')
    .filter((node) => !textAt(node.parent?.parent ?? null, 'function').endsWith('gather'))
    .map((node) => {
      const clauses = childrenOf(node).filter(({ type }) => type === 'for_in_clause');
      const list = clauses.map((each) => textAt(each, 'right')).join(' ');
      return {
        node,
        names: clauses.flatMap((each) => identifiers(field(each, 'left'))),
        list,
        body: field(node, 'body'),
      };
    });
}

/** `orders.forEach(order -> …)`, `orders.stream().map(…)`; of one that may be there there is one at most. */
function streams(root: SyntaxNode): readonly Loop[] {
  return within(root, 'method_invocation').flatMap((call) => {
    const { on, name, args } = java.call(call);
    const [lambda] = args;
    const list = on?.text ?? '';
    const isLoop = name === 'forEach' || (name === 'map' && /stream\(\)|Stream/.test(list));
    if (!isLoop || !/[a-z]/.test(list) || lambda?.type !== 'lambda_expression') return [];
    return [
      { node: lambda, names: identifiers(field(lambda, 'parameters')), list, body: field(lambda, 'body') },
    ];
  });
}

/** Queries and requests that wait for one another in a loop, in every language but TypeScript. */
export const loopedInOthers: readonly SyntaxFinder[] = all.map((words) => ({
  language: words.view.language,
  applies: isLoopedSource,
  find(root, facts, { text }) {
    if (words.needs?.test(text) === false) return;
    for (const loop of words.loops(root)) {
      if (loop.body === null || words.leaves.test(loop.body.text)) continue;
      if (
        [loop.list, ...loop.names].some((each) => words.deliberate.test(each)) ||
        /^[A-Z][A-Z0-9_]*$/.test(loop.list)
      )
        continue;
      const found = firstAsked(words, loop, loop.body);
      if (found === undefined) continue;
      const place = words.view === java ? (field(found.call, 'name') ?? found.call) : found.call;
      addFlaw(facts, 'BACK-002', lineOf(place), LOOPED[found.kind]);
    }
  },
}));

function firstAsked({ view, request, asks, ...words }: Words, { node, names }: Loop, body: SyntaxNode) {
  const own = new Set(names.filter((each) => each !== '_'));
  for (const set of within(body, ...view.sets))
    for (const [left, right] of view.assigned(set))
      if (identifiers(right).some((each) => own.has(each))) own.add(left.text);
  const [kind] = view.calls;
  for (const call of [...(body.type === kind ? [body] : []), ...within(body, kind)]) {
    const parts = view.call(call);
    // A chain over several lines is not followed in Python.
    const callee =
      view === python ? textAt(call, 'function') : calleeOf(view, call).replaceAll(/<[^>]*>/g, '');
    const isRequest = request.test(callee);
    if ((!isRequest && !asks(callee, parts, call)) || !belongsTo(call, node, words)) continue;
    const about = view === java ? field(call, 'arguments') : call;
    if (parts.name.startsWith('SaveChanges')) return { call, kind: 'database' as const };
    // A row that is written among other things has its reasons; one that is only removed or looked up has none.
    const isWrite = /^a?(?:save|update|create|insert|add|upsert|merge|delete|remove)/i.test(parts.name);
    if (isWrite && !isAlone(call, body)) continue;
    if (identifiers(about).some((each) => own.has(each)))
      return { call, kind: isRequest ? ('request' as const) : ('database' as const) };
  }
  return undefined;
}

/** Whether a call is all that is done for a member. */
function isAlone(call: SyntaxNode, body: SyntaxNode): boolean {
  const statements = childrenOf(body).filter(({ type }) => !type.endsWith('comment'));
  return body === call || (statements.length <= 1 && body.endIndex - body.startIndex - call.text.length < 40);
}

/** Whether the nearest loop or function around is this loop. */
function belongsTo(
  call: SyntaxNode,
  loop: SyntaxNode,
  { nests, breaks }: Pick<Words, 'nests' | 'breaks'>,
): boolean {
  for (const each of around(call)) {
    if (each.startIndex === loop.startIndex && each.endIndex === loop.endIndex) return true;
    if (nests.test(each.type) || breaks?.test(each.type) === true) return false;
  }
  return false;
}
