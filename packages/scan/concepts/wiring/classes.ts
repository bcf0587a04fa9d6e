import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly classes: ClassFact[];
  }
}

/** A class that a framework makes and hands what it needs. */
export type ClassFact = {
  readonly name: string;
  readonly line: number;
  /** What its decorator makes of it. */
  readonly role: 'controller' | 'injectable' | 'module' | 'other';
  /** It needs to be named nowhere: `providedIn: 'root'`. */
  readonly isEverywhere: boolean;
  /** The classes it is handed. */
  readonly needs: readonly NeedFact[];
  /** Every name in the lists of its decorator: what a module declares, provides, imports and hands on. */
  readonly lists: readonly string[];
};

export type NeedFact = { readonly type: string; readonly line: number };

const ROLES: Readonly<Record<string, ClassFact['role']>> = {
  Controller: 'controller',
  RestController: 'controller',
  JsonController: 'controller',
  Resolver: 'controller',
  WebSocketGateway: 'controller',
  Injectable: 'injectable',
  Module: 'module',
  NgModule: 'module',
  Component: 'other',
  Directive: 'other',
  Pipe: 'other',
};

function classes(node: ts.ClassDeclaration, walk: FactWalk): void {
  if (node.name === undefined) return;
  for (const { expression } of ts.getDecorators(node) ?? []) {
    const call = ts.isCallExpression(expression) ? expression : undefined;
    const name = call?.expression ?? expression;
    const role = ts.isIdentifier(name) && Object.hasOwn(ROLES, name.text) ? ROLES[name.text] : undefined;
    if (role === undefined) continue;
    const lists: string[] = [];
    for (const each of call?.arguments ?? []) names(each, lists);
    walk.facts.classes.push({
      name: node.name.text,
      line: walk.line(node.name),
      role,
      isEverywhere:
        call?.arguments.some((each) => /providedIn/.test(each.getText(walk.file.source))) ?? false,
      needs: needsOf(node, walk),
      lists,
    });
    return;
  }
}

/** Every name that stands for a value in a decorator's settings. */
function names(node: ts.Node, found: string[]): void {
  if (ts.isIdentifier(node)) found.push(node.text);
  else if (ts.isPropertyAssignment(node)) names(node.initializer, found);
  else if (ts.isPropertyAccessExpression(node)) names(node.expression, found);
  else if (!ts.isTypeNode(node)) ts.forEachChild(node, (each) => names(each, found));
}

function needsOf(node: ts.ClassDeclaration, walk: FactWalk): readonly NeedFact[] {
  const needs: NeedFact[] = [];
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member))
      for (const parameter of member.parameters) {
        // What is asked for by another name than its type, or need not be there, is not looked for.
        const isPlain =
          (ts.getDecorators(parameter) ?? []).length === 0 && parameter.initializer === undefined;
        const type = isPlain && parameter.questionToken === undefined ? parameter.type : undefined;
        if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName))
          if (type.typeArguments === undefined)
            needs.push({ type: type.typeName.text, line: walk.line(parameter) });
      }
    const given = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
    if (!ts.isCallExpression(given) || ts.wordOf(given.expression) !== 'inject') continue;
    const [asked, ...more] = given.arguments;
    if (ts.isIdentifier(asked) && more.length === 0)
      needs.push({ type: asked.text, line: walk.line(member) });
  }
  return needs;
}

/** Classes of NestJS and Angular, what they need and what they name. */
export const classFacts: FactFinder = {
  applies: ({ isTest, isSide, language }) => !isTest && !isSide && language === 'typescript',
  visit: new Map([ts.on(ts.isClassDeclaration, classes)]),
};
