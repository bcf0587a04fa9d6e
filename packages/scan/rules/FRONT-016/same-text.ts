import { wordSet } from '../../engine/words.ts';

/** The words and signs of a text, with comments left out. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<python>#[^\n]*|"""[\s\S]*?(?:"""|$))|[A-Za-z_$][\w$]*|\d[\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[^\s\w]/g;

const DECLARES = wordSet('const let var function for');
const KEYWORDS = wordSet(`
  const let var function return if else for while do switch case break continue new typeof instanceof in
  of await async try catch finally throw null undefined true false this super class extends import export
  default void delete yield def and or not is None True False lambda with as pass raise except elif self
  int string bool var foreach public private static readonly number boolean any unknown never object`);

/**
 * A function's text as it is compared: comments, semicolons, commas and the kind of quotes do not matter, nor what its
 * own variables are called. Names from outside and of members do: two functions that ask for other things are not one.
 */
export function normalised(parameters: string, body: string, isPython: boolean): readonly string[] {
  const given = tokensOf(parameters, isPython);
  const done = tokensOf(body, isPython);
  const own = ownNames(given, done, isPython);
  const renamed = (tokens: readonly string[]): readonly string[] =>
    tokens.map((token, index) => {
      if (token.startsWith('`')) return filledIn(token, own);
      const place = own.get(token);
      return place === undefined || isMember(tokens, index) ? token : `#${place}`;
    });
  return [...renamed(given), '=>', ...renamed(done)];
}

function tokensOf(text: string, isPython: boolean): readonly string[] {
  const tokens: string[] = [];
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match;
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    if (match.groups?.['python'] !== undefined && isPython) continue;
    if (token === ';' || token === ',') continue;
    tokens.push(/^["']/.test(token) ? `"${token.slice(1, -1)}"` : token);
  }
  const isBracketed = !isPython && tokens[0] === '(' && tokens.at(-1) === ')';
  return isBracketed ? tokens.slice(1, -1) : tokens;
}

/** A template with the function's own names in it numbered. */
function filledIn(token: string, own: ReadonlyMap<string, number>): string {
  return token.replaceAll(/\$\{[^}]*\}/g, (hole) =>
    hole.replaceAll(/(?<![.\w$])[A-Za-z_$][\w$]*/g, (name) => {
      const place = own.get(name);
      return place === undefined ? name : `#${place}`;
    }),
  );
}

/** The parameters and variables of a function, numbered as they come. */
function ownNames(
  given: readonly string[],
  done: readonly string[],
  isPython: boolean,
): ReadonlyMap<string, number> {
  const own = new Map<string, number>();
  const add = (token: string | undefined): void => {
    if (token !== undefined && /^[A-Za-z_$]/.test(token) && !KEYWORDS.has(token) && !own.has(token))
      own.set(token, own.size);
  };
  // A type is a name from outside; what stands before the colon is the parameter.
  for (const [at, token] of given.entries())
    if (given[at - 1] !== '.' && given[at - 1] !== ':' && given[at - 1] !== '<') add(token);
  for (const [at, token] of done.entries()) {
    if (DECLARES.has(token)) add(done[at + 1] === '(' ? done[at + 3] : done[at + 1]);
    const isSet = isPython && done[at + 1] === '=' && done[at + 2] !== '=' && done[at - 1] !== '.';
    if (isSet) add(token);
  }
  return own;
}

/** `name` in `user.name` and in `{ name: … }`. */
function isMember(tokens: readonly string[], index: number): boolean {
  return tokens[index - 1] === '.' || (tokens[index - 1] === '{' && tokens[index + 1] === ':');
}
