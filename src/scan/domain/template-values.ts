import type { DomainValueFact } from '../facts/domain-values.ts';
import { isDomainField } from '../facts/domain-words.ts';

const COMPARED = /((?:\w+[?!]?\.)*)(\w+)\s*[!=]==?\s*'([A-Za-z][\w -]{0,40})'/g;

/** Comparisons in the templates of Angular, Vue and Svelte: `@if (order.status === 'paid')`. */
export function templateValues(text: string): readonly DomainValueFact[] {
  const found: DomainValueFact[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.includes('==')) continue;
    for (const [, of = '', field = '', value = ''] of line.matchAll(COMPARED))
      if (isDomainField(field))
        found.push({ field, of: of.replaceAll(/[?!]|\.$/g, ''), value, how: 'compared', line: index + 1 });
  }
  return found;
}
