import { sanitize } from '../formats/index.ts';
import type { Outcome } from '../model/outcome.ts';

/** The class that colours an outcome. */
export function outcomeClass({ verdict }: Outcome): 'good' | 'bad' | 'warn' {
  return verdict === 'passed' ? 'good' : verdict === 'failed' ? 'bad' : 'warn';
}

/** Text from outside, in an element or an attribute: one line, and nothing in it is mark-up. */
export function html(text: string, maxLength = 1_000): string {
  return sanitize(text, { singleLine: true, maxLength }).replace(
    /[&<>"'`=]/g,
    (mark) => `&#${mark.charCodeAt(0)};`,
  );
}
