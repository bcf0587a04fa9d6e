export type Tree = Readonly<Record<string, unknown>>;

/** What a text says as JSON; undefined where it is none. */
export function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an object gives by name; nothing for anything else. */
export function treeOf(value: unknown): Tree {
  return isTree(value) ? value : {};
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
