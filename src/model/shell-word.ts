/** A name in a command that people may copy. */
export function shellWord(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
