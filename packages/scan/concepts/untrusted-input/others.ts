import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { addFlaw } from '../../engine/flaws.ts';
import { lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Call, LanguageView } from '../../syntax/language-view.ts';
import { java } from '../../syntax/java/view.ts';
import { views } from '../../syntax/views.ts';
import { partsOf, setBefore } from './parts.ts';
import { isInjectable, isStatement } from './sql-text.ts';
import { isSqlSource, SQL_MESSAGE } from './where.ts';

/** What runs SQL, by what it is called; `pieces` take a part of a statement that looks like this. */
type Runners = {
  readonly calls: RegExp;
  readonly pieces?: { readonly calls: RegExp; readonly looks: RegExp };
  /** Kinds of nodes that may be the text. */
  readonly texts: RegExp;
};

const runners: Readonly<Record<LanguageView['language'], Runners>> = {
  python: {
    calls:
      /^(?:execute|executemany|executescript|raw|text|exec|exec_driver_sql|fetch|fetchrow|fetchval|fetch_all|fetch_one|fetch_val|read_sql|read_sql_query|sql|mogrify)$/,
    pieces: { calls: /^(?:RawSQL|extra|text)$/, looks: /^/ },
    texts: /^(?:string|concatenated_string|binary_operator|call|identifier|parenthesized_expression)$/,
  },
  csharp: {
    calls:
      /^(?:(?:FromSql|ExecuteSql|SqlQuery)Raw|ExecuteSqlRawAsync|ExecuteSqlCommand(?:Async)?|Query(?:First|Single)?(?:OrDefault)?(?:Async)?|QueryMultiple(?:Async)?|Execute(?:Scalar|Reader)?(?:Async)?|CreateSQLQuery|SqlQuery|RawSql|\w*(?:Sql|Sqlite|SQLite|OleDb|Odbc|Oracle)Command|CommandDefinition|SqlDataAdapter)$/,
    texts: /string|binary_expression|identifier|invocation/,
  },
  java: {
    calls:
      /^(?:query(?:For\w+)?|update|batchUpdate|execute(?:Query|Update|LargeUpdate)?|addBatch|prepareStatement|prepareCall|createQuery|createNativeQuery|createSQLQuery|sql|createStatement)$/,
    pieces: { calls: /^createQuery$/, looks: /^\s*(?:from\s+[A-Z]\w*\s|select\s|update\s|delete\s)/i },
    texts: /^(?:string_literal|binary_expression|identifier|method_invocation|parenthesized_expression)$/,
  },
  go: {
    calls:
      /^(?:Query|QueryRow|QueryRowx|Queryx|Exec|MustExec|Get|Select|Prepare|NamedExec|NamedQuery|SendBatch|Raw)(?:Context)?$/,
    pieces: {
      calls: /^(?:Where|Or|Not|Having|Order|Joins)$/,
      looks: /^\s*[\w."`]+\s*(?:=|<|>|like\b|in\b)/i,
    },
    texts: /^(?:interpreted_string_literal|raw_string_literal|binary_expression|identifier|call_expression)$/,
  },
};

/** SQL into which values are written, in every language but TypeScript. */
export const sqlInOthers: readonly SyntaxFinder[] = Object.values(views).map((view): SyntaxFinder => {
  const of = view.language;
  return {
    language: view.language,
    applies: isSqlSource,
    find(root, facts) {
      for (const [text, name, at] of [
        ...within(root, ...view.calls).flatMap((call) => textIn(of, call, view.call(call))),
        ...(of === 'csharp' ? commandTexts(root) : []),
      ]) {
        const parts = partsOf(of, text, at);
        if (parts.every((each) => typeof each === 'string') || !isInjectable(parts)) continue;
        const { pieces } = runners[of];
        const isPiece =
          pieces?.calls.test(name) === true &&
          pieces.looks.test(typeof parts[0] === 'string' ? parts[0] : '');
        if (!isPiece && !isStatement(parts)) continue;
        const set = text.type === 'identifier' ? setBefore(of, text.text, at)[0]?.[0] : undefined;
        addFlaw(facts, 'BACK-001', lineOf(set ?? (of === 'go' ? text : at)), SQL_MESSAGE);
      }
    },
  };
});

type Found = readonly [text: SyntaxNode, name: string, at: SyntaxNode];

/** The first of what is given that may be a text; before it there may be a context or a target. */
function textIn(of: LanguageView['language'], at: SyntaxNode, { name, args }: Call): readonly Found[] {
  const { calls, pieces, texts } = runners[of];
  if (!calls.test(name) && pieces?.calls.test(name) !== true) return [];
  const given = of === 'java' || of === 'python' ? args.slice(0, 1) : args.slice(0, 3);
  const text = given
    .map((each) => (of === 'java' ? unbuilt(each) : each))
    .find((each) => texts.test(each.type) && (of !== 'go' || isNamedSo(each)));
  return text === undefined ? [] : [[text, name, at]];
}

/** `sql.toString()` of a builder. */
function unbuilt(node: SyntaxNode): SyntaxNode {
  const isBuilt = node.type === 'method_invocation' && java.call(node).name === 'toString';
  return isBuilt ? (java.call(node).on ?? node) : node;
}

function isNamedSo(node: SyntaxNode): boolean {
  if (node.type === 'call_expression') return node.text.startsWith('fmt.Sprint');
  return (
    node.type !== 'identifier' ||
    /^(?:q|sql|stmt|query|statement|raw|where|cond|\w*(?:Query|SQL|Sql|Stmt))$/.test(node.text)
  );
}

/** `command.CommandText = …`. */
function commandTexts(root: SyntaxNode): readonly Found[] {
  return within(root, 'assignment_expression').flatMap((node): readonly Found[] => {
    const text = node.childForFieldName('right');
    const isCommand = /(?:^|\.)CommandText$/.test(node.childForFieldName('left')?.text ?? '');
    return isCommand && text !== null ? [[text, '', node]] : [];
  });
}
