import type { Installed } from '../../../packages/scan/index.ts';

const NODE = /(?:^|\/)node_modules(?:\/|$)/;
const PYTHON = /^\/site-packages(?:-\d+)?(?:\/|$)/;

/** Files by which one tells whether what is installed is what a commit asks for. */
const NODE_MANIFEST =
  /(?:^|\/)(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;
const PYTHON_MANIFEST =
  /(?:^|\/)(?:requirements[\w.-]*\.txt|pyproject\.toml|setup\.(?:py|cfg)|Pipfile(?:\.lock)?|(?:poetry|uv|pdm)\.lock)$/;

/**
 * The libraries of the checkout with the code of a commit. Undefined where the two do not belong together: what is
 * installed for other manifests is no evidence about this commit.
 */
export function installedAt(
  checkout: Installed,
  files: ReadonlyMap<string, Uint8Array>,
): Installed | undefined {
  const text = (path: string): string | undefined => {
    const bytes = files.get(path.replace(/^\//, ''));
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  const isFor = (manifest: RegExp): boolean => {
    const manifests = [...files.keys()].filter((path) => manifest.test(path) && !NODE.test(path));
    return manifests.length > 0 && manifests.every((path) => checkout.read(`/${path}`) === text(path));
  };
  const [isNode, isPython] = [isFor(NODE_MANIFEST), isFor(PYTHON_MANIFEST)];
  if (!isNode && !isPython) return undefined;
  const folders = foldersOf(files.keys());
  const isTheirs = (path: string): boolean => (isNode && NODE.test(path)) || (isPython && PYTHON.test(path));
  return {
    folder: '/',
    isFile: (path) => (isTheirs(path) ? checkout.isFile(path) : files.has(path.replace(/^\//, ''))),
    isFolder: (path) => (isTheirs(path) ? checkout.isFolder(path) : folders.has(path)),
    foldersIn: (path) => (isTheirs(path) ? checkout.foldersIn(path) : [...(folders.get(path) ?? [])]),
    filesIn: (path) => (isTheirs(path) ? checkout.filesIn(path) : []),
    python: () => (isPython ? checkout.python() : []),
    read: (path) => (isTheirs(path) ? checkout.read(path) : text(path)),
    real: (path) => (isTheirs(path) ? checkout.real(path) : path),
    standard: (name) => checkout.standard(name),
  };
}

/** Every folder with the names of the folders in it. */
function foldersOf(paths: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>([['/', new Set()]]);
  for (const path of paths) {
    let at = '';
    for (const name of path.split('/').slice(0, -1)) {
      const own = folders.get(at === '' ? '/' : at) ?? new Set<string>();
      folders.set(at === '' ? '/' : at, own.add(name));
      at += `/${name}`;
      if (!folders.has(at)) folders.set(at, new Set());
    }
  }
  return folders;
}
