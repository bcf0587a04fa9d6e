import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { NeedFact } from './classes.ts';
import type { Facts } from '../../engine/facts.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly services: ServiceFact[];
  }
}

/** A type of C#, and what its constructor asks for. */
export type ServiceFact = {
  readonly name: string;
  readonly isInterface: boolean;
  /** Made by the framework itself; others are where they are registered. */
  readonly isMade?: true;
  readonly needs: readonly NeedFact[];
};

function visit(node: SyntaxNode, facts: Facts): void {
  const name = node.childForFieldName('name')?.text;
  if (node.type === 'interface_declaration' && name !== undefined) {
    const isGeneric = childrenOf(node).some(({ type }) => type === 'type_parameter_list');
    if (!isGeneric) facts.services.push({ name, isInterface: true, needs: [] });
  } else if (node.type === 'class_declaration' && name !== undefined) {
    const needs = needsOf(node);
    const made = isMade(node, name) ? { isMade: true as const } : {};
    if (needs.length > 0) facts.services.push({ name, isInterface: false, ...made, needs });
    endpointNeeds(node, facts);
  }
  if (node.type === 'compilation_unit') endpointNeeds(node, facts);
  if (
    /^(?:compilation_unit|namespace_declaration|file_scoped_namespace_declaration|declaration_list)$/.test(
      node.type,
    )
  )
    for (const each of childrenOf(node)) visit(each, facts);
}

/** A class the framework makes: a controller. What others make may be given anything. */
function isMade(node: SyntaxNode, name: string): boolean {
  const base = childrenOf(node).find(({ type }) => type === 'base_list')?.text ?? '';
  const isAbstract = childrenOf(node).some(({ type, text }) => type === 'modifier' && text === 'abstract');
  return !isAbstract && (name.endsWith('Controller') || /Controller\b|\bPageModel\b/.test(base));
}

function needsOf(node: SyntaxNode): readonly NeedFact[] {
  const primary = childrenOf(node).find(({ type }) => type === 'parameter_list');
  const made = childrenOf(node.childForFieldName('body')).filter(
    ({ type }) => type === 'constructor_declaration',
  );
  const [only, ...more] = made;
  const list = primary ?? (more.length === 0 ? only?.childForFieldName('parameters') : undefined);
  return childrenOf(list ?? null).flatMap((parameter) => {
    const type = parameter.childForFieldName('type');
    const isPlain =
      type?.type === 'identifier' && !parameter.text.includes('=') && !parameter.text.includes('[');
    return isPlain ? [{ type: type.text, line: lineOf(parameter) }] : [];
  });
}

/** `app.MapGet("/x", async (IOrders orders) => …)`: an interface among the parameters can only be a service. */
function endpointNeeds(node: SyntaxNode, facts: Facts): void {
  const isTop = node.type === 'compilation_unit';
  const places = isTop ? childrenOf(node).filter(({ type }) => type === 'global_statement') : [node];
  for (const place of places)
    for (const call of within(place, 'invocation_expression')) {
      const name = call.childForFieldName('function')?.childForFieldName('name')?.text ?? '';
      if (!/^Map(?:Get|Post|Put|Patch|Delete)$/.test(name)) continue;
      const given = childrenOf(call.childForFieldName('arguments')).at(-1);
      const handler = childrenOf(given ?? null).at(-1);
      const list =
        handler?.type === 'lambda_expression'
          ? childrenOf(handler).find(({ type }) => type === 'parameter_list')
          : handler?.type === 'identifier'
            ? parametersOf(node, handler.text)
            : undefined;
      const needs = interfacesIn(list ?? null);
      if (needs.length > 0) facts.services.push({ name: '', isInterface: false, isMade: true, needs });
    }
}

function parametersOf(node: SyntaxNode, method: string): SyntaxNode | undefined {
  const found = within(node, 'method_declaration').find(
    (each) => each.childForFieldName('name')?.text === method,
  );
  return found?.childForFieldName('parameters') ?? undefined;
}

function interfacesIn(list: SyntaxNode | null): readonly NeedFact[] {
  return childrenOf(list).flatMap((parameter) => {
    const type = parameter.childForFieldName('type');
    const isService =
      type?.type === 'identifier' && /^I[A-Z]/.test(type.text) && !parameter.text.includes('[');
    return isService ? [{ type: type.text, line: lineOf(parameter) }] : [];
  });
}

/** What controllers of ASP.NET ask for, and which interfaces there are. */
export const csharpServices: SyntaxFinder = {
  language: 'csharp',
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    visit(root, facts);
  },
};
