import type { SyntaxNode } from '../../ports/syntax.ts';
import { argumentsOf, dottedName } from '../parse/python.ts';
import { childrenOf, lineOf } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { holdsWrittenFigures, holdsWrittenRecords } from '../syntax/written-answers.ts';
import type { Facts } from './facts.ts';
import { isIdleRoute, type StubKind } from './stubs.ts';

/** Calls that make an answer or say something. */
const ANSWERS =
  /^(?:jsonify|JSONResponse|Response|PlainTextResponse|make_response|dict|list|str|int|print|(?:\w+\.)?(?:logger|logging|log)\.\w+|HTTPException|NotImplementedError|request\.(?:get_json|json)|(?:request\.)?\w+\.get|abort|\w+\.(?:model_dump|dict|copy))$/;

function visit(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'decorated_definition') decorated(node, facts);
  else if (
    /^(?:module|block|if_statement|try_statement|function_definition|class_definition)$/.test(node.type)
  )
    for (const each of childrenOf(node)) visit(each, facts);
}

function decorated(node: SyntaxNode, facts: Facts): void {
  const definition = node.childForFieldName('definition');
  if (definition?.type !== 'function_definition') return;
  for (const decorator of childrenOf(node)) {
    const call = decorator.type === 'decorator' ? childrenOf(decorator)[0] : undefined;
    const callee = call?.type === 'call' ? dottedName(call.childForFieldName('function')) : undefined;
    if (call === undefined || callee === undefined) continue;
    const method = methodOf(callee, call);
    if (method === undefined) continue;
    const address = argumentsOf(call).placed[0]?.text ?? '';
    const name = `${address} ${definition.childForFieldName('name')?.text ?? ''}`;
    const kind = stubIn(definition, method !== 'GET', name);
    if (kind !== undefined && (kind === 'not implemented' || !isIdleRoute(name)))
      facts.stubs.push({ line: lineOf(definition), method, kind });
    return;
  }
  const body = definition.childForFieldName('body');
  if (body !== null) visit(body, facts);
}

