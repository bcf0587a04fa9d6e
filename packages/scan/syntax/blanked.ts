const CURLY = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const TEXTS = String.raw`"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'`;

/** Comments and texts of languages that are not parsed as TypeScript, as sources of patterns. */
export const HIDDEN: Readonly<Record<string, string>> = {
  python: String.raw`#[^\n]*|[rbfuRBFU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|${TEXTS})`,
  csharp: String.raw`${CURLY}|\$*"""[\s\S]*?(?:"""|$)|(?:\$@|@\$?)"(?:""|[^"])*"|\$?${TEXTS}`,
  java: String.raw`${CURLY}|"""[\s\S]*?(?:"""|$)|${TEXTS}`,
  go: String.raw`${CURLY}|\x60[^\x60]*\x60|${TEXTS}`,
};

const PATTERNS = new Map(
  Object.entries(HIDDEN).map(([language, hidden]) => [language, new RegExp(hidden, 'g')]),
);

/** Whether what is hidden is a comment. */
export function isComment(found: string, language: string): boolean {
  return language === 'python' ? found.startsWith('#') : found.startsWith('//') || found.startsWith('/*');
}

/**
 * The text with everything in comments and between quotation marks made blank, so that words in it are words of the
 * language. It stays as long as it was, with the same lines; the outermost quotation marks stay.
 */
export function blanked(text: string, language: string): string {
  const hidden = PATTERNS.get(language);
  if (hidden === undefined) return text;
  return text.replaceAll(hidden, (found) => {
    if (isComment(found, language)) return found.replaceAll(/[^\n]/g, ' ');
    return `"${found.slice(1, -1).replaceAll(/[^\n]/g, ' ')}"`;
  });
}

/** A name that is called, with what stands before it: `client.users.get`; `.get` behind another call. */
const CALLED = /([A-Za-z_.][\w.]*)\s*(?:<[\w\s,.<>?[\]]*>)?\(/g;

/** Everything that is called in a blanked text, as facts keep it: `name` for a function, `.name` for a member. */
export function calledNames(text: string): string[] {
  const names = Array.from(text.matchAll(CALLED), ({ 1: name = '' }) =>
    name.includes('.') ? `.${name.slice(name.lastIndexOf('.') + 1)}` : name,
  );
  return [...new Set(names)];
}
