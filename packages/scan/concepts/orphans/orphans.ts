import type { Orphan } from './orphan.ts';
import type { ExportFact } from '../modules/facts.ts';
import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { angularOrphans } from './angular-orphans.ts';
import { isEntry } from './entries.ts';
import { mentionedFiles, stemOf } from './mentions.ts';
import { packageFinder } from './packages.ts';
import { folderOf, joined } from '../../engine/files/paths.ts';
import { isModule, type Usage, usageOf } from './usage.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';

/** What nothing in the project leads to. Worked out once for all rules that ask. */
export const orphansOf = memoPerProject((project): readonly Orphan[] => {
  const packageOf = packageFinder(project);
  const mentioned = mentionedFiles(project);
  const beside = importedBeside(project);
  const isOpen = (path: string): boolean => {
    const of = packageOf(path);
    // Modules of plain pages need no package: what imports them is known all the same.
    if (beside.has(path)) return mentioned(path) || isEntry(path, of, true);
    return of.isUnsure || isEntry(path, of, false) || mentioned(path);
  };
  const open = new Set([...project.files.keys()].filter(isOpen));
  const usage = usageOf(project, open);
  const orphans: Orphan[] = [];
  const left = new Map<string, { modules: number; alone: Orphan[] }>();
  for (const [path, file] of project.files) {
    if (!isModule(file)) continue;
    const { folder } = packageOf(path);
    const own = left.get(folder) ?? { modules: 0, alone: [] };
    left.set(folder, own);
    own.modules += 1;
    if (open.has(path) || isProgram(file)) continue;
    if (file.angular.length > 0) continue;
    if (isTestedOnly(project, file, usage))
      own.alone.push(...orphanFile(project, file).map((each) => ({ ...each, isTested: true })));
    else if (usage.isImported(path)) orphans.push(...orphanExports(project, file, usage));
    else own.alone.push(...orphanFile(project, file));
  }
  for (const { modules, alone } of left.values()) if (isBelievable(modules, alone)) orphans.push(...alone);
  orphans.push(...angularOrphans(project, usage));
  return withoutPatterns(orphans);
});

/** As many names of one form are a kit or come from a generator: nobody takes single ones out. */
const PATTERN = 5;

/** Without `isFoo` of foo.ts where five files in the folder have one like it: what made them makes one for every file. */
function withoutPatterns(orphans: readonly Orphan[]): readonly Orphan[] {
  const formOf = ({ path, name, line }: Orphan): string => {
    const form = name.toLowerCase().replace(stemOf(path).toLowerCase(), '*');
    return line === 0 || form === '*' || !form.includes('*') ? '' : `${folderOf(path)} ${form}`;
  };
  const counts = new Map<string, number>();
  for (const form of orphans.map(formOf)) counts.set(form, (counts.get(form) ?? 0) + 1);
  return orphans.filter((each) => formOf(each) === '' || (counts.get(formOf(each)) ?? 0) < PATTERN);
}

/** `CardTitle` of a file that has `CardBody`, `CardFoot` and more: the parts of one thing, complete on purpose. */
function isPartOfKit(name: string, { exports }: FileFacts): boolean {
  const first = /^[A-Z][a-z0-9]+/.exec(name)?.[0];
  return first !== undefined && exports.filter((each) => each.name.startsWith(first)).length >= PATTERN;
}

/** Files that a page of plain JavaScript imports by their very names: `import { load } from './api.js'`. */
function importedBeside(project: ProjectFacts): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [path, { imports, isTest, isSide }] of project.files)
    if (!isTest && !isSide && /(?:^|\/)(?:public|static|wwwroot)\//i.test(path))
      for (const { from } of imports)
        if (/^\.{1,2}\/.*\.m?js$/.test(from)) found.add(joined(folderOf(path), from));
  return found;
}

/** A component that its tests import and no page does. One that only tests of other things import helps them. */
function isTestedOnly(project: ProjectFacts, { path, language }: FileFacts, usage: Usage): boolean {
  if (!/^(?:tsx|jsx|vue|svelte)$/.test(language)) return false;
  const importers = [...usage.importersOf(path)];
  return (
    importers.every((each) => project.files.get(each)?.isTest === true) &&
    importers.some((each) => isTestOf(each, path))
  );
}

/** `Card.test.tsx` and `Card.svelte.test.ts` are tests of `Card.svelte`. */
function isTestOf(test: string, component: string): boolean {
  return stemOf(test).startsWith(`${stemOf(component)}.`);
}