/** `@router.post("/x")`, `@app.route("/x", methods=["POST"])`. */
function methodOf(callee: string, call: SyntaxNode): string | undefined {
  if (/^(?:\w+\.)?(?:api_view|action)$/.test(callee)) return drfMethod(call);
  const [verb, receiver] = callee.split('.').toReversed();
  if (verb === undefined || receiver === undefined) return undefined;
  const { placed, named } = argumentsOf(call);
  // A blueprint is called after what it is about; an address tells it from a client.
  const isRouter = /(?:app|router|bp|blueprint|api|routes?)$/i.test(receiver);
  if (placed[0]?.type !== 'string' || !(isRouter || /^["']\//.test(placed[0].text))) return undefined;
  if (/^(?:get|post|put|patch|delete)$/.test(verb)) return verb.toUpperCase();
  if (verb !== 'route') return undefined;
  const methods = named.get('methods')?.text.match(/[A-Z]+/g) ?? ['GET'];
  return methods.length === 1 ? methods[0] : undefined;
}

/** `@api_view(["POST"])`, `@action(detail=True, methods=["post"])`. */
function drfMethod(call: SyntaxNode): string | undefined {
  const { placed, named } = argumentsOf(call);
  const methods = (named.get('methods') ?? named.get('http_method_names') ?? placed[0])?.text.match(
    /[A-Za-z]+/g,
  );
  const [only, ...others] = methods ?? [];
  return only !== undefined && others.length === 0 && /^(?:get|post|put|patch|delete)$/i.test(only)
    ? only.toUpperCase()
    : undefined;
}

function stubIn(definition: SyntaxNode, isChange: boolean, name: string): StubKind | undefined {
  const given = definition.childForFieldName('parameters')?.text ?? '';
  const body = childrenOf(definition.childForFieldName('body')).filter((each) => !isSaid(each));
  const text = body.map((each) => each.text).join('\n');
  // What is handed in may have done the work already.
  if (
    text.length > 1_200 ||
    /Depends\((?!\w*(?:auth|user|current|verify|token|db|session|only|require|admin|permission|role|login))/i.test(
      given,
    )
  )
    return undefined;
  if (body.some((each) => isWork(each))) return undefined;
  const isNotMade = /NotImplementedError|not (?:yet )?implemented|\b501\b|HTTP_501/i.test(text);
  if (isNotMade) return 'not implemented';
  const isWritten = holdsWrittenRecords(text, name) || holdsWrittenFigures(text, name);
  if (!isChange && isWritten && !/\braise\b/.test(text)) return 'written figures';
  // What is refused before is no answer to what is taken.
  const taken = isChange
    ? body
        .filter((each) => !isGuard(each))
        .map((each) => each.text)
        .join('\n')
    : text;
  if (/\braise\b|\b[3-5]\d\d\b|HTTP_[345]\d\d/.test(taken)) return undefined;
  if (/\bsession\b|current_user|render_template|redirect/.test(text)) return undefined;
  const names = new Set(given.match(/\w+/g));
  const outside = (text.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/(?<![\w.])[A-Za-z_]\w*/g) ?? []).filter(
    (word) => !names.has(word) && !PLAIN.test(word) && !new RegExp(`\\b${word}\\s*=(?!=)`).test(text),
  );
  if (outside.length > 0) return undefined;
  if (isChange) return 'fixed answer';
  const only = body.length === 1 ? body[0]?.text : undefined;
  if (only !== undefined && FIGURES.test(only)) return 'written figures';
  return only !== undefined &&
    /^return (?:jsonify\()?(?:\[\]|\{\}|\{\s*"\w+":\s*\[\]\s*(?:,\s*"\w+":\s*0\s*)?\})\)?$/.test(only)
    ? 'empty answer'
    : undefined;
}

/** `if not body.get("email"): abort(400)`. */
function isGuard(node: SyntaxNode): boolean {
  return (
    node.type === 'if_statement' &&
    node.childForFieldName('alternative') === null &&
    /\babort\(|\braise\b|\breturn\b[^\n]*\b4\d\d\b|HTTP_4\d\d/.test(node.text)
  );
}

/** Counts that somebody wrote out: `return {"waiting": 3}`. */
const FIGURES =
  /^return (?:jsonify\()?(?:\{(?:\s*["']\w*(?:count|total|waiting|pending|open|unread|revenue|sales|orders|users|active|done|sum|average|score)\w*["']\s*:\s*[1-9]\d*\s*,?)+\s*\}|[1-9]\d*)\)?$/;

/** A comment, or a text that says what a function does. */
function isSaid(node: SyntaxNode): boolean {
  return (
    node.type === 'comment' ||
    (node.type === 'expression_statement' && childrenOf(node).every(({ type }) => type === 'string'))
  );
}

const PLAIN =
  /^(?:return|pass|None|True|False|jsonify|JSONResponse|Response|PlainTextResponse|make_response|dict|list|str|int|print|logger|logging|log|request|status|abort|raise|HTTPException|if|not|and|or|else|is|in|async|await|f|r)$/;

/** Calls of anything else, loops, computing, waiting. */
function isWork(node: SyntaxNode): boolean {
  if (
    /^(?:for_statement|while_statement|with_statement|await|yield|binary_operator|augmented_assignment|lambda|list_comprehension|dictionary_comprehension|delete_statement|global_statement)$/.test(
      node.type,
    )
  )
    return true;
  if (node.type === 'interpolation') return true;
  if (node.type === 'call' && !ANSWERS.test(node.childForFieldName('function')?.text ?? '')) return true;
  const left = node.type === 'assignment' ? node.childForFieldName('left') : null;
  if (left !== null && left.type !== 'identifier') return true;
  return childrenOf(node).some(isWork);
}

/** Handlers of FastAPI and Flask that do not do anything. */
export const pythonStubs: SyntaxFinder = {
  language: 'python',
  words: ['.post(', '.put(', '.patch(', '.delete(', '.get(', '.route(', '@api_view', '@action'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const each of childrenOf(root)) visit(each, facts);
  },
};
