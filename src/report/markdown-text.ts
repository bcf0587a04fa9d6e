import { sanitize } from '../formats/index.ts';

/** Text from outside as Markdown text: nothing in it is a mark-up, a link, a tag or a line of its own. */
export function md(text: string): string {
  const line = sanitize(text, { singleLine: true, maxLength: 500 });
  return line
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
    .replaceAll('://', ':\u2060//')
    .replaceAll('@', '@\u2060');
}
