import type { SyntaxNode } from '../../../../src/ports/syntax.ts';
import { goParameters, goText } from '../../syntax/go/view.ts';
import { annotationsOf } from '../../syntax/java/view.ts';
import { calleeOf, field, type LanguageView, textAt } from '../../syntax/language-view.ts';
import { argumentsOf, dottedName } from '../../syntax/python/view.ts';
import { childrenOf, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import { verbOf } from '../routes/go-chain.ts';

/** What answers a request. */
export type Handler = {
  readonly body: SyntaxNode;
  readonly method: string;
  /** Its address and its name, as they are written. */
  readonly name: string;
  /** What it is given, by name. */
  readonly given: readonly string[];
  readonly line: number;
};

/** What answers requests in a file, by the frameworks of its language. */
export const handlers: Readonly<Record<LanguageView['language'], (root: SyntaxNode) => readonly Handler[]>> =
  {
    python: (root) => within(root, 'decorated_definition').flatMap(decorated),
    csharp: (root) => [
      ...within(root, 'method_declaration').flatMap(action),
      ...within(root, 'invocation_expression').flatMap(mapped),
    ],
    java: (root) => within(root, 'method_declaration').flatMap(annotated),
    go: (root) => [
      ...within(root, 'function_declaration', 'method_declaration').flatMap(named),
      ...within(root, 'call_expression').flatMap(routed),
    ],
  };

const VERB = /^(?:get|post|put|patch|delete)$/i;

/** What is handed in may have done the work already, unless it says who asks. */
const DONE_BEFORE =
  /Depends\((?!\w*(?:auth|user|current|verify|token|db|session|only|require|admin|permission|role|login))/i;

/** A function of Python below `@router.post("/x")`. */
function decorated(node: SyntaxNode): readonly Handler[] {
  const definition = field(node, 'definition');
  const body = field(definition, 'body');
  const given = textAt(definition, 'parameters');
  if (definition?.type !== 'function_definition' || body === null || DONE_BEFORE.test(given)) return [];
  for (const decorator of childrenOf(node)) {
    const call = decorator.type === 'decorator' ? childrenOf(decorator)[0] : undefined;
    const callee = call?.type === 'call' ? dottedName(field(call, 'function')) : undefined;
    const method = call === undefined || callee === undefined ? undefined : decoratorMethod(callee, call);
    if (call === undefined || method === undefined) continue;
    const name = `${argumentsOf(call).placed[0]?.text ?? ''} ${textAt(definition, 'name')}`;
    return [{ body, method, name, given: given.match(/\w+/g) ?? [], line: lineOf(definition) }];
  }
  return [];
}

/** `@router.post("/x")`, `@app.route("/x", methods=["POST"])`, `@api_view(["POST"])`, `@action(methods=["post"])`. */
function decoratorMethod(callee: string, call: SyntaxNode): string | undefined {
  const { placed, named } = argumentsOf(call);
  const [verb = '', receiver] = callee.split('.').toReversed();
  const isRest = /^(?:api_view|action)$/.test(verb);
  // A blueprint is called after what it is about; an address tells it from a client.
  const isRouter =
    placed[0]?.type === 'string' &&
    (/(?:app|router|bp|blueprint|api|routes?)$/i.test(receiver ?? '') || /^["']\//.test(placed[0].text));
  if (!isRest && (receiver === undefined || !isRouter)) return undefined;
  if (!isRest && /^(?:get|post|put|patch|delete)$/.test(verb)) return verb.toUpperCase();
  if (!isRest && verb !== 'route') return undefined;
  const list = named.get('methods') ?? (isRest ? (named.get('http_method_names') ?? placed[0]) : undefined);
  const [only = '', ...others] = list?.text.match(/[A-Za-z]+/g) ?? (isRest ? [] : ['GET']);
  return others.length === 0 && (VERB.test(only) || !isRest) ? only.toUpperCase() : undefined;
}

/** A method of a controller of C#. */
function action(node: SyntaxNode): readonly Handler[] {
  const attributes = childrenOf(node)
    .filter(({ type }) => type === 'attribute_list')
    .map(({ text }) => text)
    .join(' ');
  const method = /\bHttp(Get|Post|Put|Patch|Delete)\b/.exec(attributes)?.[1]?.toUpperCase();
  const name = field(node, 'name');
  const body = field(node, 'body');
  if (method === undefined || name === null || body === null) return [];
  return [{ body, method, name: `${attributes} ${name.text}`, given: [], line: lineOf(name) }];
}

/** `app.MapPost("/orders", () => Results.Ok())`. */
function mapped(node: SyntaxNode): readonly Handler[] {
  const { name, args } = views.csharp.call(node);
  const method = /^Map(Get|Post|Put|Patch|Delete)$/.exec(name)?.[1]?.toUpperCase();
  const handler = args.at(-1);
  const body = handler?.type === 'lambda_expression' ? field(handler, 'body') : null;
  // What others send here is passed over on purpose.
  if (method === undefined || body === null || body.text === 'Task.CompletedTask') return [];
  const said = `${calleeOf(views.csharp, node)} ${args[0]?.text}`;
  return [{ body, method, name: said, given: [], line: lineOf(node) }];
}

/** A method of a controller of Java. */
function annotated(node: SyntaxNode): readonly Handler[] {
  const annotations = annotationsOf(node);
  const method = annotations
    .map(({ name }) => /^(Get|Post|Put|Patch|Delete)Mapping$|^(GET|POST|PUT|PATCH|DELETE)$/.exec(name))
    .find((found) => found !== null);
  const name = field(node, 'name');
  const body = field(node, 'body');
  const type = nearestAround(node, /_(?:declaration|expression)$/);
  if (!method || name === null || body === null || type?.type !== 'class_declaration') return [];
  // The text that a method of pages gives back is the name of one.
  const above = annotationsOf(type).map((each) => each.name);
  const isPages = above.includes('Controller') && !above.includes('RestController');
  const isPage = isPages && !annotations.some((each) => each.name === 'ResponseBody');
  if (isPage && /^(?:String|ModelAndView|void)$/.test(textAt(node, 'type'))) return [];
  const said = `${annotations.map(({ value }) => value?.text ?? '').join(' ')} ${name.text}`;
  const given = views.java.parameters(node).map((each) => each.name);
  return [
    { body, method: (method[1] ?? method[2] ?? '').toUpperCase(), name: said, given, line: lineOf(name) },
  ];
}

/** What answers a request of Go, by what it is given; whoever is given more helps a handler. */
const ANSWERS_BY = /^(?:http\.ResponseWriter,\*http\.Request|\*gin\.Context|echo\.Context|\*?fiber\.Ctx)$/;
const CHANGES =
  /^(?:[hH]andle_?)?(?:[cC]reate|[aA]dd|[uU]pdate|[dD]elete|[rR]emove|[sS]ave|[pP]ost|[pP]ut|[pP]atch|[cC]ancel|[aA]pprove|[pP]lace|[sS]ubmit|[rR]egister)(?![a-z])/;
const MEANT = /not_?implemented|not_?allowed/i;

function named(node: SyntaxNode): readonly Handler[] {
  const name = field(node, 'name');
  const body = field(node, 'body');
  const types = goParameters(field(node, 'parameters')).map(({ type }) => type);
  if (name === null || body === null || MEANT.test(name.text) || !ANSWERS_BY.test(types.join())) return [];
  const method = CHANGES.test(name.text) ? 'POST' : 'GET';
  return [{ body, method, name: name.text, given: [], line: lineOf(name) }];
}

/** `r.Post("/orders", func(w http.ResponseWriter, r *http.Request) { … })`. */
function routed(node: SyntaxNode): readonly Handler[] {
  const { name, args } = views.go.call(node);
  const method = verbOf(name);
  const path = goText(args[0]);
  const handler = args.length > 1 ? args.at(-1) : undefined;
  const body = handler?.type === 'func_literal' ? field(handler, 'body') : null;
  if (method === undefined || method === 'ANY' || body === null || path === undefined || MEANT.test(path))
    return [];
  return [{ body, method, name: path, given: [], line: lineOf(node) }];
}
