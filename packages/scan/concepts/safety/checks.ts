import { textAt } from '../../syntax/language-view.ts';
import { childrenOf, lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import * as ts from '../../syntax/typescript/view.ts';
import type { FactFinder, FactWalk, SyntaxFinder } from '../../engine/rule.ts';
import { functionName } from '../../syntax/typescript/scope.ts';
import { isShipped } from './where.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly checks: CheckFact[];
  }
}

/** A function that is called like something that keeps strangers out. */
export type CheckFact = { readonly name: string; readonly line: number };

const CHECK =
  /^(?:verify|validate|check|assert|ensure|require|enforce)\w*?(?:signature|webhook|hmac|csrf|xsrf|permission|owner|authori[sz]|authenticat|admin|access|captcha|jwt|token)/i;

function declared(node: ts.SignatureDeclaration, { facts, ancestors, line }: FactWalk): void {
  // A framework calls what it is given by a decorator, and what overrides something of its own.
  if (ts.decoratorsOf(node).size > 0 || ts.hasModifier(node, ts.SyntaxKind.OverrideKeyword)) return;
  if (ts.isFunction(node) && !ts.isVariableDeclaration(ancestors.at(-1))) return;
  const name = functionName(node, ancestors)?.split('.').at(-1) ?? '';
  if (CHECK.test(name)) facts.checks.push({ name, line: line(node) });
}

/** Security checks of TypeScript and JavaScript. */
export const checkFacts: FactFinder = {
  applies: isShipped,
  visit: new Map([
    ts.on(ts.isFunctionDeclaration, declared),
    ts.on(ts.isMethodDeclaration, declared),
    ts.on(ts.isArrowFunction, declared),
    ts.on(ts.isFunctionExpression, declared),
  ]),
};

/** The same in every other language. */
export const checksInOthers: readonly SyntaxFinder[] = Object.values(views).map(({ language, methods }) => ({
  language,
  applies: isShipped,
  find(root, facts) {
    for (const node of within(root, ...methods)) {
      const name = textAt(node, 'name');
      const isMarked =
        node.parent?.type === 'decorated_definition' ||
        childrenOf(node).some(
          ({ type, text }) => /attribute_list|modifiers?$/.test(type) && /@|\[|override/.test(text),
        );
      if (CHECK.test(name) && !isMarked) facts.checks.push({ name, line: lineOf(node) });
    }
  },
}));
