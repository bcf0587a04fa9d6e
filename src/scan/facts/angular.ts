import ts from 'typescript-api';

import type { FactFinder, FactWalk } from '../rule.ts';
import { calledName } from '../syntax/around.ts';

/** A component of Angular, by what templates call it. */
export type AngularFact = {
  readonly name: string;
  readonly line: number;
  /** `app-card`; empty for a component that is only routed to or opened. */
  readonly selector: string;
  /** The elements and attributes its own template uses, where that is written in the class. */
  readonly template: string;
};

function classDeclaration(node: ts.Node, { file, facts }: FactWalk): void {
  if (!ts.isClassDeclaration(node) || node.name === undefined) return;
  for (const { expression } of ts.getDecorators(node) ?? []) {
    if (!ts.isCallExpression(expression) || calledName(expression) !== 'Component') continue;
    const [options] = expression.arguments;
    if (options === undefined || !ts.isObjectLiteralExpression(options)) continue;
    const line = file.source.getLineAndCharacterOfPosition(node.name.getStart(file.source)).line + 1;
    facts.angular.push({
      name: node.name.text,
      line,
      selector: textOf(options, 'selector'),
      template: textOf(options, 'template'),
    });
  }
}

function textOf(options: ts.ObjectLiteralExpression, name: string): string {
  for (const each of options.properties) {
    if (!ts.isPropertyAssignment(each) || !ts.isIdentifier(each.name) || each.name.text !== name) continue;
    if (ts.isStringLiteralLike(each.initializer)) return each.initializer.text;
  }
  return '';
}

export const angularFacts: FactFinder = {
  words: ['@Component('],
  applies: () => true,
  visit: new Map([[ts.SyntaxKind.ClassDeclaration, classDeclaration]]),
};
