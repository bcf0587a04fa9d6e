/** The distances of a value that are written out, in pixels; a rem is sixteen of them. What is negative moves, and is none. */
export function spacesIn(value: string): readonly { readonly px: number; readonly written: string }[] {
  // What is computed has reasons of its own.
  if (/[$@(]|\bvar\b/.test(value)) return [];
  const found: { px: number; written: string }[] = [];
  for (const { 0: written, 1: size, 2: unit } of value.matchAll(/(?<![\w.-])(\d*\.?\d+)(px|rem)\b/g)) {
    const px = Number(size) * (unit === 'rem' ? 16 : 1);
    if (px > 0) found.push({ px: Math.round(px * 100) / 100, written });
  }
  return found;
}

/** Larger ones make room for something or move it: they are no distance between things. */
const LARGEST = 64;

/** Whether a distance is on a grid of four pixels; hairlines and the half steps 6, 10 and 14 count as on it. */
export function isOnGrid(px: number): boolean {
  return px % 4 === 0 || px <= 4 || px > LARGEST || px === 6 || px === 10 || px === 14;
}
