import type { SyntaxNode } from '../../ports/syntax.ts';
import { lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { addFunction, type FunctionFact } from './functions.ts';

type Place = Pick<FunctionFact, 'from' | 'until' | 'body' | 'to'>;

function placeOf(node: SyntaxNode): Place | undefined {
  const parameters = node.childForFieldName('parameters');
  const body = node.childForFieldName('body');
  if (parameters === null || body === null) return undefined;
  return {
    from: parameters.startIndex,
    until: parameters.endIndex,
    body: body.startIndex,
    to: body.endIndex,
  };
}

/** Functions of Python that might be written out more than once. */
export const functionsInPython: SyntaxFinder = {
  language: 'python',
  words: ['def '],
  applies: ({ isTest, isSide, path }) => !isTest && !isSide && !/migrations?\/|alembic/.test(path),
  find(root, facts, { text }) {
    for (const node of within(root, 'function_definition')) {
      const name = node.childForFieldName('name')?.text ?? '';
      const place = /^__\w+__$/.test(name) ? undefined : placeOf(node);
      if (place !== undefined) addFunction(facts, text, { name, line: lineOf(node), ...place });
    }
  },
};

/** Methods of C# that might be written out more than once. */
export const functionsInCsharp: SyntaxFinder = {
  language: 'csharp',
  words: ['class ', 'record ', 'struct '],
  applies: ({ isTest, isSide, path }) => !isTest && !isSide && !/migrations?\//i.test(path),
  find(root, facts, { text }) {
    for (const node of within(root, 'method_declaration')) {
      const name = node.childForFieldName('name')?.text ?? '';
      const place = placeOf(node);
      if (place !== undefined) addFunction(facts, text, { name, line: lineOf(node), ...place });
    }
  },
};
