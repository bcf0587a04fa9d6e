import { HIDDEN, isComment } from '../../syntax/blanked.ts';
import { kinds, lineCounter, Row, type Numbers, type Tokens } from './tokens.ts';

const LITERAL = 1;

/** Words, numbers and signs beside what is hidden in comments and texts. */
const TOKENS = new Map(
  Object.entries(HIDDEN).map(([language, hidden]) => [
    language,
    new RegExp(String.raw`${hidden}|\d[\w.]*|[A-Za-z_]\w*|[^\s\w]`, 'g'),
  ]),
);

/** Lines that only bring names in. */
const BRINGING: Readonly<Record<string, RegExp>> = {
  python: /^[ \t]*(?:from[ \t]+\S+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n]*)|import[ \t]+[^\n]*)/gm,
  csharp: /^[ \t]*(?:global[ \t]+)?using[ \t]+[\w.= ]+;|^[ \t]*namespace[ \t]+[\w.]+;?/gm,
  java: /^[ \t]*(?:import|package)[ \t][^;\n]*;/gm,
  go: /^import[ \t]*(?:\([^)]*\)|"[^"\n]*")|^package[ \t]+\w+/gm,
};

const BRANCHING = /^(?:if|for|foreach|while|switch|case|elif|except|catch|and|or)$/;
const DECIDING = /^(?:return|await|throw|raise|new|try|with|var|defer|go|range|yield)$/;

/** The tokens of Python, C#, Java or Go without their imports; undefined for other languages. */
export function plainTokens(text: string, language: string, numbers: Numbers): Tokens | undefined {
  const spelling = TOKENS.get(language);
  if (spelling === undefined) return undefined;
  const row = new Row();
  const lineOf = lineCounter(text);
  const cleaned = text.replaceAll(
    BRINGING[language] ?? /$^/g,
    (found) => `\u0001${found.slice(1).replaceAll(/[^\n]/g, ' ')}`,
  );
  let isName = false;
  for (const { 0: token, index } of cleaned.matchAll(spelling)) {
    if (isComment(token, language)) continue;
    const line = lineOf(index);
    const first = token.charCodeAt(0);
    const isWord = isLetter(first) && !/["']$/.test(token);
    const isLiteral = !isWord && (token.length > 1 || (first >= 48 && first <= 57));
    if (first === 1) row.push(numbers.barrier(), line, kinds.other);
    else if (isLiteral) row.push(LITERAL, line, kinds.literal);
    else {
      const isBranch = isWord
        ? BRANCHING.test(token)
        : /[&|]/.test(token) && cleaned.charAt(index - 1) === token;
      const work = isBranch ? kinds.branching : isWord && DECIDING.test(token) ? kinds.deciding : kinds.other;
      row.push(isWord ? numbers.of(token) : first, line, token === '(' && isName ? kinds.calling : work);
    }
    isName = isWord && !DECIDING.test(token) && !BRANCHING.test(token);
  }
  return row.tokens();
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}
