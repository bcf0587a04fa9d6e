import { kinds, lineCounter, Row, type Numbers, type Tokens } from './tokens.ts';

const LITERAL = 1;
const WORDS = String.raw`[A-Za-z_]\w*`;
const NUMBER = String.raw`\d[\w.]*`;

type Spelling = { readonly token: RegExp; readonly comment: RegExp; readonly left: RegExp };

const CURLY = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const TEXTS = String.raw`"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'`;

/** How languages that are not parsed as TypeScript are spelt; `left`: lines that only bring names in. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  python: {
    token: new RegExp(
      String.raw`#[^\n]*|[rbfuRBFU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|${TEXTS})|${NUMBER}|${WORDS}|[^\s\w]`,
      'g',
    ),
    comment: /^#/,
    left: /^[ \t]*(?:from[ \t]+\S+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n]*)|import[ \t]+[^\n]*)/gm,
  },
  csharp: {
    token: new RegExp(
      String.raw`${CURLY}|\$*"""[\s\S]*?(?:"""|$)|(?:\$@|@\$?)"(?:""|[^"])*"|\$?${TEXTS}|${NUMBER}|${WORDS}|[^\s\w]`,
      'g',
    ),
    comment: /^\/[/*]/,
    left: /^[ \t]*(?:global[ \t]+)?using[ \t]+[\w.= ]+;|^[ \t]*namespace[ \t]+[\w.]+;?/gm,
  },
  java: {
    token: new RegExp(String.raw`${CURLY}|"""[\s\S]*?(?:"""|$)|${TEXTS}|${NUMBER}|${WORDS}|[^\s\w]`, 'g'),
    comment: /^\/[/*]/,
    left: /^[ \t]*(?:import|package)[ \t][^;\n]*;/gm,
  },
  go: {
    token: new RegExp(String.raw`${CURLY}|\x60[^\x60]*\x60|${TEXTS}|${NUMBER}|${WORDS}|[^\s\w]`, 'g'),
    comment: /^\/[/*]/,
    left: /^import[ \t]*(?:\([^)]*\)|"[^"\n]*")|^package[ \t]+\w+/gm,
  },
};

const DECIDING =
  /^(?:if|for|foreach|while|return|await|throw|raise|new|try|switch|with|elif|var|defer|go|range|yield|except|catch)$/;

/** The tokens of Python, C#, Java or Go without their imports; undefined for other languages. */
export function plainTokens(text: string, language: string, numbers: Numbers): Tokens | undefined {
  const spelling = SPELLINGS[language];
  if (spelling === undefined) return undefined;
  const row = new Row();
  const lineOf = lineCounter(text);
  const cleaned = text.replaceAll(
    spelling.left,
    (found) => `\u0001${found.slice(1).replaceAll(/[^\n]/g, ' ')}`,
  );
  let isName = false;
  for (const { 0: token, index } of cleaned.matchAll(spelling.token)) {
    if (spelling.comment.test(token)) continue;
    const line = lineOf(index);
    const first = token.charCodeAt(0);
    const isWord = isLetter(first) && !/["']$/.test(token);
    const isLiteral = !isWord && (token.length > 1 || (first >= 48 && first <= 57));
    if (first === 1) row.push(numbers.barrier(), line, kinds.other);
    else if (isLiteral) row.push(LITERAL, line, kinds.literal);
    else {
      const work = isWord && DECIDING.test(token) ? kinds.deciding : kinds.other;
      row.push(isWord ? numbers.of(token) : first, line, token === '(' && isName ? kinds.calling : work);
    }
    isName = isWord && !DECIDING.test(token);
  }
  return row.tokens();
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}
