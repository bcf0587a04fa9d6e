import * as ts from '../../syntax/typescript/view.ts';

import type { FactFinder, FactWalk } from '../../engine/rule.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly angular: AngularFact[];
  }
}

/** A component of Angular, by what templates call it. */
export type AngularFact = {
  readonly name: string;
  readonly line: number;
  /** `app-card`; empty for a component that is only routed to or opened. */
  readonly selector: string;
  /** The elements and attributes its own template uses, where that is written in the class. */
  readonly template: string;
};

function classDeclaration(node: ts.ClassDeclaration, walk: FactWalk): void {
  const [options] = ts.decoratorsOf(node).get('Component') ?? [];
  if (node.name === undefined || !ts.isObjectLiteralExpression(options)) return;
  walk.facts.angular.push({
    name: node.name.text,
    line: walk.line(node.name),
    selector: ts.textOf(ts.optionOf(options, 'selector')) ?? '',
    template: ts.textOf(ts.optionOf(options, 'template')) ?? '',
  });
}

export const angularFacts: FactFinder = {
  applies: () => true,
  visit: new Map([ts.on(ts.isClassDeclaration, classDeclaration)]),
};
