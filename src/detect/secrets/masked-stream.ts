import { secretsIn } from './secrets.ts';

/** A value that nobody may read, and what is put in its place. */
export type NamedKey = readonly [name: string, value: string];

/** No secret that is told by its looks is longer. */
const LONGEST_SHAPE = 8000;

type Found = { readonly start: number; readonly end: number; readonly label: string };

/**
 * Takes secrets out of a text that comes in pieces, however it is cut: given keys by their very letters, others by their
 * looks. Shown is whole lines, and never what may turn out to be the beginning of a secret.
 */
export class MaskedStream {
  readonly #keys: readonly Key[];
  /** What was shown last, as it was: what follows may be a secret only because of it. */
  #before = '';
  #held = '';

  constructor(keys: readonly NamedKey[]) {
    this.#keys = keys.filter(([, value]) => value !== '').map(keyOf);
  }

  /** What may be shown by now. */
  add(piece: string): string {
    this.#held += piece;
    const { length } = this.#held;
    const line = this.#held.lastIndexOf('\n') + 1;
    return this.#show(Math.min(Math.max(line, length - LONGEST_SHAPE), this.#sure()));
  }

  /** The rest, but for the beginning of a key whose end nobody will see. */
  end(): string {
    const shown = this.#show(this.#sure());
    this.#held = '';
    return shown;
  }

  /** Up to where no key begins that is not there whole. */
  #sure(): number {
    return this.#held.length - Math.max(0, ...this.#keys.map((key) => begunAtEnd(this.#held, key)));
  }

  #show(wanted: number): string {
    if (wanted <= 0) return '';
    const from = this.#before.length;
    const text = this.#before + this.#held;
    const found = [...keysIn(text, this.#keys), ...shapesIn(text)].toSorted((a, b) => a.start - b.start);
    const until = notWithin(from + wanted, found);
    if (until <= from) return '';
    this.#before = text.slice(Math.max(0, until - LONGEST_SHAPE), until);
    this.#held = text.slice(until);
    return masked(text, { from, until }, found);
  }
}

/** How much of a key its own beginning repeats: what is left of a match when the next letter does not fit. */
type Key = { readonly name: string; readonly value: string; readonly repeats: Uint32Array };

function keyOf([name, value]: NamedKey): Key {
  const repeats = new Uint32Array(value.length);
  for (let at = 1, same = 0; at < value.length; at++) {
    while (same > 0 && value[at] !== value[same]) same = repeats[same - 1] ?? 0;
    if (value[at] === value[same]) same += 1;
    repeats[at] = same;
  }
  return { name, value, repeats };
}

/** How many letters at the end of a text are the beginning of a key, but not all of it. */
function begunAtEnd(text: string, { value, repeats }: Key): number {
  let same = 0;
  for (let at = Math.max(0, text.length - value.length + 1); at < text.length; at++) {
    while (same > 0 && text[at] !== value[same]) same = repeats[same - 1] ?? 0;
    if (text[at] === value[same]) same += 1;
  }
  return same;
}

function keysIn(text: string, keys: readonly Key[]): readonly Found[] {
  const found: Found[] = [];
  for (const { name, value } of keys)
    for (let start = text.indexOf(value); start !== -1; start = text.indexOf(value, start + 1))
      found.push({ start, end: start + value.length, label: `[${name}]` });
  return found;
}

function shapesIn(text: string): readonly Found[] {
  return secretsIn(text).map(({ kind, start, end }) => ({ start, end, label: `[${kind} removed]` }));
}

/** A place that no secret stands across: this one, or the beginning of those that do. */
function notWithin(wanted: number, found: readonly Found[]): number {
  let until = wanted;
  // From the last on: one that begins earlier may reach beyond where we have gone back to.
  for (const { start, end } of found.toReversed()) if (start < until && end > until) until = start;
  return until;
}

function masked(
  text: string,
  { from, until }: { readonly from: number; readonly until: number },
  found: readonly Found[],
): string {
  let shown = '';
  let at = from;
  for (const { start, end, label } of found) {
    if (end <= at || start >= until) continue;
    // One that another has covered in part: what is left of it goes with it.
    shown += start >= at ? `${text.slice(at, start)}${label}` : at === from ? label : '';
    at = end;
  }
  return shown + text.slice(at, until);
}
