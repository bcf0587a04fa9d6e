import { execFileSync } from 'node:child_process';
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

import type { Installed } from '../../packages/scan/index.ts';

/** Declarations are smaller; whatever is larger is not read. */
const LARGEST = 16_000_000;

/**
 * What is installed for a folder, up to the repository it is in: packages of a workspace are often installed at the
 * top. Links are followed (package managers make them), but not out of the repository.
 */
export function openInstalled(folder: string): Installed {
  const base = realpathSync(repositoryOf(folder));
  const inner = relative(base, realpathSync(folder)).split(sep).join('/');
  const reals = new Map<string, string | undefined>();
  let python: ReadonlyMap<string, string> | undefined;
  const packages = (): ReadonlyMap<string, string> => (python ??= pythonFolders(base));
  /** The folder that a path is in, by the name it has here, and where that really is. */
  const around = (path: string): readonly [name: string, folder: string] => {
    const name = PYTHON_PATH.exec(path)?.[0] ?? '';
    return [name, (name === '' ? undefined : packages().get(name)) ?? base];
  };
  /** Where a path really is; undefined where it is not, or not inside. */
  const place = (path: string): string | undefined => {
    const [name, folder] = around(path);
    if (!reals.has(path))
      reals.set(path, realInside(folder, folder === base ? path : path.slice(name.length)));
    return reals.get(path);
  };
  const stat = (path: string) => {
    const real = place(path);
    return real === undefined ? undefined : statSync(real, { throwIfNoEntry: false });
  };
  return {
    folder: `/${inner}`,
    isFile: (path) => stat(path)?.isFile() === true,
    isFolder: (path) => stat(path)?.isDirectory() === true,
    foldersIn: (path) => namesIn(place(path), (entry) => entry.isDirectory() || entry.isSymbolicLink()),
    filesIn: (path) => namesIn(place(path), (entry) => entry.isFile() || entry.isSymbolicLink()),
    python: () => [...packages().keys()],
    read: (path) => {
      const found = stat(path);
      return found?.isFile() === true && found.size <= LARGEST ? textOf(place(path)) : undefined;
    },
    real: (path) => {
      const real = place(path);
      const [name, folder] = around(path);
      const within = real === undefined ? '' : relative(folder, real).split(sep).join('/');
      return real === undefined ? path : `${folder === base ? '' : name}/${within}`;
    },
    standard: (name) => (/^lib[\w.]*\.d\.ts$/.test(name) ? textOf(join(standardFolder(), name)) : undefined),
  };
}

/** The nearest folder around that is a repository; the folder itself where none is. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

function realInside(base: string, path: string): string | undefined {
  try {
    const real = realpathSync(join(base, path));
    return real === base || real.startsWith(`${base}${sep}`) ? real : undefined;
  } catch {
    return undefined;
  }
}

const PYTHON_PATH = /^\/site-packages(?:-\d+)?(?=\/|$)/;
const VENVS = ['.venv', 'venv', 'env'];
/** Isolated: nothing of the folder it is started in is loaded. */
const WHERE = ['-I', '-c', "import site; print('\\n'.join(site.getsitepackages()))"];

/** Folders with Python packages by their names here: of a virtual environment in the repository, else of `python3`. */
function pythonFolders(base: string): ReadonlyMap<string, string> {
  const own = VENVS.flatMap((name) => {
    const venv = existsSync(join(base, name, 'pyvenv.cfg')) ? realInside(base, `/${name}/lib`) : undefined;
    return namesIn(venv, () => true).flatMap(
      (version) => realInside(base, `/${name}/lib/${version}/site-packages`) ?? [],
    );
  });
  const folders = own.length > 0 ? own : systemFolders(base);
  return new Map(folders.map((folder, at) => [`/site-packages${at === 0 ? '' : `-${at + 1}`}`, folder]));
}

function systemFolders(cwd: string): readonly string[] {
  try {
    const said = execFileSync('python3', WHERE, {
      cwd,
      encoding: 'utf8',
      timeout: 5_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).split('\n');
    return said.filter((folder) => folder !== '' && existsSync(folder)).map((folder) => realpathSync(folder));
  } catch {
    return [];
  }
}

function namesIn(path: string | undefined, isWanted: (entry: Dirent) => boolean): readonly string[] {
  if (path === undefined) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(isWanted)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function textOf(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

declare const BUILT_COMPILER: string | undefined;

/** The language's own declarations lie beside its compiler. */
function standardFolder(): string {
  const compiler = typeof BUILT_COMPILER === 'undefined' ? 'typescript-api' : BUILT_COMPILER;
  return dirname(createRequire(import.meta.url).resolve(compiler));
}
