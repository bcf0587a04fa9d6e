/** Comments and texts of languages that are not parsed as TypeScript. */
const HIDDEN: Readonly<Record<string, RegExp>> = {
  python:
    /#[^\n]*|[rbfuRBFU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')/g,
  csharp:
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$*"""[\s\S]*?(?:"""|$)|(?:\$@|@\$?)"(?:""|[^"])*"|\$?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g,
  java: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g,
  go: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|`[^`]*(?:`|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g,
};

/**
 * The text with everything in comments and between quotation marks made blank, so that words in it are words of the
 * language. It stays as long as it was, with the same lines; the outermost quotation marks stay.
 */
export function blanked(text: string, language: string): string {
  const hidden = HIDDEN[language];
  if (hidden === undefined) return text;
  return text.replaceAll(hidden, (found) => {
    if (/^(?:#|\/\/|\/\*)/.test(found)) return found.replaceAll(/[^\n]/g, ' ');
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
