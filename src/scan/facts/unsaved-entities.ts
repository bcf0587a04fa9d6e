import { wordsOf } from './domain-words.ts';
import type { Facts } from './facts.ts';
import { lineAt, type PythonFunction } from './python-function.ts';

/** What only shows what it is given. */
const SHOWS =
  /\b(?:jsonify|JSONResponse|JsonResponse|Response|HttpResponse\w*|render\w*|model_to_dict|model_validate|from_orm|isinstance|str|int|len|dict|print|setattr|getattr|redirect|log\w*\.\w+|\w*[sS]chema\w*(?:\.\w+)?|\w*[sS]erializer\w*|\w+(?:Out|Read|Response|DTO|Dto))\s*\(/g;
/** Names of functions that are not there to make or change anything that stays. */
const READING =
  /^(?:_|get|find|list|load|fetch|read|is_|has_|can_|to_|from_|parse|map_|format|build|make_|new_|default|empty|init|prepare|hydrate|sample|clone|copy|validate|check|compare|with_|preview|draft|serialize|as_|annotate|attach|populate|enrich|test)/;
/** Where any of these stands, somebody stores something. */
const STORES =
  /\.(?:a?save\w*|add|add_all|merge|commit|flush|bulk_\w+|a?create\w*|update\w*|insert\w*|delete|put|append|execute|persist\w*|store\w*|send\w*|write\w*|put_item|refresh)\s*\(|\byield\b/;

/**
 * What a function makes or changes that is called as an entity is, and hands to nobody: `loan = Loan(…)`,
 * `appointment.status = …`. Whether there is such an entity, the project knows.
 */
export function entitiesUnsaved(about: PythonFunction, parameters: readonly string[], facts: Facts): void {
  const { code, name, isHandler } = about;
  if (READING.test(name) || STORES.test(code)) return;
  const found = madeIn(code) ?? changedIn(code, parameters);
  if (found === undefined) return;
  const { what, at, how, entity } = found;
  const isReturned = !isHandler;
  facts.unsaved.push({
    what,
    how,
    of: name,
    isHandler,
    ...(isReturned ? { isReturned } : {}),
    entity,
    line: lineAt(about, at),
  });
}

type Found = {
  readonly what: string;
  readonly at: number;
  readonly how: 'made' | 'changed';
  readonly entity: { readonly name: string; readonly field?: string };
};

/** `loan = Loan(record=record)`, and then nothing but what it is given back for. */
function madeIn(code: string): Found | undefined {
  for (const made of code.matchAll(/^[ \t]*(\w+)(?:\s*:\s*\w+)?\s*=\s*([A-Z]\w*)\(/gm)) {
    const [all, what = '', type = ''] = made;
    if (wordsOf(what).at(-1) !== wordsOf(type).at(-1)) continue;
    if (isGiven(code.slice(made.index + all.length), what)) continue;
    return { what, at: made.index + all.search(/\S/), how: 'made', entity: { name: type } };
  }
  return undefined;
}

function changedIn(code: string, parameters: readonly string[]): Found | undefined {
  for (const set of code.matchAll(/^[ \t]*(\w+)\.(\w+)\s*=(?!=)/gm)) {
    const [all, what = '', field = ''] = set;
    const isTaken = new RegExp(
      String.raw`^[ \t]*${what}(?:\s*:\s*\w+)?\s*=\s*(?:await\s+)?[\w.]+\(`,
      'm',
    ).test(code.slice(0, set.index));
    if (what === 'self' || (!isTaken && !parameters.includes(what))) continue;
    if (isGiven(code.slice(set.index + all.length), what)) continue;
    const name = wordsOf(what)
      .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
      .join('');
    return { what, at: set.index + all.search(/\S/), how: 'changed', entity: { name, field } };
  }
  return undefined;
}

function isGiven(after: string, what: string): boolean {
  const calls = after.replaceAll(SHOWS, '|').replaceAll(/\breturn\s*\(/g, '|');
  return new RegExp(String.raw`[(,=\[{:]\s*\*{0,2}${what}\s*[,)\]}\n]`).test(calls);
}
