import type { Installed } from './installed.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { isCode } from '../../engine/files/languages.ts';
import { folderOf } from '../../engine/files/paths.ts';
import {
  asksFor,
  installedFrom,
  majorOf,
  manifestIn,
  newestMajor,
  packageOf,
  typesPackage,
} from './packages.ts';

/** A library that the project uses and has. */
export type Library = {
  readonly name: string;
  readonly version: string;
  /** Folders and files it is installed as: that of its package, or its Python modules and what describes them. */
  readonly roots: readonly string[];
  /** The files that import it, by their path in the project. */
  readonly usedIn: readonly string[];
  /** What is installed is newer than what the project asks for: the code was written for another one. */
  readonly isNewer: boolean;
  readonly hasSettings: boolean;
};

export type Chosen = {
  readonly libraries: readonly Library[];
  /** Used and asked for, but not installed. */
  readonly missing: readonly string[];
  /** Used and installed, but beyond the number that is checked. */
  readonly beyond: readonly string[];
};

/** The libraries to check: those newer than the code was written for, the most used, those with settings of their own. */
export function chooseLibraries(project: ProjectFacts, installed: Installed, most: number): Chosen {
  const asked = new Manifests(installed);
  const found = new Map<
    string,
    Omit<Library, 'name' | 'usedIn' | 'hasSettings'> & { readonly usedIn: Set<string> }
  >();
  const missing = new Set<string>();
  for (const [path, { imports, isTest, isSide, language }] of project.files) {
    if (isTest || isSide || !isCode(language)) continue;
    const folder = placeOf(installed, folderOf(path));
    for (const { from } of imports) {
      const name = packageOf(from);
      const range = name === undefined ? undefined : asked.range(folder, name);
      // What nobody asks for is an alias, a part of the runtime or of a workspace.
      if (name === undefined || range === undefined || /^(?:workspace|file|link|portal):/.test(range.asked))
        continue;
      const at = installedFrom(installed, folder, name);
      const own = found.get(name);
      if (at === undefined || !asked.isFor(range.folder, at.folder)) missing.add(name);
      else if (own !== undefined) own.usedIn.add(path);
      else {
        const wanted = newestMajor(range.asked);
        const isNewer = wanted !== undefined && (majorOf(at.version) ?? 0) > wanted;
        const types = at.folder.slice(0, -name.length) + typesPackage(name);
        found.set(name, { version: at.version, roots: [at.folder, types], isNewer, usedIn: new Set([path]) });
      }
    }
  }
  const settings = settingsNames(project);
  const all = [...found].map(([name, { usedIn, ...rest }]): Library => ({
    name,
    ...rest,
    usedIn: [...usedIn],
    hasSettings: settings.has(name.split('/').at(-1) ?? name),
  }));
  const ranked = all.toSorted(
    (a, b) =>
      Number(b.isNewer) - Number(a.isNewer) ||
      b.usedIn.length - a.usedIn.length ||
      Number(b.hasSettings) - Number(a.hasSettings) ||
      (a.name < b.name ? -1 : 1),
  );
  return {
    libraries: ranked.slice(0, most),
    missing: [...missing],
    beyond: ranked.slice(most).map(({ name }) => name),
  };
}

/** A folder of the project in the world of what is installed. */
export function placeOf({ folder }: Installed, path: string): string {
  const root = folder === '/' ? '' : folder;
  return path === '' ? folder : `${root}/${path}`;
}

/** `vite.config.ts`, `.prettierrc.json`: libraries that are told how to work. */
function settingsNames({ paths }: ProjectFacts): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const of = /^([\w-]+)\.config\.\w+$|^\.([\w-]+?)rc(?:\.\w+)?$/.exec(name);
    const library = of?.[1] ?? of?.[2];
    if (library !== undefined) found.add(library);
  }
  return found;
}

/** What the manifests around a folder ask for. */
class Manifests {
  readonly #installed: Installed;
  readonly #known = new Map<string, ReadonlyMap<string, string>>();

  constructor(installed: Installed) {
    this.#installed = installed;
  }

  /** What the nearest manifest that knows a package asks for. */
  range(folder: string, name: string): { readonly asked: string; readonly folder: string } | undefined {
    for (let at = folder === '/' ? '' : folder; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const asked = this.#at(at).get(name);
      if (asked !== undefined) return { asked, folder: at };
      if (at === '') return undefined;
    }
  }

  /** Whether a package was installed for this manifest: beside it, or by the workspace it belongs to. */
  isFor(folder: string, place: string): boolean {
    if (place.startsWith(`${folder}/node_modules/`)) return true;
    const outer = place.slice(0, place.indexOf('/node_modules/'));
    return (
      manifestIn(this.#installed, outer)?.['workspaces'] !== undefined ||
      ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'rush.json'].some((name) =>
        this.#installed.isFile(`${outer}/${name}`),
      )
    );
  }

  #at(folder: string): ReadonlyMap<string, string> {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const asked = asksFor(manifestIn(this.#installed, folder) ?? {});
    this.#known.set(folder, asked);
    return asked;
  }
}
