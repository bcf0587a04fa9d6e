import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

import type { Installed } from '../ports/installed.ts';

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
  /** Where a path really is; undefined where it is not, or not inside. */
  const place = (path: string): string | undefined => {
    if (!reals.has(path)) reals.set(path, realInside(base, path));
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
    foldersIn: (path) => foldersIn(place(path)),
    read: (path) => {
      const found = stat(path);
      return found?.isFile() === true && found.size <= LARGEST ? textOf(place(path)) : undefined;
    },
    real: (path) => {
      const real = place(path);
      return real === undefined ? path : `/${relative(base, real).split(sep).join('/')}`;
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

function foldersIn(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
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
