import { givenTo, memberOf, sameAs } from './router-refs.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import {
  goAssigned,
  goFunctions,
  goParameters,
  goPieces,
  goReceiver,
  goTypeName,
} from '../../syntax/go/view.ts';
import { childrenOf, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Facts } from '../../engine/facts.ts';
import { chainOf, isRouterType } from './go-chain.ts';
import { GoRouters } from './go-follow.ts';
import { GoNames, noScope, type GoFunctionScope, tableRoutes, typeMade } from './go-names.ts';

class RoutesOfFile {
  readonly #names: GoNames;
  readonly #routers: GoRouters;

  constructor(root: SyntaxNode, facts: Facts) {
    this.#names = new GoNames(root, facts);
    this.#routers = new GoRouters(this.#names, (node, scope) => this.#visit(node, scope));
  }

  outside(root: SyntaxNode): void {
    const scope = noScope('', { name: '', type: '' });
    for (const spec of within(root, 'var_spec', 'const_spec')) {
      if (spec.parent?.parent?.type !== 'source_file' && spec.parent?.parent?.parent?.type !== 'source_file')
        continue;
      for (const [name, value] of goAssigned(spec)) {
        const pieces = goPieces(value);
        const router = this.#routers.routerOf(value, scope);
        if (router !== undefined) this.#names.keep(name.text, router, name.text);
        else if (pieces.length > 0 && !pieces.some((each) => typeof each === 'object' && 'hole' in each))
          this.#names.facts.constants.push({ name: name.text, value: { text: pieces } });
      }
    }
  }

  function(node: SyntaxNode): void {
    const name = node.childForFieldName('name')?.text ?? '';
    const receiver = goReceiver(node);
    const id = receiver.type === '' ? name : memberOf(receiver.type, name);
    const scope = noScope(id, receiver);
    let isKnown = false;
    for (const [place, { name: given, type }] of goParameters(
      node.childForFieldName('parameters'),
    ).entries()) {
      if (isRouterType(type)) {
        scope.routers.set(given, { id: givenTo(id, place), isPlain: type.endsWith('ServeMux') });
        isKnown = true;
      } else scope.open.add(given);
      scope.types.set(given, type.replace(/^\*/, ''));
    }
    const before = this.#names.facts.mounts.length;
    this.#walk(node.childForFieldName('body'), scope);
    const gives = this.#names.facts.mounts.slice(before).some(({ parent }) => parent === sameAs(id));
    if (isKnown || gives) this.#names.facts.constants.push({ name: id, value: { is: 'function' } });
  }

  #walk(node: SyntaxNode | null, scope: GoFunctionScope): void {
    for (const each of childrenOf(node)) this.#visit(each, scope);
  }

  #visit(node: SyntaxNode, scope: GoFunctionScope): void {
    if (/^(?:short_var_declaration|assignment_statement|var_spec)$/.test(node.type))
      this.#assigned(node, scope);
    else if (node.type === 'range_clause')
      for (const name of childrenOf(node.childForFieldName('left'))) scope.open.add(name.text);
    else if (node.type === 'return_statement') this.#returned(node, scope);
    else if (node.type === 'call_expression') this.#called(node, scope);
    else if (node.type === 'keyed_element') this.#field(node, scope);
    else this.#walk(node, scope);
  }

  #assigned(node: SyntaxNode, scope: GoFunctionScope): void {
    for (const [left, right] of goAssigned(node)) {
      const router = this.#routers.routerOf(right, scope);
      if (router === undefined) {
        const made = typeMade(right);
        if (made !== undefined) scope.types.set(left.text, made);
        this.#visit(right, scope);
      } else if (left.type === 'identifier' && scope.id !== '') scope.routers.set(left.text, router);
      else if (left.type === 'selector_expression')
        this.#names.keep(this.#names.fieldId(left, scope), router, left.text);
    }
  }

  /** `&Server{router: chi.NewRouter()}`. */
  #field(node: SyntaxNode, scope: GoFunctionScope): void {
    const literal = node.parent?.parent;
    const value = childrenOf(node.childForFieldName('value'))[0];
    const key = node.childForFieldName('key')?.text ?? '';
    const router = value === undefined ? undefined : this.#routers.routerOf(value, scope);
    if (router === undefined || literal?.type !== 'composite_literal')
      return this.#walk(node.childForFieldName('value'), scope);
    this.#names.keep(memberOf(goTypeName(literal.childForFieldName('type')), key), router, key);
  }

  #returned(node: SyntaxNode, scope: GoFunctionScope): void {
    const [first] = childrenOf(childrenOf(node)[0] ?? null);
    const router = first === undefined ? undefined : this.#routers.routerOf(first, scope);
    if (router !== undefined && scope.id !== '')
      this.#names.facts.mounts.push({ parent: sameAs(scope.id), path: [], child: router.id });
    else this.#walk(node, scope);
  }

  #called(call: SyntaxNode, scope: GoFunctionScope): void {
    if (this.#routers.follow(chainOf(call), scope) !== undefined) return;
    this.#routers.passOn(call, scope);
    this.#walk(call.childForFieldName('function'), scope);
  }
}

/** Routes of net/http, gin, echo, chi, fiber and gorilla/mux. */
export const goRoutes: SyntaxFinder = {
  language: 'go',
  applies: ({ isTest }) => !isTest,
  find(root, facts) {
    const file = new RoutesOfFile(root, facts);
    file.outside(root);
    for (const each of goFunctions(root)) file.function(each);
    tableRoutes(root, facts);
  },
};
