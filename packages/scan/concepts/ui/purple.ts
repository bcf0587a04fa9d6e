/** The colours that come with no decision: the first purples of a well-known palette and of a well-known gradient. */
export const DEFAULT_PURPLES: ReadonlySet<string> = new Set(
  '818cf8 6366f1 4f46e5 4338ca a78bfa 8b5cf6 7c3aed 6d28d9 c084fc a855f7 9333ea 7e22ce 667eea 764ba2'
    .split(' ')
    .map((each) => `#${each}`),
);

export const PURPLE_HUES: ReadonlySet<string> = new Set(['indigo', 'violet', 'purple']);

/** The shades a surface, button or text is painted with; the paler ones are tints. */
export function isStrong(shade: number): boolean {
  return shade >= 400 && shade <= 700;
}
