import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { argumentsIn, javaCallee } from '../parse/java.ts';
import { lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { javaParts, setInJava } from './java-parts.ts';
import { isInjectable, isStatement } from './sql-text.ts';
import { isSqlSource, SQL_MESSAGE, SQL_WORDS } from './where.ts';

/** JDBC, JdbcTemplate, JPA and R2DBC. */
const CALLS =
  /^(?:query(?:For\w+)?|update|batchUpdate|execute(?:Query|Update|LargeUpdate)?|addBatch|prepareStatement|prepareCall|createQuery|createNativeQuery|createSQLQuery|sql|createStatement)$/;
const JPQL = /^\s*(?:from\s+[A-Z]\w*\s|select\s|update\s|delete\s)/i;

/** SQL of Java into which values are written. */
export const sqlInJava: SyntaxFinder = {
  language: 'java',
  words: SQL_WORDS,
  applies: isSqlSource,
  find(root, facts) {
    const said = new Set<number>();
    for (const call of within(root, 'method_invocation')) {
      const text = textOf(call);
      if (text === undefined) continue;
      const parts = javaParts(text, call);
      if (parts.every((each) => typeof each === 'string') || !isInjectable(parts)) continue;
      const first = typeof parts[0] === 'string' ? parts[0] : '';
      if (!isStatement(parts) && !(javaCallee(call).name === 'createQuery' && JPQL.test(first))) continue;
      const set = text.type === 'identifier' ? setInJava(text.text, call)[0] : undefined;
      const line = lineOf(set ?? call);
      if (!said.has(line)) addFlaw(facts, 'BACK-001', line, SQL_MESSAGE);
      said.add(line);
    }
  },
};

function textOf(call: SyntaxNode): SyntaxNode | undefined {
  if (!CALLS.test(javaCallee(call).name)) return undefined;
  const [first] = argumentsIn(call);
  // `sql.toString()` of a builder.
  if (first?.type === 'method_invocation' && javaCallee(first).name === 'toString')
    return first.childForFieldName('object') ?? undefined;
  return first !== undefined &&
    /^(?:string_literal|binary_expression|identifier|method_invocation|parenthesized_expression)$/.test(
      first.type,
    )
    ? first
    : undefined;
}
