import { folderOf } from '../../packages/scan/files.ts';
import type { Installed, Tree } from '../../packages/scan/index.ts';

/** Files that are only thought of: for examples and tests. What would be installed is no file of the project. */
export function memoryTree(files: ReadonlyMap<string, string>): Tree {
  const own = [...files].filter(([path]) => !isInstalled(path));
  const bytes = new Map(own.map(([path, text]) => [path, new TextEncoder().encode(text)]));
  return {
    list: () => ({
      entries: [...bytes].map(([path, content]) => ({ path, bytes: content.length })),
      left: [],
    }),
    read: (path) => bytes.get(path) ?? 'it does not exist',
  };
}

function isInstalled(path: string): boolean {
  return /(?:^|\/)node_modules\/|^site-packages\//.test(path);
}

/** The same files with what would be installed among them; `standard` declares the language. */
export function memoryInstalled(files: ReadonlyMap<string, string>, standard: string): Installed {
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of files.keys()) {
    const parts = path.split('/').slice(0, -1);
    for (const [at, part] of parts.entries()) {
      const around = parts.slice(0, at).join('/');
      folders.set(around, (folders.get(around) ?? new Set()).add(part));
    }
    folders.set(parts.join('/'), folders.get(parts.join('/')) ?? new Set());
  }
  const plain = (path: string): string => path.replace(/^\/|\/$/g, '');
  return {
    folder: '/',
    isFile: (path) => files.has(plain(path)),
    isFolder: (path) => folders.has(plain(path)),
    foldersIn: (path) => [...(folders.get(plain(path)) ?? [])],
    filesIn: (path) =>
      [...files.keys()]
        .filter((each) => folderOf(each) === plain(path))
        .map((each) => each.split('/').at(-1) ?? ''),
    python: () => (folders.has('site-packages') ? ['/site-packages'] : []),
    read: (path) => files.get(plain(path)),
    real: (path) => path,
    standard: () => standard,
  };
}
