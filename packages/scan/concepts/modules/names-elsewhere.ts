import type { ProjectFacts } from '../../engine/facts.ts';
import { folderOf } from '../../engine/files/paths.ts';

/** A name of another file, as it is called there. */
export type Elsewhere = { readonly file: string; readonly names: readonly string[] };

/** Where a name is declared in languages that do not import files: C# and Java know classes, Go knows folders. */
export function elsewhereFinder(
  project: ProjectFacts,
): (file: string, names: readonly string[]) => Elsewhere | undefined {
  const csharp = new Map<string, string>();
  const java = new Map<string, string>();
  const go = new Map<string, string>();
  const folders = new Set<string>();
  for (const [path, facts] of project.files) {
    const { language, isTest } = facts;
    if (language === 'csharp') for (const { name } of facts.constants) csharp.set(name, path);
    else if (language === 'java') {
      for (const { name, value } of facts.constants) if ('members' in value) java.set(name, path);
    } else if (language === 'go' && !isTest) {
      folders.add(folderOf(path));
      for (const { name } of facts.constants) go.set(`${folderOf(path)}\n${name}`, path);
    }
  }
  return (file, names) => {
    const [head = '', next] = names;
    if (file.endsWith('.cs')) return at(csharp.get(head), names);
    if (file.endsWith('.java')) return at(java.get(head), names);
    if (!file.endsWith('.go')) return undefined;
    const from = project.files.get(file)?.bindings.find(({ local }) => local === head)?.from;
    if (from?.startsWith('go:') === true && next !== undefined) {
      const folder = folderMeant(from.slice(3), file, folders);
      return at(go.get(`${folder ?? ''}\n${next}`), names.slice(1));
    }
    return at(go.get(`${folderOf(file)}\n${head}`), names);
  };
}

function at(file: string | undefined, names: readonly string[]): Elsewhere | undefined {
  return file === undefined ? undefined : { file, names };
}

/** The folder whose path ends most like that of an import; of several the nearest. */
function folderMeant(path: string, file: string, folders: ReadonlySet<string>): string | undefined {
  const parts = path.split('/');
  for (let from = 0; from < parts.length; from += 1) {
    const end = parts.slice(from).join('/');
    const found = [...folders].filter((folder) => folder === end || folder.endsWith(`/${end}`));
    if (found.length > 0) return found.toSorted((a, b) => shared(b, file) - shared(a, file))[0];
  }
  return undefined;
}

function shared(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
