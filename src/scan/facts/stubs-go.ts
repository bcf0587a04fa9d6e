import type { SyntaxNode } from '../../ports/syntax.ts';
import { goArguments, goCallee, goFunctions, goParameters, goStatements, goText } from '../parse/go.ts';
import { childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import type { Facts } from './facts.ts';
import { isIdleRoute, type StubKind } from './stubs.ts';
import { verbOf } from './routes-go-chain.ts';

/** What answers a request, by what it is given. */
const HANDLES = /^(?:http\.ResponseWriter|\*gin\.Context|echo\.Context|\*?fiber\.Ctx)$/;
const CHANGES =
  /^(?:[hH]andle_?)?(?:[cC]reate|[aA]dd|[uU]pdate|[dD]elete|[rR]emove|[sS]ave|[pP]ost|[pP]ut|[pP]atch|[cC]ancel|[aA]pprove|[pP]lace|[sS]ubmit|[rR]egister)(?![a-z])/;
/** What only makes an answer, reads the request or says what happens. */
const ANSWERS =
  /^(?:w|c|ctx|rw|res|writer)\.(?:Write|WriteHeader|Header|JSON|Status|String|NoContent|SendStatus|SendString|AbortWithStatus\w*|IndentedJSON|Set)\b|^(?:json\.NewEncoder|json\.Marshal|http\.Error|http\.StatusText|fmt\.Fprint\w*|render\.\w+|log\.\w+|slog\.\w+|\[\]byte|map\[string\]\w+|errors\.New|panic|echo\.NewHTTPError|fiber\.NewError)\b/;

function handled(
  {
    body,
    name,
    method,
    line,
  }: { readonly body: SyntaxNode; readonly name: string; readonly method: string; readonly line: number },
  facts: Facts,
): void {
  const kind = stubIn(body, method !== 'GET');
  if (kind === undefined || /not_?implemented|not_?allowed/i.test(name)) return;
  if (kind !== 'not implemented' && isIdleRoute(name)) return;
  facts.stubs.push({ line, method, kind });
}

function stubIn(body: SyntaxNode, isChange: boolean): StubKind | undefined {
  const { text } = body;
  const statements = goStatements(body);
  if (text.length > 1_000 || statements.some(isWork)) return undefined;
  if (/not (?:yet )?implemented|StatusNotImplemented|\b501\b/i.test(text)) return 'not implemented';
  if (
    /http\.Error|\b[345]\d\d\b|Status(?:Bad|Not|Forbidden|Unauthor|Conflict|Method|Internal|Gone|Moved|Found|See|Temporary|Permanent|Too|Service)\w*|Redirect|panic\(/.test(
      text,
    )
  )
    return undefined;
  if (isChange) return 'fixed answer';
  const [only] = statements;
  if (statements.length !== 1 || only === undefined) return undefined;
  return /\(\s*(?:http\.StatusOK|200),\s*(?:\[\][\w.*{}]+\{\}|nil|gin\.H\{\}|map\[string\]\w+\{\})\s*\)$/.test(
    only.text,
  )
    ? 'empty answer'
    : undefined;
}

/** Calls of anything but answers, conditions, loops, changes. */
function isWork(node: SyntaxNode): boolean {
  if (
    /^(?:for_statement|if_statement|go_statement|send_statement|defer_statement|expression_switch_statement|select_statement|func_literal|binary_expression)$/.test(
      node.type,
    )
  )
    return true;
  if (node.type === 'assignment_statement' && !node.text.startsWith('_')) return true;
  if (node.type === 'call_expression' && !ANSWERS.test(goCallee(node))) return true;
  return childrenOf(node).some(isWork);
}

/** `r.Post("/orders", func(w http.ResponseWriter, r *http.Request) { … })`. */
function routed(call: SyntaxNode, facts: Facts): void {
  const method = verbOf(goCallee(call).replace(/^.*\./s, ''));
  const [path, ...rest] = goArguments(call);
  const handler = rest.at(-1);
  const body = handler?.type === 'func_literal' ? handler.childForFieldName('body') : null;
  if (method === undefined || method === 'ANY' || body === null || goText(path) === undefined) return;
  handled({ body, name: goText(path) ?? '', method, line: lineOf(call) }, facts);
}

/** Alone with what it answers by; whoever is given more helps a handler. */
function isHandler(given: ReturnType<typeof goParameters>): boolean {
  const [first, second] = given;
  if (!HANDLES.test(first?.type ?? '')) return false;
  return first?.type === 'http.ResponseWriter'
    ? given.length === 2 && second?.type === '*http.Request'
    : given.length === 1;
}

/** Handlers of Go that do not do anything. */
export const goStubs: SyntaxFinder = {
  language: 'go',
  words: ['http.ResponseWriter', 'gin.Context', 'echo.Context', 'fiber.Ctx'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const each of goFunctions(root)) {
      const name = each.childForFieldName('name');
      const body = each.childForFieldName('body');
      const given = goParameters(each.childForFieldName('parameters'));
      if (name === null || body === null || !isHandler(given)) continue;
      const method = CHANGES.test(name.text) ? 'POST' : 'GET';
      handled({ body, name: name.text, method, line: lineOf(name) }, facts);
    }
    for (const call of within(root, 'call_expression')) routed(call, facts);
  },
};