/** Where most of a package seems to be left alone, it is begun in a way that is not known here. */
function isBelievable(modules: number, alone: readonly Orphan[]): boolean {
  return alone.length * 2 <= modules;
}

/** Begun by its first line, or it offers nothing and so is not meant to be imported. */
function isProgram({ exports, commonExports, language, imports, isScript }: FileFacts): boolean {
  if (language === 'vue' || language === 'svelte') return false;
  const isHandingOn = imports.some(({ as }) => as !== undefined) && exports.length === 0;
  if (exports.length === 0 && commonExports.length === 0) return true;
  return isHandingOn || isScript === true;
}

function orphanFile(
  project: ProjectFacts,
  { path, language, exports, commonExports }: FileFacts,
): readonly Orphan[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith('index.')) return [];
  if (language === 'vue' || language === 'svelte')
    return isTagged(project, name.replace(/\.\w+$/, '')) ? [] : [{ kind: 'component', path, line: 0, name }];
  const all = [...exports, ...commonExports];
  const isDecorated = all.some(({ kind }) => kind === 'decorated');
  if (isDecorated || all.every(({ kind }) => kind === 'type') || isRun(project.text(path) ?? '')) return [];
  const isPage = language === 'tsx' || language === 'jsx' || all.some(({ kind }) => kind === 'component');
  const isOffered = all.some((each) => each.name === 'default' || /^[A-Z]\w*[a-z]/.test(each.name));
  const isComponent = isPage && isOffered && /<\/[\w.]*>|\/>/.test(project.text(path) ?? '');
  return [{ kind: isComponent ? 'component' : 'file', path, line: 0, name }];
}

/** Every tag that a template has. */
const tagsOf = memoPerProject((project): string => {
  const pages = [...project.files.values()].filter(({ language }) => /^(?:vue|svelte|html)$/.test(language));
  const tags = pages
    .map(({ path }) => (project.text(path) ?? '').match(/<[A-Za-z][\w.-]*/g)?.join(' ') ?? '')
    .join(' ');
  return `${tags} `.toLowerCase();
});

/** A script that ends its own process, and calls what it exports at its end. */
function isRun(text: string): boolean {
  return /\bprocess\.exit\b/.test(text) && /^(?:void |await )?\w+\(/m.test(text);
}

/** Whether some template uses a component by its name, as those that are registered for all are used. */
function isTagged(project: ProjectFacts, name: string): boolean {
  const text = tagsOf(project);
  const kebab = name.replaceAll(/(?<=[a-z0-9])([A-Z])/g, '-$1').toLowerCase();
  return [kebab, kebab.replaceAll('-', '')].some((each) => text.includes(`${each} `));
}

function orphanExports(project: ProjectFacts, file: FileFacts, usage: Usage): readonly Orphan[] {
  const { path, exports, commonExports, language } = file;
  // What a page offers is set from outside.
  if (language === 'vue' || language === 'svelte') return [];
  const unused = [...exports, ...commonExports].filter(
    ({ name, kind }) =>
      name !== 'default' && (kind === undefined || kind === 'component') && !usage.isUsed(path, name),
  );
  if (unused.length === 0) return [];
  // Where CommonJS is taken as a whole, its default is all of it.
  if (commonExports.length > 0 && usage.isTakenWhole(path)) return [];
  const text = project.text(path) ?? '';
  const seen = new Set<string>();
  return unused.flatMap(({ name, line, kind }) => {
    if (seen.has(name) || isUsedAtHome(text, name, file)) return [];
    seen.add(name);
    const isComponent = kind === 'component' && (language === 'tsx' || language === 'jsx');
    if (isComponent && isPartOfKit(name, file)) return [];
    return [{ kind: isComponent ? ('component' as const) : ('export' as const), path, line, name }];
  });
}

/** Whether the name stands in its own file more often than it takes to declare and export it. */
function isUsedAtHome(text: string, name: string, { exports }: FileFacts): boolean {
  const count =
    text.match(
      new RegExp(
        String.raw`(?<![\w$]|(?<!\.\.|\bexports)\.)${name.replaceAll('$', String.raw`\$`)}(?![\w$])`,
        'g',
      ),
    )?.length ?? 0;
  const own = exports.filter((each: ExportFact) => each.name === name).length;
  return count > Math.max(1, own);
}
