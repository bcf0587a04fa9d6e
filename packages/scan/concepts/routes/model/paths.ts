import { OPEN } from './addresses.ts';

/** The path of a route, cut up: lower case, `OPEN` for a parameter. */
export type RoutePath = {
  readonly segments: readonly string[];
  /** Anything below it is served as well. */
  readonly isTail: boolean;
  /** Places at which only numbers and the like may stand: `<int:id>`, `{id:guid}`. */
  readonly numbers?: readonly number[];
};

const NUMBERS = /^(?:<(?:int|float|uuid):\w+>|\{\w+:(?:int|long|guid|uuid)[^}]*\}|:\w+\(\\d\+\)\??)$/;
const CATCH_ALL =
  /^(?:\*{1,2}\w*|\(\.\*\)|\{\*{1,2}\w*\}|\{\w+:path\}|\[\.\.\.\w+\]|<path:\w+>|:\w+(?:\(\.?\*?\)\*|\*|\+|\(\.[*+]\)))$/;
const OPTIONAL = /^(?::\w+(?:\(.*\))?\?|\{\w+(?::[^}]*)?\?\}|\{\w+=[^}]*\}|\[\[\w+\]\])$/;
const PARAMETER = /:\w+(?:\([^)]*\))?\??|\{[^}]*\}|<[^>]*>|\[\w+\]/g;

/** All the paths a route has: with and without what is optional. */
export function routePaths(text: string): readonly RoutePath[] {
  let ways: readonly RoutePath[] = [{ segments: [], isTail: false }];
  for (const part of parts(text)) {
    const isOptionalTail = /^\[\[\.\.\.\w+\]\]$/.test(part);
    if (isOptionalTail || CATCH_ALL.test(part)) {
      const tails = ways.map((way) => ({ ...way, isTail: true }));
      return tails;
    }
    const next = ways.map((way) => ({
      ...way,
      segments: [...way.segments, segmentOf(part)],
      ...(NUMBERS.test(part) ? { numbers: [...(way.numbers ?? []), way.segments.length] } : {}),
    }));
    ways = OPTIONAL.test(part) ? [...ways, ...next].slice(0, 8) : next;
  }
  return ways;
}

/** Express 5 writes what is optional in braces around the slash. */
function parts(text: string): readonly string[] {
  return text
    .replaceAll(/\{\/(:\w+)\}/g, '/$1?')
    .replaceAll(/\{\/\*(\w+)\}/g, '/*$1')
    .split(/\/(?![^(]*\))/)
    .filter((part) => part !== '');
}

function segmentOf(part: string): string {
  if (part === OPEN) return OPEN;
  return part.toLowerCase().replaceAll(PARAMETER, OPEN).replaceAll(/\0+/g, OPEN);
}

/** How far two segments agree: not at all, because anything may stand there, or letter by letter. */
export function agreement(called: string, served: string): 'no' | 'open' | 'same' {
  if (called === served) return called === OPEN ? 'open' : 'same';
  if (served === OPEN || called === OPEN) return 'open';
  const isCalledOpen = called.includes(OPEN);
  const isServedOpen = served.includes(OPEN);
  if (isCalledOpen && isServedOpen) return 'open';
  if (isCalledOpen) return like(called, served) ? 'open' : 'no';
  return isServedOpen && like(served, called) ? 'open' : 'no';
}

/** Whether a text is of a shape: `report-\0` and `report-7`. */
function like(shape: string, text: string): boolean {
  const fixed = shape.split(OPEN);
  const first = fixed[0] ?? '';
  const last = fixed.at(-1) ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const middle of fixed.slice(1, -1)) {
    const found = text.indexOf(middle, at);
    if (found < 0) return false;
    at = found + middle.length;
  }
  return at <= text.length - last.length;
}
