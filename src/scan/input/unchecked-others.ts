import { addFlaw } from '../facts/flaws.ts';
import { childrenOf, lineOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';

const LOST = 'what this check answers is not looked at: invalid input goes on';

/** Checks of Django, its REST framework and marshmallow whose answer nobody looks at. */
export const uncheckedInPython: SyntaxFinder = {
  language: 'python',
  words: ['is_valid(', '.validate('],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts, { text }) {
    for (const statement of within(root, 'expression_statement')) {
      const call = childrenOf(statement)[0];
      if (call?.type !== 'call') continue;
      const callee = call.childForFieldName('function')?.text ?? '';
      const isForm = callee.endsWith('.is_valid') && !call.text.includes('raise_exception');
      const isSchema = /schema\w*\.validate$/i.test(callee) && /marshmallow|\w*Schema\(/.test(text);
      if (!isForm && !isSchema) continue;
      const around = nearestAround(statement, /^(?:function_definition|module)$/);
      // Whoever asks for the errors afterwards has looked.
      const after = text.slice(statement.endIndex, around?.endIndex);
      if (isForm && (/\.errors\b|\.is_valid\(|\bcleaned_data\b/.test(after) || /super\(\)/.test(callee)))
        continue;
      addFlaw(facts, 'BACK-017', lineOf(statement), LOST);
    }
  },
};

/** Checks of FluentValidation and data annotations whose answer nobody looks at. */
export const uncheckedInCsharp: SyntaxFinder = {
  language: 'csharp',
  words: ['.Validate(', '.ValidateAsync(', 'TryValidateObject('],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const statement of within(root, 'expression_statement')) {
      const inner = childrenOf(statement)[0];
      const call = inner?.type === 'await_expression' ? childrenOf(inner)[0] : inner;
      if (call?.type !== 'invocation_expression') continue;
      const callee = call.childForFieldName('function')?.text ?? '';
      if (
        /[vV]alidator\.(?:Validate|ValidateAsync)$|\bValidator\.TryValidate(?:Object|Property)$/.test(callee)
      )
        addFlaw(facts, 'BACK-017', lineOf(statement), LOST);
    }
  },
};
