import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { goArguments, goCallee } from '../parse/go.ts';
import { lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { goParts, setInGo } from './go-parts.ts';
import { isInjectable, isStatement } from './sql-text.ts';
import { isSqlSource, SQL_MESSAGE, SQL_WORDS } from './where.ts';

/** database/sql, sqlx, pgx and gorm. */
const CALLS =
  /^(?:Query|QueryRow|QueryRowx|Queryx|Exec|MustExec|Get|Select|Prepare|NamedExec|NamedQuery|SendBatch|Raw)(?:Context)?$/;
const CONDITIONS = /^(?:Where|Or|Not|Having|Order|Joins)$/;

/** SQL of Go into which values are written. */
export const sqlInGo: SyntaxFinder = {
  language: 'go',
  words: [...SQL_WORDS, 'Where('],
  applies: isSqlSource,
  find(root, facts) {
    const said = new Set<number>();
    for (const call of within(root, 'call_expression')) {
      const name = goCallee(call).replace(/^.*\./s, '');
      const text = textOf(call, name);
      if (text === undefined) continue;
      const parts = goParts(text, call);
      if (parts.every((each) => typeof each === 'string') || !isInjectable(parts)) continue;
      if (!isStatement(parts) && !isCondition(name, parts[0])) continue;
      const set = text.type === 'identifier' ? setInGo(text.text, call)[0]?.[0] : undefined;
      const line = lineOf(set ?? text);
      if (!said.has(line)) addFlaw(facts, 'BACK-001', line, SQL_MESSAGE);
      said.add(line);
    }
  },
};

/** `db.Where("name = '" + name + "'")` of gorm: a text that compares something. */
function isCondition(name: string, first: unknown): boolean {
  return (
    CONDITIONS.test(name) && typeof first === 'string' && /^\s*[\w."`]+\s*(?:=|<|>|like\b|in\b)/i.test(first)
  );
}

/** The first text that is given; before it there may be a context or a target. */
function textOf(call: SyntaxNode, name: string): SyntaxNode | undefined {
  if (!CALLS.test(name) && !CONDITIONS.test(name)) return undefined;
  return goArguments(call)
    .slice(0, 3)
    .find(
      (each) =>
        /^(?:interpreted_string_literal|raw_string_literal|binary_expression)$/.test(each.type) ||
        (each.type === 'identifier' &&
          /^(?:q|sql|stmt|query|statement|raw|where|cond|\w*(?:Query|SQL|Sql|Stmt))$/.test(each.text)) ||
        (each.type === 'call_expression' && goCallee(each).startsWith('fmt.Sprint')),
    );
}
