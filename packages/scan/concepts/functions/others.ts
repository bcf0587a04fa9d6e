import { field, textAt } from '../../syntax/language-view.ts';
import { lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { addFunction } from './typescript.ts';

/** Functions of Python and C# that might be written out more than once. */
export const functionsInOthers: readonly SyntaxFinder[] = [views.python, views.csharp].map((view) => ({
  language: view.language,
  applies: ({ isTest, isSide, path }) => !isTest && !isSide && !/migrations?\/|alembic/i.test(path),
  find(root, facts, { text }) {
    for (const node of within(root, ...view.methods)) {
      const name = textAt(node, 'name');
      const given = field(node, 'parameters');
      const body = field(node, 'body');
      if (given === null || body === null || /^__\w+__$/.test(name)) continue;
      const place = {
        from: given.startIndex,
        until: given.endIndex,
        body: body.startIndex,
        to: body.endIndex,
      };
      addFunction(facts, text, { name, line: lineOf(node), ...place });
    }
  },
}));
