import type { TextFinder } from '../../engine/rule.ts';
import { lineAt } from '../../engine/files/scanned-file.ts';
import { HOLE, readSql, type SqlStatement } from '../../syntax/sql/read-sql.ts';
import { wordSet } from '../../engine/words.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly rawSql: RawSqlFact[];
  }
}

/** A statement of SQL in the code, with what it compares. */
export type RawSqlFact = SqlStatement & { readonly line: number };

const STATEMENT =
  /(?<mark>"""|'''|["'`])(?=\s*(?:SELECT|UPDATE|DELETE\s+FROM|INSERT\s+INTO|WITH)\s[^;]{3})/gi;
const CONDITION = /\b(?:where|andWhere|orWhere)\(\s*(?<mark>["'`])(?=\w+\.\w+\s*(?:=|<>|!=|<|>|IN\b))/gi;
const LANGUAGES = wordSet('typescript javascript tsx jsx python csharp java go');
const LONGEST = 20_000;

/** A text from its first mark on, with those that are joined to it; what is put in at run time becomes a hole. */
function textFrom(source: string, start: number, language: string): string {
  let whole = '';
  let at = start;
  for (let parts = 0; parts < 40; parts += 1) {
    const { text, end } = oneText(source, at, language);
    whole += text;
    const joint = (language === 'python' ? PYTHON_JOINT : JOINT).exec(source.slice(end, end + 200));
    if (joint === null) return whole;
    whole += '\n'.repeat(joint[0].split('\n').length - 1);
    at = end + joint[0].length - (/["'`]$/.test(joint[0]) ? 1 : 0);
  }
  return whole;
}

const PYTHON_JOINT = /^\s+(?:\+\s*)?[rfbuRFBU]{0,2}["']/;
const JOINT = /^\s*\+\s*[@$]{0,2}["'`]/;

function oneText(
  source: string,
  start: number,
  language: string,
): { readonly text: string; readonly end: number } {
  const quote = source.charAt(start);
  const mark =
    source.startsWith(quote.repeat(3), start) && language !== 'typescript' ? quote.repeat(3) : quote;
  const prefix = source.slice(Math.max(0, start - 3), start);
  const isVerbatim = language === 'csharp' && prefix.includes('@');
  const from = start + mark.length;
  let text = '';
  for (let at = from; at < source.length && at < from + LONGEST; at += 1) {
    if (isVerbatim && source.startsWith('""', at)) {
      text += '"';
      at += 1;
    } else if (source.charAt(at) === '\\' && !isVerbatim) {
      at += 1;
      text += escaped(source.charAt(at));
    } else if (source.startsWith(mark, at)) {
      return { text: filled(text, language, prefix), end: at + mark.length };
    } else text += source.charAt(at);
  }
  return { text: '', end: source.length };
}

function escaped(letter: string): string {
  return letter === 'n' ? ' ' : letter === '\n' ? '\n' : letter;
}

function filled(text: string, language: string, prefix: string): string {
  if (language === 'python') return /f/i.test(prefix) ? text.replaceAll(/\{[^{}]*\}/g, HOLE) : text;
  if (language === 'csharp') return prefix.includes('$') ? text.replaceAll(/\{[^{}]*\}/g, HOLE) : text;
  return text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, HOLE);
}

/** Statements of SQL that are written in the code. */
export const rawSql: TextFinder = {
  applies: ({ isTest, language, path }) =>
    !isTest && LANGUAGES.has(language) && !/(?:^|\/)(?:[Mm]igrations?|alembic|versions)\//.test(path),
  find({ text, language }, facts) {
    for (const pattern of [STATEMENT, CONDITION])
      for (const found of text.matchAll(pattern)) {
        const mark = found.groups?.['mark'] ?? '';
        const start = found.index + found[0].length - mark.length;
        const before = text.slice(text.lastIndexOf('\n', start) + 1, start);
        if (mark === '`' && /^(?:python|csharp|java)$/.test(language)) continue;
        if (/^\s*(?:\/\/|#|\*|\/\*)/.test(before)) continue;
        const statement = readSql(textFrom(text, start, language));
        if (statement.comparisons.length === 0) continue;
        if (pattern === STATEMENT && statement.tables.length === 0) continue;
        facts.rawSql.push({ ...statement, line: lineAt(text, start) });
      }
  },
};
