import { addTo } from '../../engine/add-to.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { Language } from '../../engine/files/languages.ts';
import { without } from '../../syntax/uncommented.ts';
import { type FindModule, moduleFinder } from '../modules/find-module.ts';

/** Whether something at the top of a module is used by anybody: what cannot be told is not taken for unused. */
export type Use = 'used' | 'unused' | 'unclear';

type Import = { readonly file: string; readonly local: string; readonly name: string };

/** The texts of a language that ship, by their paths. */
export function textsOf(project: ProjectFacts, of: Language): ReadonlyMap<string, string> {
  const own = [...project.files].filter(
    ([, { language, isTest, isSide }]) => language === of && !isTest && !isSide,
  );
  return new Map(own.map(([path]) => [path, project.text(path) ?? '']));
}

/** So far names are followed through modules that only hand them on. */
const FARTHEST = 3;

/** Finds the uses of names of a project through its imports. */
export class Uses {
  readonly #project: ProjectFacts;
  readonly #texts = new Map<string, string>();
  readonly #findModule: FindModule;
  #imports: ReadonlyMap<string, readonly Import[]> | undefined;

  constructor(project: ProjectFacts, findModule: FindModule = moduleFinder(project)) {
    this.#project = project;
    this.#findModule = findModule;
  }

  /** Of most projects nobody asks. */
  #importsOf(file: string): readonly Import[] {
    this.#imports ??= importsByModule(this.#project, this.#findModule);
    return this.#imports.get(file) ?? [];
  }

  /** `isUse`: what in a text without imports counts as a use of a local name. */
  of(file: string, name: string, isUse: (text: string, local: string) => boolean, steps = 0): Use {
    if (steps === 0 && isUse(this.#text(file), name)) return 'used';
    for (const each of this.#importsOf(file)) {
      if (each.local === '') return 'unclear';
      if (each.name !== name && each.name !== 'default' && each.name !== '*') continue;
      if (each.local === '*' || each.name === '*') {
        if (steps >= FARTHEST) return 'unclear';
        const inner =
          each.local === '*'
            ? this.of(each.file, name, isUse, steps + 1)
            : /\w/.test(each.local) && new RegExp(`\\b${each.local}\\b`).test(this.#text(each.file))
              ? 'unclear'
              : 'unused';
        if (inner !== 'unused') return inner;
      } else if (isUse(this.#text(each.file), each.local)) return 'used';
      else if (this.#isHandedOn(each)) {
        const inner = steps >= FARTHEST ? 'unclear' : this.of(each.file, each.local, isUse, steps + 1);
        if (inner !== 'unused') return inner;
      }
    }
    return 'unused';
  }

  #isHandedOn({ file, local }: Import): boolean {
    return this.#project.files.get(file)?.exports.some(({ name }) => name === local) ?? false;
  }

  /** The text of a file without comments and imports. */
  #text(file: string): string {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = plainCode(this.#project.text(file) ?? '', file.endsWith('.py'));
    this.#texts.set(file, text);
    return text;
  }
}

function plainCode(text: string, isPython: boolean): string {
  if (isPython)
    return text
      .replaceAll(/#[^\n]*/g, '')
      .replaceAll(/^\s*from\s+\S+\s+import\s+(?:\([^)]*\)|[^\n]*)/gm, '')
      .replaceAll(/^\s*import\s[^\n]*/gm, '');
  return without(text, '/*', '*/')
    .replaceAll(/(^|[^:'"`])\/\/[^\n]*/g, '$1')
    .replaceAll(/^\s*import\s[^;'"]*['"][^'"]*['"]\s*;?/gm, '')
    .replaceAll(/^\s*export\s*(?:\*|\{[^}]*\})[^;\n]*(?:from\s*['"][^'"]*['"])?\s*;?/gm, '')
    .replaceAll(/^\s*(?:const|let|var)\s+[\w{},\s:]+=\s*require\([^)]*\)\s*;?/gm, '');
}

/** Who imports which file, under which name; an import without a name has an empty one. */
function importsByModule(
  project: ProjectFacts,
  findModule: FindModule,
): ReadonlyMap<string, readonly Import[]> {
  const found = new Map<string, Import[]>();
  const add = (to: string | undefined, each: Import): void => {
    if (to !== undefined && to !== each.file) addTo(found, to, each);
  };
  for (const [file, { bindings, imports, isTest }] of project.files) {
    if (isTest) continue;
    const named = new Set<string>();
    for (const { local, from, name } of bindings) {
      named.add(from);
      // What Python imports from a package may be a module of it.
      const inner = from.startsWith('py:') && name !== '*' ? findModule(file, inside(from, name)) : undefined;
      if (inner === undefined) add(findModule(file, from), { file, local, name });
      else add(inner, { file, local, name: '*' });
    }
    for (const { from, names } of imports)
      if (!named.has(from) && names.includes('*'))
        add(findModule(file, from), { file, local: '', name: '*' });
  }
  return found;
}

function inside(from: string, name: string): string {
  return from.endsWith('.') ? `${from}${name}` : `${from}.${name}`;
}
