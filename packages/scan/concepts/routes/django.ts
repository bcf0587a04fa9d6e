import { nameless, UNKNOWN } from './router-refs.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { argumentsOf, dottedName, pythonPieces } from '../../syntax/python/view.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { Pieces } from '../../syntax/typescript/pieces.ts';
import type { Facts } from '../../engine/facts.ts';
import type { RouteFact } from './typescript.ts';

/** `urlpatterns = [path('users/', …), path('api/', include('api.urls')), *more]`. */
export function djangoPatterns(
  name: string,
  list: SyntaxNode,
  facts: Facts,
  kind: 'app' | 'router' = 'app',
): void {
  if (!facts.routers.some(({ id }) => id === name)) {
    facts.routers.push({ id: name, kind, bases: [] });
    facts.constants.push({ name, value: { is: 'router' } });
  }
  if (list.type === 'binary_operator') {
    for (const each of childrenOf(list)) djangoPatterns(name, each, facts);
    return;
  }
  if (list.type === 'attribute' || list.type === 'identifier') return addChild(name, [], list, facts);
  for (const each of childrenOf(list)) {
    const splat = each.type === 'list_splat' ? childrenOf(each)[0] : undefined;
    if (splat !== undefined) addChild(name, [], splat, facts);
    else if (each.type === 'call') entry(name, each, facts);
  }
}

function entry(name: string, call: SyntaxNode, facts: Facts): void {
  const callee = dottedName(call.childForFieldName('function'))?.split('.').at(-1);
  const { placed } = argumentsOf(call);
  const [address, view] = placed;
  if (callee === undefined || address === undefined || view === undefined) return;
  if (!/^(?:path|re_path|url)$/.test(callee)) return;
  const path = callee === 'path' ? pythonPieces(address) : pattern(pythonPieces(address));
  const isInclude =
    view.type === 'call' && /(?:^|\.)include$/.test(view.childForFieldName('function')?.text ?? '');
  if (!isInclude) facts.routes.push(...viewRoutes({ router: name, path, line: lineOf(call) }, view));
  else {
    const included = argumentsOf(view).placed[0];
    const first = included?.type === 'tuple' ? childrenOf(included)[0] : included;
    if (first?.type === 'list') {
      // A list in place is a router of its own.
      const inner = nameless(`patterns${lineOf(first)}`);
      djangoPatterns(inner, first, facts, 'router');
      facts.mounts.push({ parent: name, path, child: inner });
    } else if (first !== undefined) addChild(name, path, first, facts);
  }
}

/** `views.load`, `SlotsView.as_view()`, `UserViewSet.as_view({'get': 'list'})`; else whatever is asked. */
function viewRoutes(
  route: Pick<RouteFact, 'router' | 'path' | 'line'>,
  view: SyntaxNode,
): readonly RouteFact[] {
  const any = { ...route, method: 'ANY' };
  const named = dottedName(view);
  if (named !== undefined) return [{ ...any, view: { name: named, isSet: false } }];
  const callee = view.type === 'call' ? dottedName(view.childForFieldName('function')) : undefined;
  const given = view.type === 'call' ? argumentsOf(view).placed : [];
  if (callee === undefined) return [any];
  if (!callee.endsWith('.as_view')) {
    // `csrf_exempt(views.hook)`: what is around a view does not change its methods.
    const inner = given.length === 1 ? given[0] : undefined;
    return inner === undefined ? [any] : viewRoutes(route, inner);
  }
  const name = callee.slice(0, -'.as_view'.length);
  const [map] = given;
  if (map === undefined) return [{ ...any, view: { name, isSet: false } }];
  const methods = childrenOf(map)
    .filter(({ type }) => type === 'pair')
    .map((pair) => pythonPieces(pair.childForFieldName('key'))[0]);
  return map.type === 'dictionary' && methods.length > 0
    ? methods.map((method) => ({
        ...route,
        method: typeof method === 'string' ? method.toUpperCase() : 'ANY',
      }))
    : [any];
}

function addChild(parent: string, path: Pieces, child: SyntaxNode, facts: Facts): void {
  const module = child.type === 'string' ? pythonPieces(child)[0] : undefined;
  const below =
    typeof module === 'string'
      ? `require(py:${module}).urlpatterns`
      : dottedName(child)?.replace(/\.urls$/, '');
  facts.mounts.push({ parent, path, child: below ?? UNKNOWN });
}

/** `^users/(?P<id>\d+)/$` as a path; what is left of it as a pattern is not known. */
function pattern(pieces: Pieces): Pieces {
  const [text] = pieces;
  if (typeof text !== 'string') return pieces;
  const path = text
    .replaceAll(/[\^$]/g, '')
    .replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, '<$1>')
    .replaceAll(/\/\?/g, '/')
    .replaceAll('\\', '');
  return /[()*+?[\]|]/.test(path) ? [{ hole: 'pattern' }] : [path];
}

/** `router.register('users', UserViewSet)`: a list, one of it, and whatever the class adds below. */
export function djangoRegister(call: SyntaxNode, router: string, facts: Facts): void {
  const { placed, named } = argumentsOf(call);
  const address = placed[0] ?? named.get('prefix');
  if (address === undefined || placed.length + named.size < 2) return;
  const path = pattern(pythonPieces(address));
  const name = dottedName(placed[1] ?? named.get('viewset') ?? null) ?? '?';
  facts.routes.push({ router, method: 'ANY', path, line: lineOf(call), view: { name, isSet: true } });
}
