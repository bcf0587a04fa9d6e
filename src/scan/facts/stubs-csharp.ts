import type { SyntaxNode } from '../../ports/syntax.ts';
import { childrenOf, lineOf } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import type { Facts } from './facts.ts';
import { isIdleRoute, type StubKind } from './stubs.ts';

const ANSWERS =
  /^(?:Ok|NoContent|Created|CreatedAtAction|CreatedAtRoute|Accepted|StatusCode|Task\.FromResult(?:<.*>)?|Results\.(?:Ok|NoContent|Created|Accepted)|nameof|_?[lL]ogger\.\w+|new)$/;

function visit(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'method_declaration') method(node, facts);
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
  const kind = stubIn(body, verb !== 'GET');
  if (kind === undefined || (kind !== 'not implemented' && isIdleRoute(`${attributes} ${name.text}`))) return;
  facts.stubs.push({ line: lineOf(name), method: verb, kind });
}

function stubIn(body: SyntaxNode, isChange: boolean): StubKind | undefined {
  const { text } = body;
  if (text.length > 1_000 || isWork(body)) return undefined;
  if (/NotImplementedException|not (?:yet )?implemented|\b501\b|Status501/i.test(text))
    return 'not implemented';
  if (/\bthrow\b|\b[3-5]\d\d\b|Status[345]\d\d|\bUser\b|HttpContext/.test(text)) return undefined;
  if (isChange) return 'fixed answer';
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
  words: ['HttpPost', 'HttpPut', 'HttpPatch', 'HttpDelete', 'HttpGet'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    visit(root, facts);
  },
};
