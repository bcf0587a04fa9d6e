import type { SyntaxNode } from '../../ports/syntax.ts';
import { argumentsOf } from '../parse/python.ts';
import { childrenOf, lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { isEndToEnd } from './e2e-files.ts';
import { addFlaw } from './flaws.ts';

const WAITS = 'the test waits for a time instead of for what it waits for';
const WRITTEN = 'the address of the application is written into the test';
const EMPTY = 'this test does nothing, and passes';
const LOCAL = /(?:localhost|127\.0\.0\.1):\d{2,5}/;

/** What is wrong with end-to-end tests of Python. */
export const e2eInPython: SyntaxFinder = {
  language: 'python',
  words: ['sleep(', 'wait_for_timeout', 'localhost:', '127.0.0.1:', 'def test_'],
  applies: isEndToEnd,
  find(root, facts) {
    for (const call of within(root, 'call')) {
      const callee = call.childForFieldName('function')?.text ?? '';
      const isSleep = /^(?:time\.sleep|asyncio\.sleep|sleep)$|\.wait_for_timeout$/.test(callee);
      if (isSleep && nearestAround(call, /^(?:while_statement|for_statement)$/) === undefined)
        addFlaw(facts, 'E2E-001', lineOf(call), WAITS);
      const [first] = argumentsOf(call).placed;
      if (
        /\.(?:goto|get|post|put|delete|visit)$/.test(callee) &&
        first?.type === 'string' &&
        LOCAL.test(first.text)
      )
        addFlaw(facts, 'E2E-002', lineOf(call), WRITTEN);
    }
    for (const set of within(root, 'assignment')) {
      const right = set.childForFieldName('right');
      const name = set.childForFieldName('left')?.text ?? '';
      if (right?.type === 'string' && LOCAL.test(right.text) && /url|base|host|origin|server/i.test(name))
        addFlaw(facts, 'E2E-002', lineOf(set), WRITTEN);
    }
    for (const test of within(root, 'function_definition'))
      if (test.childForFieldName('name')?.text.startsWith('test_') === true && isEmpty(test))
        addFlaw(facts, 'E2E-004', lineOf(test), EMPTY);
  },
};

/** Nothing but `pass`, `...` and a docstring. */
function isEmpty(test: SyntaxNode): boolean {
  const lines = childrenOf(test.childForFieldName('body'));
  return lines.every(
    (each) => each.type === 'pass_statement' || each.type === 'comment' || /^(?:\.\.\.|"|')/.test(each.text),
  );
}

/** What is wrong with end-to-end tests of C#. */
export const e2eInCsharp: SyntaxFinder = {
  language: 'csharp',
  words: ['Thread.Sleep', 'Task.Delay', 'WaitForTimeoutAsync', 'localhost:'],
  applies: isEndToEnd,
  find(root, facts) {
    for (const call of within(root, 'invocation_expression')) {
      const callee = call.childForFieldName('function')?.text ?? '';
      const isSleep = /^(?:Thread\.Sleep|Task\.Delay)$|\.WaitForTimeoutAsync$/.test(callee);
      if (isSleep && nearestAround(call, /^(?:while_statement|for_statement|do_statement)$/) === undefined)
        addFlaw(facts, 'E2E-001', lineOf(call), WAITS);
      const given = call.childForFieldName('arguments')?.text ?? '';
      if (/\.(?:GotoAsync|GoToUrl)$/.test(callee) && LOCAL.test(given))
        addFlaw(facts, 'E2E-002', lineOf(call), WRITTEN);
    }
  },
};
