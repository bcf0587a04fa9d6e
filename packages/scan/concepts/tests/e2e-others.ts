import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { calleeOf } from '../../syntax/language-view.ts';
import { around, childrenOf, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { isEndToEnd, saysAbsence } from './e2e-files.ts';
import { addFlaw } from '../../engine/flaws.ts';

const WAITS = 'the test waits a fixed time instead of waiting for a condition';
const WRITTEN = 'the address of the application is written into the test';
const EMPTY = 'this test does nothing, and passes';
const LOCAL = /(?:localhost|127\.0\.0\.1):\d{2,5}/;

const vocabularies = {
  python: {
    sleeps: /^(?:time\.sleep|asyncio\.sleep|sleep)$|\.wait_for_timeout$/,
    visits: /\.(?:goto|get|post|put|delete|visit)$/,
  },
  csharp: {
    sleeps: /^(?:Thread\.Sleep|Task\.Delay)$|\.WaitForTimeoutAsync$/,
    visits: /\.(?:GotoAsync|GoToUrl)$/,
  },
};

/** What is wrong with end-to-end tests of Python and C#. */
export const e2eInOthers: readonly SyntaxFinder[] = [views.python, views.csharp].map((view) => {
  const { sleeps, visits } = vocabularies[view.language as keyof typeof vocabularies];
  return {
    language: view.language,
    applies: isEndToEnd,
    find(root, facts) {
      for (const call of within(root, view.calls[0])) {
        const callee = calleeOf(view, call);
        const loop = /^(?:while_statement|for_statement|do_statement)$/;
        if (sleeps.test(callee) && nearestAround(call, loop) === undefined && !isBeforeAbsence(call))
          addFlaw(facts, 'E2E-001', lineOf(call), WAITS);
        if (visits.test(callee) && LOCAL.test(view.call(call).args[0]?.text ?? ''))
          addFlaw(facts, 'E2E-002', lineOf(call), WRITTEN);
      }
      if (view.language !== 'python') return;
      for (const set of within(root, 'assignment')) {
        const right = set.childForFieldName('right');
        const name = set.childForFieldName('left')?.text ?? '';
        if (right?.type === 'string' && LOCAL.test(right.text) && /url|base|host|origin|server/i.test(name))
          addFlaw(facts, 'E2E-002', lineOf(set), WRITTEN);
      }
      for (const test of within(root, 'function_definition')) {
        // Nothing but `pass`, `...` and a docstring.
        const isEmpty = childrenOf(test.childForFieldName('body')).every(
          ({ type, text }) => /^(?:pass_statement|comment)$/.test(type) || /^(?:\.\.\.|"|')/.test(text),
        );
        if (isEmpty && test.childForFieldName('name')?.text.startsWith('test_') === true)
          addFlaw(facts, 'E2E-004', lineOf(test), EMPTY);
      }
    },
  };
});

function isBeforeAbsence(call: SyntaxNode): boolean {
  const later: string[] = [];
  for (const each of around(call)) {
    if (each.type === 'block')
      for (const one of childrenOf(each)) if (one.startIndex >= call.endIndex) later.push(one.text);
    if (/^(?:function_definition|method_declaration)$/.test(each.type)) break;
  }
  return saysAbsence(later);
}
