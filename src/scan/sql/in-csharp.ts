import type { SyntaxNode } from '../../ports/syntax.ts';
import { addFlaw } from '../facts/flaws.ts';
import { childrenOf, lineOf, within } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { csharpParts, setInMethod } from './csharp-parts.ts';
import { isInjectable, isStatement } from './sql-text.ts';
import { isSqlSource, SQL_MESSAGE, SQL_WORDS } from './where.ts';

const CALLS =
  /^(?:(?:FromSql|ExecuteSql|SqlQuery)Raw|ExecuteSqlRawAsync|ExecuteSqlCommand(?:Async)?|Query(?:First|Single)?(?:OrDefault)?(?:Async)?|QueryMultiple(?:Async)?|Execute(?:Scalar|Reader)?(?:Async)?|CreateSQLQuery|SqlQuery|RawSql)$/;
const COMMANDS = /^(?:\w*(?:Sql|Sqlite|SQLite|OleDb|Odbc|Oracle)Command|CommandDefinition|SqlDataAdapter)$/;

/** SQL of C# into which values are written. */
export const sqlInCsharp: SyntaxFinder = {
  language: 'csharp',
  words: SQL_WORDS,
  applies: isSqlSource,
  find(root, facts) {
    const wanted = within(
      root,
      'invocation_expression',
      'object_creation_expression',
      'assignment_expression',
    );
    for (const node of wanted) {
      const text = textOf(node);
      if (text === undefined) continue;
      const parts = csharpParts(text, node);
      if (parts.every((each) => typeof each === 'string')) continue;
      if (!isInjectable(parts) || !isStatement(parts)) continue;
      const set = text.type === 'identifier' ? setInMethod(text.text, node)[0] : undefined;
      addFlaw(facts, 'BACK-001', lineOf(set ?? node), SQL_MESSAGE);
    }
  },
};

/** The text that is given to whatever runs SQL. */
function textOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'assignment_expression')
    return /\.CommandText$|^CommandText$/.test(node.childForFieldName('left')?.text ?? '')
      ? (node.childForFieldName('right') ?? undefined)
      : undefined;
  if (node.type === 'object_creation_expression') {
    if (!COMMANDS.test(node.childForFieldName('type')?.text ?? '')) return undefined;
  } else if (!CALLS.test(calledName(node))) return undefined;
  const list = childrenOf(node.childForFieldName('arguments'));
  const values = list.map((each) => childrenOf(each).at(-1)).filter((each) => each !== undefined);
  return values.find(({ type }) => /string|binary_expression|identifier|invocation/.test(type));
}

function calledName(node: SyntaxNode): string {
  const callee = node.childForFieldName('function');
  const last = callee?.type === 'member_access_expression' ? callee.childForFieldName('name') : callee;
  return (last?.text ?? '').replace(/<.*$/s, '');
}
