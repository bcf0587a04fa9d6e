import type { ProjectFacts } from '../../engine/facts.ts';
import { folderOf, joined } from '../../engine/files/paths.ts';
import { placesMeant } from '../modules/find-module.ts';

/** Files of configuration that name files of code. */
const NAMING =
  /(?:^|\/)(?:package|angular|project|nest-cli|vercel|firebase|manifest[\w.-]*|tsconfig[\w.-]*|wrangler|electron-builder|app|components|typedoc|lerna|nx|deno|jsr)\.jsonc?$|\.(?:html?|toml|csproj|cshtml|razor|ejs|hbs|pug)$|(?:^|\/)dockerfile[\w.-]*$|(?:^|\/)(?:serverless|template|docker-compose|compose|wrangler|app|render|netlify|cloudbuild|action|angular)[\w.-]*\.ya?ml$|^\.github\/.*\.ya?ml$|(?:^|\/)\.(?:eslintrc|babelrc|mocharc)[\w.-]*$/i;
const FILE = /[\w@./\\-]+\.(?:[cm]?[jt]sx?|vue|svelte)\b/g;
const CONFIG =
  /[.-]config\.[cm]?[jt]s$|(?:^|\/)\.|(?:^|\/)(?:jest|eslint|tailwind|prettier|vitest)[\w.-]*\.[cm]?[jt]s$/;

/** A pattern for files of code, in whatever way their endings are put together. */
const MANY = /\*[\w.-]*(?:\.[cm]?[jt]sx?|\.vue|\.svelte|\{[^}]*[jt]s[^}]*\})$/;

/** Whether a file is named or loaded by other means than an import. */
export type Mentioned = (path: string) => boolean;

/** Everything that names files in texts: configuration, pages, and texts in code. */
export function mentionedFiles(project: ProjectFacts): Mentioned {
  const stems = new Set<string>();
  const folders = new Set<string>();
  const endings = new Set<string>();
  const named = new Set<string>();
  const holding = new Set([...project.files.keys()].map(folderOf));
  for (const path of project.files.keys()) {
    if (!NAMING.test(path)) continue;
    const text = project.text(path) ?? '';
    for (const [name] of text.matchAll(FILE)) stems.add(stemOf(name));
    // `"email": "email dev --dir src/emails"`: a tool reads that folder. A linter only checks it.
    if (path.endsWith('package.json'))
      for (const [, script = '', folder = ''] of text.matchAll(/: *"([^"\n]*?--dir[= ]([\w./-]+)[^"\n]*)"/g))
        if (!/lint|test|coverage/.test(script)) named.add(joined(folderOf(path), folder));
    for (const found of text.matchAll(/\b(?:handler|Handler):\s*["']?([\w./-]+)\.\w+/g))
      stems.add(stemOf(found[1] ?? ''));
  }
  for (const [path, { fileNames, isTest }] of project.files)
    for (const { name, isLoaded } of isTest ? [] : fileNames) {
      const isMany = name.includes('*');
      if (!isMany) stems.add(stemOf(name));
      // `./db/changes`: whoever names a folder of code reads what is in it at run time.
      if (!isMany && !CONFIG.test(path) && /^\.{1,2}\/.+\//.test(name))
        for (const at of around(path).map((each) => joined(each, name))) if (holding.has(at)) named.add(at);
      if (isMany && (isLoaded || (!CONFIG.test(path) && MANY.test(name))))
        pattern(name, path, { folders, endings, places: placesMeant(project) });
    }
  // Patterns over all sources are those of checkers and builders: they load nothing.
  for (const folder of folders)
    if (isWhole(folder, project) || isWhole(folder.replace(/(?:^|\/)src$/, ''), project))
      folders.delete(folder);
  return (path) => {
    const stem = stemOf(path);
    if (
      named.has(folderOf(path)) ||
      stems.has(stem) ||
      (stem === 'index' && stems.has(stemOf(folderOf(path))))
    )
      return true;
    const name = path.slice(path.lastIndexOf('/') + 1);
    for (const ending of endings) if (name.includes(ending)) return true;
    for (let at = folderOf(path); ; at = folderOf(at)) {
      if (folders.has(at)) return true;
      if (at === '') return false;
    }
  };
}

function isWhole(folder: string, { paths }: ProjectFacts): boolean {
  return folder === '' || folder === 'packages' || folder === 'apps' || paths.has(`${folder}/package.json`);
}

/** The name of a file without folder and ending: `worker` of `dist/worker.js`. */
export function stemOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.replace(/(?:\.d)?\.(?:[cm]?[jt]sx?|vue|svelte|json)$/, '');
}

type Patterns = {
  readonly folders: Set<string>;
  readonly endings: Set<string>;
  readonly places: ReturnType<typeof placesMeant>;
};

/** `./pages/*.vue` means a folder, `dist/**` + `/*.entity.js` an ending. */
function pattern(name: string, path: string, { folders, endings, places }: Patterns): void {
  const star = name.indexOf('*');
  const ending = /\*((?:[.-][a-z]+)+?)(?:\.[cm]?[jt]sx?|\{.*|\.\{.*|\.vue|\.svelte)?$/.exec(name)?.[1];
  if (ending !== undefined && !/^\.(?:[cm]?[jt]sx?|vue|svelte|d)$/.test(ending)) endings.add(`${ending}.`);
  const before = name.slice(0, star);
  const folder = before.slice(0, before.lastIndexOf('/') + 1);
  if (/^\.{0,2}\/$|^\.\.?\//.test(folder) || folder.startsWith('.'))
    folders.add(joined(folderOf(path), folder));
  else if (folder === '' && before === '') {
    // Loaded by a name that is known at run time only; at the top of a repository that would be all of it.
    if (path.includes('/')) folders.add(folderOf(path));
  } else if (folder !== '' && folder !== '/') {
    for (const meant of places(folderOf(path), `${folder}x`)) folders.add(folderOf(meant));
    for (const at of around(path)) {
      folders.add(joined(at, folder));
      folders.add(joined(at, `src/${folder}`));
      folders.add(joined(at, folder.replace(/^\/?(?:dist|build|lib)\//, 'src/')));
    }
  }
}

function around(path: string): readonly string[] {
  const found: string[] = [];
  for (let at = folderOf(path); at !== ''; at = folderOf(at)) found.push(at);
  return [...found, ''];
}
