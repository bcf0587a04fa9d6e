import { fits } from './fits.ts';
import type { Shape } from './shape.ts';

/** What a text says as JSON; undefined where it is not JSON, or where there is no text. */
export function jsonIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same where it has this form; undefined for anything else. */
export function jsonAs<In>(shape: Shape<unknown, In>, text: string | undefined): In | undefined {
  const value = jsonIn(text);
  return fits(shape, value) ? value : undefined;
}
