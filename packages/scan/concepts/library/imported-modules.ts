import ts from 'typescript-api';

import type { Installed } from './installed.ts';
import { installedFrom, manifestIn, packageOf } from './packages.ts';

/** How an import of a library ends: at declarations, at code without any, nowhere, or nobody can say. */
export type Ending = 'declared' | 'undeclared' | 'gone' | 'unclear';

/** Follows imports as the compiler does. */
export class ImportedModules {
  readonly #installed: Installed;
  readonly #options: ts.CompilerOptions;
  readonly #host: ts.ModuleResolutionHost;
  readonly #whole = new Map<string, boolean>();

  constructor(installed: Installed, options: ts.CompilerOptions) {
    this.#installed = installed;
    this.#options = options;
    this.#host = {
      fileExists: (path) => installed.isFile(path),
      readFile: (path) => installed.read(path),
      directoryExists: (path) => installed.isFolder(path),
      getDirectories: (path) => [...installed.foldersIn(path)],
      realpath: (path) => installed.real(path),
    };
  }

  resolve(specifier: string, from: string): ts.ResolvedModuleFull | undefined {
    return ts.resolveModuleName(specifier, from, this.#options, this.#host).resolvedModule;
  }

  endingOf(specifier: string, from: string): Ending {
    const found = this.resolve(specifier, from);
    if (found !== undefined)
      return /\.d\.[cm]?ts$|\.[cm]?tsx?$/.test(found.resolvedFileName) ? 'declared' : 'undeclared';
    const name = packageOf(specifier);
    const at = name === undefined ? undefined : installedFrom(this.#installed, folderOf(from), name);
    if (name === undefined || at === undefined || specifier === name) return 'unclear';
    const rest = specifier.slice(name.length + 1);
    if (/[?!]|\.(?!(?:[cm]?[jt]s|[jt]sx)$)[a-z0-9]+$/i.test(rest)) return 'unclear';
    return this.#hasPart(at.folder, rest, specifier, from) ? 'undeclared' : 'gone';
  }

  /** Whether a package offers a part in any way: named in its manifest, or simply there. */
  #hasPart(folder: string, rest: string, specifier: string, from: string): boolean {
    const manifest = manifestIn(this.#installed, folder);
    const { exports, imports, main } = manifest ?? {};
    if (manifest === undefined || imports !== undefined) return true;
    if (offers(exports, `./${rest}`)) return true;
    const other = ts.resolveModuleName(
      specifier,
      from,
      { ...this.#options, moduleResolution: ts.ModuleResolutionKind.Node10, allowJs: true },
      this.#host,
    ).resolvedModule;
    if (other !== undefined) return true;
    const beside = ['', '.js', '.mjs', '.cjs', '.json', '.css', '.node'];
    return (
      typeof main === 'object' ||
      beside.some((ending) => this.#installed.isFile(`${folder}/${rest}${ending}`)) ||
      this.#installed.isFolder(`${folder}/${rest}`)
    );
  }

  /** Whether all a module hands on is there: parts that are made later, on another machine, are not. */
  isWhole(path: string, seen: ReadonlySet<string> = new Set()): boolean {
    if (path.includes('/.prisma/')) return false;
    const known = this.#whole.get(path);
    if (known !== undefined) return known;
    if (seen.has(path) || seen.size > 60) return true;
    const text = this.#installed.read(path) ?? '';
    const inner = new Set([...seen, path]);
    const isWhole = [...text.matchAll(/\bexport\s*\*\s*from\s*['"]([^'"]+)['"]/g)].every(([, from = '']) => {
      const found = this.resolve(from, path);
      return found !== undefined && this.isWhole(found.resolvedFileName, inner);
    });
    this.#whole.set(path, isWhole);
    return isWhole;
  }
}

function offers(exports: unknown, part: string): boolean {
  if (typeof exports !== 'object' || exports === null) return false;
  return Object.keys(exports).some((key) => {
    const star = key.indexOf('*');
    if (star < 0) return key === part || (key.endsWith('/') && part.startsWith(key));
    return part.startsWith(key.slice(0, star)) && part.endsWith(key.slice(star + 1));
  });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
