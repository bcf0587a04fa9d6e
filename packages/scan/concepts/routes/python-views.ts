import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { argumentsOf } from '../../syntax/python/view.ts';
import { pythonLiteral } from '../../syntax/python/classes.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly views: ViewFact[];
  }
}

/** A view of Django: which methods it answers to, as far as its file says. */
export type ViewFact = {
  readonly name: string;
  readonly line: number;
  /** Classes as they are written; undefined for a function. */
  readonly bases?: readonly string[];
  /** Functions of the class: `get`, `list`, `create`; of a function the methods it is decorated with. */
  readonly methods: readonly string[];
  /** `http_method_names`, where the class has it. */
  readonly only?: readonly string[];
  readonly actions?: readonly ViewAction[];
};

/** `@action(detail=True, methods=['post'], url_path='new-time')`. */
export type ViewAction = {
  readonly path: string;
  readonly isDetail: boolean;
  readonly methods: readonly string[];
};

const HTTP = /^(?:get|post|put|patch|delete|head|options)$/i;

function words(node: SyntaxNode | undefined): readonly string[] {
  return (node?.text.match(/[A-Za-z]+/g) ?? []).filter((each) => HTTP.test(each));
}

function decoratorsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node)
    .filter(({ type }) => type === 'decorator')
    .flatMap((each) => childrenOf(each).slice(0, 1));
}

function functionView(node: SyntaxNode, name: string, line: number): ViewFact | undefined {
  for (const each of decoratorsOf(node)) {
    const called = (each.childForFieldName('function') ?? each).text.split('.').at(-1) ?? '';
    const required = /^require_(GET|POST)$/.exec(called)?.[1];
    if (required !== undefined) return { name, line, methods: [required] };
    if (called === 'require_safe') return { name, line, methods: ['GET', 'HEAD'] };
    if (called !== 'api_view' && called !== 'require_http_methods') continue;
    const [list] = each.type === 'call' ? argumentsOf(each).placed : [];
    const methods = list === undefined ? ['GET'] : words(list).map((method) => method.toUpperCase());
    // A list that is made elsewhere tells nothing.
    return list !== undefined && list.type !== 'list' && list.type !== 'tuple'
      ? undefined
      : { name, line, methods };
  }
  return undefined;
}

function actionOf(definition: SyntaxNode, decorator: SyntaxNode): ViewAction | undefined {
  const name = definition.childForFieldName('name')?.text ?? '';
  const called = (decorator.childForFieldName('function') ?? decorator).text.split('.').at(-1) ?? '';
  if (!/^(?:action|list_route|detail_route)$/.test(called)) return undefined;
  const named = decorator.type === 'call' ? argumentsOf(decorator).named : new Map<string, SyntaxNode>();
  const methods = named.get('methods');
  const path = named.get('url_path');
  const written = path === undefined ? name : pythonLiteral(path);
  return {
    path: typeof written === 'string' ? written : '?',
    isDetail: called === 'detail_route' || named.get('detail')?.text === 'True',
    methods: methods === undefined ? ['GET'] : words(methods).map((method) => method.toUpperCase()),
  };
}

/** `@confirm.mapping.delete` answers at the address of `confirm` to one more method. */
function mapped(decorator: SyntaxNode): { readonly of: string; readonly method: string } | undefined {
  const [, of = '', method = ''] =
    /^(\w+)\.mapping\.(\w+)$/.exec((decorator.childForFieldName('function') ?? decorator).text) ?? [];
  return of === '' ? undefined : { of, method: method.toUpperCase() };
}

function classView(node: SyntaxNode, name: string): ViewFact | undefined {
  const bases = childrenOf(node.childForFieldName('superclasses'))
    .filter(({ type }) => type === 'identifier' || type === 'attribute' || type === 'subscript')
    .map(({ text }) => text.replace(/\[.*$/s, ''));
  if (bases.length === 0) return undefined;
  const methods: string[] = [];
  const actions = new Map<string, ViewAction>();
  let only: readonly string[] | undefined;
  for (const each of childrenOf(node.childForFieldName('body'))) {
    const definition = each.type === 'decorated_definition' ? each.childForFieldName('definition') : each;
    if (definition?.type === 'function_definition') {
      const own = definition.childForFieldName('name')?.text ?? '';
      const decorators = each === definition ? [] : decoratorsOf(each);
      const action = decorators.map((one) => actionOf(definition, one)).find((one) => one !== undefined);
      const more = decorators.map(mapped).find((one) => one !== undefined);
      const known = more === undefined ? undefined : actions.get(more.of);
      if (action !== undefined) actions.set(own, action);
      else if (more !== undefined && known !== undefined)
        actions.set(more.of, { ...known, methods: [...known.methods, more.method] });
      else methods.push(own);
    }
    const assigned = each.type === 'expression_statement' ? childrenOf(each)[0] : undefined;
    if (assigned?.type === 'assignment' && assigned.childForFieldName('left')?.text === 'http_method_names')
      only = words(assigned.childForFieldName('right') ?? undefined).map((word) => word.toUpperCase());
  }
  const line = lineOf(node);
  const own = { name, line, bases, methods, actions: [...actions.values()] };
  return only === undefined ? own : { ...own, only };
}

/** Views of Django and of the REST framework. */
export const pythonViews: SyntaxFinder = {
  language: 'python',
  applies: ({ isTest, path }) => !isTest && !/(?:^|\/)migrations\//.test(path),
  find(root, facts) {
    for (const each of childrenOf(root)) {
      const definition = each.type === 'decorated_definition' ? each.childForFieldName('definition') : each;
      const name = definition?.childForFieldName('name')?.text ?? '';
      if (definition === null || name === '') continue;
      const view =
        definition.type === 'class_definition'
          ? classView(definition, name)
          : definition.type === 'function_definition' && each !== definition
            ? functionView(each, name, lineOf(definition))
            : undefined;
      if (view !== undefined) facts.views.push(view);
    }
  },
};
