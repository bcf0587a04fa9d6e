import type { SyntaxNode } from '../../ports/syntax.ts';
import { childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { holdsWrittenFigures, holdsWrittenRecords } from '../syntax/written-answers.ts';
import type { Facts } from './facts.ts';
import { isIdleRoute, type StubKind } from './stubs.ts';

const ANSWERS =
  /^(?:Ok|NoContent|Created|CreatedAtAction|CreatedAtRoute|Accepted|StatusCode|Task\.FromResult(?:<.*>)?|(?:Typed)?Results\.(?:Ok|NoContent|Created|Accepted)|nameof|_?[lL]ogger\.\w+|new)$/;

function visit(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'method_declaration') {
    method(node, facts);
    for (const call of within(node, 'invocation_expression')) mapped(call, facts);
  } else if (node.type === 'global_statement')
    for (const call of within(node, 'invocation_expression')) mapped(call, facts);
  else if (
    /^(?:compilation_unit|namespace_declaration|file_scoped_namespace_declaration|declaration_list|class_declaration)$/.test(
      node.type,
    )
  )
    for (const each of childrenOf(node)) visit(each, facts);
}

function method(node: SyntaxNode, facts: Facts): void {
  const attributes = childrenOf(node)
    .filter(({ type }) => type === 'attribute_list')
    .map(({ text }) => text)
    .join(' ');
  const verb = /\bHttp(Get|Post|Put|Patch|Delete)\b/.exec(attributes)?.[1]?.toUpperCase();
  const name = node.childForFieldName('name');
  const body = node.childForFieldName('body');
  if (verb === undefined || name === null || body === null) return;
  const said = `${attributes} ${name.text}`;
  const kind = stubIn(body, verb !== 'GET', said);
  if (kind === undefined || (kind !== 'not implemented' && isIdleRoute(said))) return;
  facts.stubs.push({ line: lineOf(name), method: verb, kind });
}

/** `app.MapPost("/orders", () => Results.Ok())`. */
function mapped(call: SyntaxNode, facts: Facts): void {
  const access = call.childForFieldName('function');
  const verb = /^Map(Get|Post|Put|Patch|Delete)$/
    .exec(access?.childForFieldName('name')?.text ?? '')?.[1]
    ?.toUpperCase();
  if (verb === undefined) return;
  const given = childrenOf(call.childForFieldName('arguments'));
  const handler = childrenOf(given.at(-1) ?? null).at(-1);
  const body = handler?.type === 'lambda_expression' ? handler.childForFieldName('body') : null;
  if (body === null || body === undefined) return;
  // What others send here is passed over on purpose.
  if (body.text === 'Task.CompletedTask') return;
  const said = `${access?.text} ${given[0]?.text}`;
  const kind = stubIn(body, verb !== 'GET', said);
  if (kind === undefined || (kind !== 'not implemented' && isIdleRoute(said))) return;
  facts.stubs.push({ line: lineOf(call), method: verb, kind });
}

const FIGURES = /^(?:\{\s*return|=>)?\s*(?:Results\.|TypedResults\.)?Ok\(\s*[1-9]\d*\s*\);?\s*\}?$/;

/** `if (string.IsNullOrWhiteSpace(request.Email)) return BadRequest();` */
function isGuard(node: SyntaxNode): boolean {
  if (node.type !== 'if_statement' || node.childForFieldName('alternative') !== null) return false;
  const condition = node.childForFieldName('condition')?.text ?? '';
  const isPlain = !/\bawait\b|\b_\w|\w\((?<!IsNullOr(?:Empty|WhiteSpace)\()/.test(condition);
  const then = node.childForFieldName('consequence')?.text ?? '';
  return (
    isPlain &&
    /^\{?\s*return\s+(?:(?:Typed)?Results\.)?(?:BadRequest|ValidationProblem|UnprocessableEntity)\b/.test(
      then,
    )
  );
}

function stubIn(body: SyntaxNode, isChange: boolean, name: string): StubKind | undefined {
  const statements = body.type === 'block' ? childrenOf(body) : [body];
  const taken = statements.filter((each) => !isGuard(each));
  const text = taken.length === statements.length ? body.text : taken.map((each) => each.text).join('\n');
  if (text.length > 1_000 || taken.some(isWork)) return undefined;
  if (/NotImplementedException|not (?:yet )?implemented|\b501\b|Status501/i.test(text))
    return 'not implemented';
  const isWritten = holdsWrittenRecords(text, name) || holdsWrittenFigures(text, name);
  if (!isChange && isWritten && !/\bthrow\b/.test(text)) return 'written figures';
  if (/\bthrow\b|\b[3-5]\d\d\b|Status[345]\d\d|\bUser\b|HttpContext/.test(text)) return undefined;
  if (isChange) return 'fixed answer';
  if (FIGURES.test(text)) return 'written figures';
  return /^(?:\{\s*return|=>)\s*Ok\(\s*(?:new List<\w+>\(\)|Array\.Empty<\w+>\(\)|new \w+\[0\]|\[\])\s*\);?\s*\}?$/.test(
    text,
  )
    ? 'empty answer'
    : undefined;
}

/** Calls of anything but answers, waiting, loops, and names of fields. */
function isWork(node: SyntaxNode): boolean {
  if (
    /^(?:await_expression|for_statement|foreach_statement|while_statement|assignment_expression|binary_expression|lambda_expression|interpolation|using_statement)$/.test(
      node.type,
    )
  )
    return true;
  if (node.type === 'invocation_expression') {
    const callee = node.childForFieldName('function')?.text ?? '';
    if (!ANSWERS.test(callee) && !/^Array\.Empty<|^base\./.test(callee)) return true;
  }
  if (node.type === 'identifier' && /^_(?!logger)/.test(node.text)) return true;
  return childrenOf(node).some(isWork);
}

/** Actions of ASP.NET controllers that do not do anything. */
export const csharpStubs: SyntaxFinder = {
  language: 'csharp',
  words: [
    'HttpPost',
    'HttpPut',
    'HttpPatch',
    'HttpDelete',
    'HttpGet',
    '.MapGet',
    '.MapPost',
    '.MapPut',
    '.MapPatch',
    '.MapDelete',
  ],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    visit(root, facts);
  },
};
