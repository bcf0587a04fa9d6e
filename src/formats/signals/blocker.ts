import { idProblem } from '../../model/names.ts';
import { type Blocker, type BlockerKind, blockerKinds } from './developer-body.ts';

/** The kind as named, else as the text says at its start or in plain words; whatever is unclear is `other`. */
export function blockerKind(named: string, text: string): BlockerKind {
  return (
    kindNamed(named) ?? kindNamed(text) ?? keywords.find(([, words]) => words.test(text))?.[0] ?? 'other'
  );
}

/** The kind that a text begins with: `Dependency - …`, `[scope] …`. */
function kindNamed(text: string): BlockerKind | undefined {
  const word = /^[[(*_`]{0,3}([A-Za-z]{1,20})[\])*_`]{0,3}(?: {0,2}[:–—]| {1,2}-|\s{0,2}$|(?<=[\])]))/.exec(
    text,
  )?.[1];
  return blockerKinds.find((kind) => kind === word?.toLowerCase());
}

/** Only phrases that leave little doubt. A wrong guess costs a person's time, none costs one attempt. */
const keywords: readonly (readonly [BlockerKind, RegExp])[] = [
  ['dependency', /\b(?:depends on|waiting for|blocked by|not (?:yet )?(?:landed|merged))\b/i],
  ['infrastructure', /\b(?:infrastructure|network (?:is )?(?:down|unreachable)|disk full|docker daemon)\b/i],
  ['scope', /\b(?:out of scope|outside the scope|wrong scope|scope (?:is )?(?:unclear|too))\b/i],
  ['information', /\b(?:missing information|unclear|ambiguous|not specified|unspecified|contradictory)\b/i],
];

/** The ticket a developer waits for: as named, else the first id after the words that say so. */
export function dependencyOf(named: string, text: string, ticket: string | null): string | null {
  const mentioned = trimmed(AFTER_WAITING.exec(text)?.[1] ?? '');
  // In prose only what looks like an id is one: "waiting for the review" waits for no ticket.
  const words = [...named.split(/[\s,;]/).map(trimmed), ...(/[\d-]/.test(mentioned) ? [mentioned] : [])];
  const id = words.find((word) => idProblem(word) === undefined);
  return id === undefined || id === ticket ? null : id;
}

const AFTER_WAITING = /\b(?:depends on|waiting for|blocked by|needs)\s(?:ticket )?([^\s,;]{1,80})/i;

function trimmed(word: string): string {
  return word.replace(/^[*_`([]{1,4}/, '').replace(/[*`)\].:!]{1,4}$/, '');
}

/** A blocker from its fields; only a dependency names a ticket. */
export function blockerFrom(fields: Omit<Blocker, 'dependency'>, dependency: string | null): Blocker {
  return { ...fields, dependency: fields.kind === 'dependency' ? dependency : null };
}
