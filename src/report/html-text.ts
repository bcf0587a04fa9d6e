import { sanitize } from '../formats/index.ts';

/** Text from outside, in an element or an attribute: one line, and nothing in it is mark-up. */
export function html(text: string, maxLength = 1_000): string {
  return sanitize(text, { singleLine: true, maxLength }).replace(
    /[&<>"'`=]/g,
    (mark) => `&#${mark.charCodeAt(0)};`,
  );
}
