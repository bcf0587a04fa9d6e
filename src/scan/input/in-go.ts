import { addFlaw } from '../facts/flaws.ts';
import { goCallee } from '../parse/go.ts';
import { childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';

const LOST = 'what this check answers is not looked at: invalid input goes on';
const CHECKS =
  /(?:^|\.)(?:validate|validator|v)\.(?:Struct|StructCtx|Var)$|^c(?:tx)?\.(?:ShouldBind\w*|Validate)$|^(?:req|input|body|payload|form|params)\.Validate$/;

/** Checks of Go whose answer nobody looks at. */
export const uncheckedInGo: SyntaxFinder = {
  language: 'go',
  words: ['validate', 'Validate', 'ShouldBind'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const statement of within(root, 'expression_statement', 'assignment_statement')) {
      const call =
        statement.type === 'expression_statement'
          ? childrenOf(statement)[0]
          : statement.childForFieldName('left')?.text === '_'
            ? childrenOf(statement.childForFieldName('right'))[0]
            : undefined;
      if (call?.type === 'call_expression' && CHECKS.test(goCallee(call)))
        addFlaw(facts, 'BACK-017', lineOf(statement), LOST);
    }
  },
};
