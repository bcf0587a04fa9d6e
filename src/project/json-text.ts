/** What a terminal would obey or hide: control, format, private and unassigned characters, and variation selectors. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

/**
 * A value as JSON for stdout. Unseen characters are written as escapes: the value stays exact for a program, and a
 * terminal that shows it obeys nothing.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2) ?? 'null';
  return `${text.replace(UNSEEN, escaped)}\n`;
}

/** The same on one line, for streams of values. */
export function jsonLine(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return `${text.replace(UNSEEN, escaped)}\n`;
}

function escaped(character: string): string {
  // The only raw control character that JSON.stringify leaves is the line break it indents with.
  if (character === '\n') return character;
  return Array.from({ length: character.length }, (_, index) => codeUnit(character, index)).join('');
}

function codeUnit(text: string, index: number): string {
  return `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`;
}
