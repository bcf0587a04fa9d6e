import type { DomainValueFact } from './domain-values.ts';
import { lowered, isDomainField } from './domain-words.ts';

const COMPARED = /((?:\w+[?!]?\.)*)(\w+)\s*[!=]==?\s*'([A-Za-z][\w -]{0,40})'/g;

/** `changeState(data.berth.id, 'CLOSED')`. */
const MOVED =
  /\b((?:\w+\.)*)(?:change|update|mark|patch)(\w*(?:Status|State|Role|Priority|Stage|Phase))\(([\w.?!]*)\s*,\s*'([A-Za-z][\w -]{0,40})'\s*\)/g;

/** Comparisons and calls in the templates of Angular, Vue and Svelte: `@if (order.status === 'paid')`, `@click="changeStatus(order, 'paid')"`. */
export function templateValues(text: string): readonly DomainValueFact[] {
  const found: DomainValueFact[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    // What both patterns end with is rare, and what they begin with is every word.
    if (!/[=,]\s*'/.test(line)) continue;
    for (const [, of = '', field = '', given = '', value = ''] of line.matchAll(MOVED))
      found.push({ field: lowered(field), of: `${of} ${given}`, value, how: 'set', line: index + 1 });
    if (!/[!=]=\s*'/.test(line)) continue;
    for (const [, of = '', field = '', value = ''] of line.matchAll(COMPARED))
      if (isDomainField(field))
        found.push({ field, of: of.replaceAll(/[?!]|\.$/g, ''), value, how: 'compared', line: index + 1 });
  }
  return found;
}
