/**
 * What stands for a router in a fact. Facts keep it as a text, so that it can be a key as well; the functions below write
 * these texts, and `readRouter` alone takes them apart.
 */
export type RouterRef =
  /** A name of its file, or one that leads to another file: `app`, `Server.app`. */
  | { readonly kind: 'named'; readonly name: string }
  /** Without a name, known in its own file alone: `@120`. */
  | { readonly kind: 'nameless' }
  /** What a function is given at a place: `register#0`, `register#0.app`. */
  | { readonly kind: 'given'; readonly name: string; readonly place: string }
  /** What a function gives back: `createRouter()`. */
  | { readonly kind: 'made'; readonly name: string }
  /** Another name for the router it is mounted with: `=createApp`. */
  | { readonly kind: 'same'; readonly name: string }
  | { readonly kind: 'unknown' };

/** Stands for what nobody knows. */
export const UNKNOWN = '?';

export function givenTo(name: string, place: number | string): string {
  return `${name}#${place}`;
}

export function madeBy(name: string): string {
  return `${name}()`;
}

export function sameAs(name: string): string {
  return `=${name}`;
}

export function nameless(what: number | string): string {
  return `@${what}`;
}

/** A method or a field of a type of Go, as all files of its package know it. */
export function memberOf(type: string, name: string): string {
  return `${type}$${name}`;
}

export function readRouter(text: string): RouterRef {
  if (text === UNKNOWN) return { kind: 'unknown' };
  if (text.startsWith('=')) return { kind: 'same', name: text.slice(1) };
  const [, name, place] = /^(.*?)#(\d.*)$/s.exec(text) ?? [];
  if (name !== undefined && place !== undefined) return { kind: 'given', name, place };
  if (text.startsWith('@')) return { kind: 'nameless' };
  return text.endsWith('()') ? { kind: 'made', name: text.slice(0, -2) } : { kind: 'named', name: text };
}

/** The method of `UserHandler$Routes`, without its type; undefined for a plain function. */
export function methodIn(name: string): string | undefined {
  return /\$(\w+)$/.exec(name)?.[1];
}
