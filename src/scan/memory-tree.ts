import type { Tree } from '../ports/tree.ts';

/** Files that are only thought of: for examples and tests. */
export function memoryTree(files: ReadonlyMap<string, string>): Tree {
  const bytes = new Map([...files].map(([path, text]) => [path, new TextEncoder().encode(text)]));
  return {
    list: () => ({
      entries: [...bytes].map(([path, content]) => ({ path, bytes: content.length })),
      left: [],
    }),
    read: (path) => bytes.get(path) ?? 'it does not exist',
  };
}
