import type { Installed } from './installed.ts';
import type { Library } from './choose-libraries.ts';
import { asksFor, installedFrom, majorOf, manifestIn, packageAt, typesPackage } from './packages.ts';

/** What a declaration belongs to. */
export type Owner = { readonly name: string; readonly version: string };

/** Whose declaration a file holds, of the libraries that are checked: their own, or that of a part they are made of. */
export class Ownership {
  readonly #installed: Installed;
  readonly #libraries: ReadonlyMap<string, Library>;
  readonly #parts = new Map<string, ReadonlySet<string>>();
  readonly #used: ReadonlySet<string>;
  readonly #owners = new Map<string, Owner | undefined>();

  /** `used`: every library the project itself imports; those that are not checked own nothing here. */
  constructor(installed: Installed, libraries: readonly Library[], used: ReadonlySet<string>) {
    this.#installed = installed;
    this.#libraries = new Map(libraries.map((each) => [each.name, each]));
    this.#used = used;
  }

  of(path: string): Owner | undefined {
    const name = packageAt(path);
    if (name === undefined) return undefined;
    const folder = folderIn(path);
    if (!this.#owners.has(folder)) this.#owners.set(folder, this.#find(name, folder));
    return this.#owners.get(folder);
  }

  #find(name: string, folder: string): Owner | undefined {
    if (!this.#libraries.has(name) && (this.#used.has(name) || !this.#isPart(name))) return undefined;
    const { version } = manifestIn(this.#installed, folder) ?? {};
    const own = typeof version === 'string' ? version : '';
    if (!folder.includes('/node_modules/@types/')) return { name, version: own };
    // Declarations by others, for another version than the installed one, prove nothing.
    const real = this.#libraries.get(name)?.version;
    const isSame = real === undefined || majorOf(real) === majorOf(own);
    return isSame ? { name: typesPackage(name), version: own } : undefined;
  }

  #isPart(name: string): boolean {
    return [...this.#libraries.keys()].some((library) => this.#partsOf(library, 0).has(name));
  }

  #partsOf(library: string, steps: number): ReadonlySet<string> {
    const known = this.#parts.get(library);
    if (known !== undefined) return known;
    const at = installedFrom(this.#installed, this.#installed.folder, library);
    const own = at === undefined ? undefined : manifestIn(this.#installed, at.folder)?.['dependencies'];
    const direct = [...asksFor({ dependencies: own }).keys()];
    const parts = new Set(direct);
    this.#parts.set(library, parts);
    if (steps < 1)
      for (const each of direct) for (const part of this.#partsOf(each, steps + 1)) parts.add(part);
    return parts;
  }
}

/** The folder of the package a file is in. */
function folderIn(path: string): string {
  const at = path.lastIndexOf('/node_modules/') + '/node_modules/'.length;
  const parts = path.slice(at).split('/');
  return path.slice(0, at) + parts.slice(0, parts[0]?.startsWith('@') === true ? 2 : 1).join('/');
}
