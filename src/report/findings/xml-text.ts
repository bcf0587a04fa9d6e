import { sanitize } from '../../formats/index.ts';

/** Text for XML 1.0, in an attribute or between tags: one line, no character that it cannot hold. */
export function xml(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: 500 })
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"']/g, (mark) => entities[mark] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
