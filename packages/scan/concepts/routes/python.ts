import { UNKNOWN } from './router-refs.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { argumentsOf, dottedName, pythonPieces } from '../../syntax/python/view.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Value } from '../constants/fact.ts';
import type { Facts } from '../../engine/facts.ts';
import { djangoPatterns, djangoRegister } from './django.ts';

const METHODS = /^(?:get|post|put|patch|delete|head|options)$/;
const APPS = /^(?:FastAPI|Flask|Quart|Sanic|Api|Litestar|NinjaAPI)$/;
const ROUTERS = /^(?:APIRouter|Blueprint|Router|Namespace)$/;

function statement(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'decorated_definition') decorated(node, facts);
  else if (node.type === 'import_from_statement') importedFrom(node, facts);
  else if (node.type === 'import_statement') imported(node, facts);
  else if (node.type === 'class_definition') ownClass(node, facts);
  else if (node.type === 'expression_statement') for (const each of childrenOf(node)) expression(each, facts);
  else if (/^(?:if|try|with|for)_statement$|^(?:block|else_clause|except_clause)$/.test(node.type))
    for (const each of childrenOf(node)) statement(each, facts);
  else if (node.type === 'function_definition') within(node, facts);
}

/** `def create_app(): app = Flask(…); app.register_blueprint(…)`. */
function within(node: SyntaxNode, facts: Facts): void {
  if (/Flask\(|FastAPI\(|include_router|register_blueprint|add_resource|\.route\(/.test(node.text))
    for (const each of childrenOf(node.childForFieldName('body'))) statement(each, facts);
}

function decorated(node: SyntaxNode, facts: Facts): void {
  const definition = node.childForFieldName('definition');
  for (const decorator of childrenOf(node)) {
    if (decorator.type !== 'decorator') continue;
    const call = childrenOf(decorator)[0];
    if (call?.type !== 'call') continue;
    const callee = dottedName(call.childForFieldName('function'));
    const dot = callee?.lastIndexOf('.') ?? -1;
    if (callee === undefined || dot < 0) continue;
    addRoute(call, callee.slice(0, dot), callee.slice(dot + 1), facts);
  }
  if (definition?.type === 'class_definition') ownClass(definition, facts);
  if (definition?.type === 'function_definition') within(definition, facts);
}

function addRoute(call: SyntaxNode, router: string, verb: string, facts: Facts): void {
  const { placed, named } = argumentsOf(call);
  const address = placed[0] ?? named.get('path') ?? named.get('rule');
  const isVerb = METHODS.test(verb);
  if (address === undefined || (!isVerb && verb !== 'route' && verb !== 'api_route')) return;
  const path = pythonPieces(address);
  const methods = named.get('methods');
  const names = methods === undefined ? ['GET'] : (methods.text.match(/[A-Za-z]+/g) ?? ['ANY']);
  for (const method of isVerb ? [verb] : names)
    facts.routes.push({ router, method: method.toUpperCase(), path, line: lineOf(call) });
}

function importedFrom(node: SyntaxNode, facts: Facts): void {
  const [module, ...names] = childrenOf(node);
  if (module === undefined) return;
  const from = `py:${module.text}`;
  for (const each of names) {
    if (each.type === 'wildcard_import') facts.bindings.push({ local: '*', from, name: '*' });
    const name = each.type === 'aliased_import' ? each.childForFieldName('name')?.text : dottedName(each);
    const local = each.type === 'aliased_import' ? each.childForFieldName('alias')?.text : name;
    if (name !== undefined && local !== undefined) facts.bindings.push({ local, from, name });
  }
}

function imported(node: SyntaxNode, facts: Facts): void {
  for (const each of childrenOf(node)) {
    const name = each.type === 'aliased_import' ? each.childForFieldName('name')?.text : dottedName(each);
    const local = each.type === 'aliased_import' ? each.childForFieldName('alias')?.text : name;
    if (name !== undefined && local !== undefined && !local.includes('.'))
      facts.bindings.push({ local, from: `py:${name}`, name: '*' });
  }
}

/** What a class keeps that is written down: settings. */
function ownClass(node: SyntaxNode, facts: Facts): void {
  const name = node.childForFieldName('name')?.text;
  if (name === undefined) return;
  const members: Record<string, Value> = {};
  for (const each of childrenOf(node.childForFieldName('body'))) {
    const assignment = each.type === 'expression_statement' ? childrenOf(each)[0] : undefined;
    const right = assignment?.type === 'assignment' ? assignment.childForFieldName('right') : null;
    const left = assignment?.childForFieldName('left')?.text;
    if (right?.type === 'string' && left !== undefined) members[left] = { text: pythonPieces(right) };
  }
  if (Object.keys(members).length > 0) facts.constants.push({ name, value: { members } });
}

function expression(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'call') return called(node, facts);
  if (node.type === 'augmented_assignment') return void patterns(node, facts);
  if (node.type !== 'assignment') return;
  const name = dottedName(node.childForFieldName('left'));
  const right = node.childForFieldName('right');
  if (name === undefined || right === null || patterns(node, facts)) return;
  if (right.type === 'call') return made(name, right, facts);
  const pieces = pythonPieces(right);
  if (pieces.some((each) => typeof each === 'string' || 'name' in each))
    facts.constants.push({ name, value: { text: pieces } });
}

function patterns(node: SyntaxNode, facts: Facts): boolean {
  const left = node.childForFieldName('left')?.text ?? '';
  const right = node.childForFieldName('right');
  if (!/urlpatterns$|_urls$|^urls$/.test(left) || right === null) return false;
  djangoPatterns(left, right, facts);
  return true;
}

function made(name: string, call: SyntaxNode, facts: Facts): void {
  const callee = dottedName(call.childForFieldName('function'));
  const maker = callee?.split('.').at(-1) ?? '';
  const { named } = argumentsOf(call);
  if (APPS.test(maker) || ROUTERS.test(maker) || maker.endsWith('Router')) {
    const prefix = named.get('prefix') ?? named.get('url_prefix');
    const kind = APPS.test(maker) ? 'app' : 'router';
    facts.routers.push({ id: name, kind, bases: prefix === undefined ? [] : [pythonPieces(prefix)] });
    facts.constants.push({ name, value: { is: 'router' } });
  } else if (callee !== undefined) facts.constants.push({ name, value: { text: [{ name: callee }] } });
}

/** `app.include_router(…)`, `app.register_blueprint(…)`, `api.add_resource(…)`, `router.register(…)`. */
function called(call: SyntaxNode, facts: Facts): void {
  const callee = dottedName(call.childForFieldName('function'));
  const dot = callee?.lastIndexOf('.') ?? -1;
  if (callee === undefined || dot < 0) return;
  const parent = callee.slice(0, dot);
  const verb = callee.slice(dot + 1);
  const { placed, named } = argumentsOf(call);
  if (/^(?:include_router|register_blueprint|add_router|add_namespace|mount)$/.test(verb)) {
    const address = placed.find((each) => each.type === 'string');
    const path = pythonPieces(
      named.get('prefix') ?? named.get('url_prefix') ?? named.get('path') ?? address ?? null,
    );
    const child =
      placed.map(dottedName).find((each) => each !== undefined) ?? dottedName(named.get('router') ?? null);
    facts.mounts.push({ parent, path, child: child ?? UNKNOWN });
  } else if (verb === 'add_resource' || verb === 'add_url_rule' || verb === 'add_api_route') {
    for (const each of placed)
      if (each.type === 'string')
        facts.routes.push({ router: parent, method: 'ANY', path: pythonPieces(each), line: lineOf(call) });
  } else if (verb === 'register') djangoRegister(call, parent, facts);
}

/** Routes of FastAPI, Flask and Django. */
export const pythonRoutes: SyntaxFinder = {
  language: 'python',
  applies: ({ isTest }) => !isTest,
  find(root, facts) {
    for (const each of childrenOf(root)) statement(each, facts);
  },
};
