import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { argumentsOf } from '../parse/python.ts';
import { lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { pythonParts, setBefore } from './python-parts.ts';
import { isInjectable, isStatement } from './sql-text.ts';
import { isSqlSource, SQL_MESSAGE, SQL_WORDS } from './where.ts';

const STATEMENTS =
  /^(?:execute|executemany|executescript|raw|text|exec|exec_driver_sql|fetch|fetchrow|fetchval|fetch_all|fetch_one|fetch_val|read_sql|read_sql_query|sql|mogrify)$/;
const FRAGMENTS = /^(?:RawSQL|extra|text)$/;

/** SQL of Python into which values are written. */
export const sqlInPython: SyntaxFinder = {
  language: 'python',
  words: SQL_WORDS,
  applies: isSqlSource,
  find(root, facts) {
    for (const call of within(root, 'call')) {
      const callee = call.childForFieldName('function');
      const name =
        (callee?.type === 'attribute' ? callee.childForFieldName('attribute') : callee)?.text ?? '';
      const isPiece = FRAGMENTS.test(name);
      if (!isPiece && !STATEMENTS.test(name)) continue;
      const { placed, named } = argumentsOf(call);
      const text = placed[0] ?? named.get('sql') ?? named.get('query') ?? named.get('statement');
      if (text === undefined || !isBuilt(text)) continue;
      const parts = pythonParts(text, call);
      if (parts.every((each) => typeof each === 'string') || !isInjectable(parts)) continue;
      if (!isPiece && !isStatement(parts)) continue;
      const set = text.type === 'identifier' ? setBefore(text.text, call)[0] : undefined;
      addFlaw(facts, 'BACK-001', lineOf(set ?? call), SQL_MESSAGE);
    }
  },
};

function isBuilt({ type }: SyntaxNode): boolean {
  return /^(?:string|concatenated_string|binary_operator|call|identifier|parenthesized_expression)$/.test(
    type,
  );
}
