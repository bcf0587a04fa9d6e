import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { annotationNamed, argumentsIn, javaCallee } from '../parse/java.ts';
import { childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';

const LOST = 'what this check answers is not looked at: invalid input goes on';

/** Checks of Spring and Bean Validation whose answer nobody looks at. */
export const uncheckedInJava: SyntaxFinder = {
  language: 'java',
  words: ['BindingResult', 'Errors ', '.validate('],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const method of within(root, 'method_declaration')) unread(method, facts);
    for (const statement of within(root, 'expression_statement')) {
      const call = childrenOf(statement)[0];
      if (call?.type !== 'method_invocation' || javaCallee(call).name !== 'validate') continue;
      // With a second argument it is told where to write what it finds.
      if (
        /^(?:this\.)?validator$/.test(javaCallee(call).on) &&
        argumentsIn(call).length === 1 &&
        isBean(root)
      )
        addFlaw(facts, 'BACK-017', lineOf(statement), LOST);
    }
  },
};

/** The validator of Bean Validation gives back what is wrong; others throw. */
function isBean(root: SyntaxNode): boolean {
  return within(root, 'import_declaration').some(({ text }) =>
    /\b(?:javax|jakarta)\.validation\.(?:Validator|\*)/.test(text),
  );
}

/** `@Valid Order order, BindingResult result`: with it nothing is refused but by the method itself. */
function unread(method: SyntaxNode, facts: Parameters<typeof addFlaw>[0]): void {
  const body = method.childForFieldName('body');
  if (body === null) return;
  const all = childrenOf(method.childForFieldName('parameters'));
  const isChecked = all.some((each) => annotationNamed(each, /^(?:Valid|Validated)$/) !== undefined);
  const result = all.find((each) =>
    /^(?:BindingResult|Errors)$/.test(each.childForFieldName('type')?.text ?? ''),
  );
  const name = result?.childForFieldName('name')?.text;
  if (result === undefined || name === undefined || !isChecked) return;
  if (!new RegExp(`\\b${name}\\b`).test(body.text)) addFlaw(facts, 'BACK-017', lineOf(result), LOST);
}
