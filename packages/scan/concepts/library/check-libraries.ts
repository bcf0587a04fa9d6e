import type ts from 'typescript-api';

import type { Installed } from './installed.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { isCode } from '../../engine/files/languages.ts';
import type { LibraryFault } from '../../engine/rule.ts';
import { lineAt } from '../../engine/files/scanned-file.ts';
import { folderOf } from '../../engine/files/paths.ts';
import { chooseLibraries, type Library, placeOf } from './choose-libraries.ts';
import { configOf, settingsOf } from './compiler-options.ts';
import { deprecatedUses } from './deprecated.ts';
import type { Fault } from './fault.ts';
import { ImportedModules } from './imported-modules.ts';
import { openService } from './open-compiler.ts';
import { missingUse } from './missing.ts';
import { type Owner, Ownership } from './ownership.ts';
import { packageAt, packageOf } from './packages.ts';
import { wrongCall } from './signature.ts';

/** What is installed, and how many libraries are checked at most. */
export type LibraryCheck = {
  readonly installed: Installed;
  readonly most: number;
  /** The result names the libraries, for whoever reads their files. */
  readonly isShown?: boolean;
};

/** Takes what is found; whoever gives it knows the rules. */
export type LibraryReport = {
  find(kind: LibraryFault, path: string, line: number, message: string): void;
  unresolved(what: string, count: number): void;
  crashed(path: string, error: unknown): void;
};

/** A part larger than this is not checked, and said not to be. */
const MOST_FILES = 4_000;

/** Holds the code against the declarations of the libraries it uses. False where none is installed: nothing is known. */
export function checkLibraries(
  project: ProjectFacts,
  { installed, most }: LibraryCheck,
  report: LibraryReport,
): boolean {
  const { libraries, missing, beyond } = chooseLibraries(project, installed, most);
  if (missing.length > 0) report.unresolved('libraries used but not installed', missing.length);
  if (libraries.length === 0) return false;
  if (beyond.length > 0) report.unresolved('libraries beyond the number that is checked', beyond.length);
  const used = new Set([...libraries.map(({ name }) => name), ...missing, ...beyond]);
  const ownership = new Ownership(installed, libraries, used);
  const pages = libraries.flatMap(({ usedIn }) => usedIn).filter((path) => !isScript(project, path));
  if (pages.length > 0)
    report.unresolved('pages whose script is not checked against declarations', new Set(pages).size);
  let isAny = false;
  for (const part of partsOf(project, installed, libraries))
    if (checkPart(part, { project, installed, libraries, ownership, report })) isAny = true;
  return isAny;
}

/** Files that are compiled in the same way. */
type Part = {
  readonly config: string | undefined;
  /** All of them, and those that use a library that is checked. */
  readonly all: readonly string[];
  readonly using: readonly string[];
};

function isScript(project: ProjectFacts, path: string): boolean {
  const language = project.files.get(path)?.language;
  return isCode(language) && language !== 'vue' && language !== 'svelte';
}

function partsOf(
  project: ProjectFacts,
  installed: Installed,
  libraries: readonly Library[],
): readonly Part[] {
  const configs = new Map<string, string | undefined>();
  const config = (path: string): string | undefined => {
    const folder = folderOf(path);
    if (!configs.has(folder)) configs.set(folder, configOf(installed, placeOf(installed, folder)));
    return configs.get(folder);
  };
  const using = new Set(libraries.flatMap(({ usedIn }) => usedIn).filter((path) => isScript(project, path)));
  const wanted = new Set([...using].map(config));
  const parts = new Map<string | undefined, { all: string[]; using: string[] }>();
  for (const path of project.paths) {
    const facts = project.files.get(path);
    // Declarations of the project's own are generated for a scan, and hold what it adds to those of others.
    const isOwn =
      path.endsWith('.d.ts') || (isScript(project, path) && facts?.isTest === false && !facts.isSide);
    if (!isOwn || /(?:^|\/)node_modules\//.test(path)) continue;
    const at = config(path);
    if (!wanted.has(at)) continue;
    const part = parts.get(at) ?? { all: [], using: [] };
    parts.set(at, part);
    part.all.push(path);
    if (using.has(path)) part.using.push(path);
  }
  return [...parts].map(([at, part]) => ({ config: at, ...part }));
}

type Checking = {
  readonly project: ProjectFacts;
  readonly installed: Installed;
  readonly libraries: readonly Library[];
  readonly ownership: Ownership;
  readonly report: LibraryReport;
};

function checkPart({ config, all, using }: Part, checking: Checking): boolean {
  const { installed, report } = checking;
  if (all.length > MOST_FILES) {
    report.unresolved('files of a package or project that has too many files to check', all.length);
    return false;
  }
  const { options, isOwn } = settingsOf(installed, config);
  const folder = config === undefined ? installed.folder : config.slice(0, config.lastIndexOf('/')) || '/';
  const roots = all.map((path) => placeOf(installed, path));
  const service = openService(installed, roots, options, folder);
  const modules = new ImportedModules(installed, options);
  const program = service.getProgram();
  if (program === undefined) return false;
  for (const path of using) {
    const source = program.getSourceFile(placeOf(installed, path));
    if (source === undefined) continue;
    try {
      checkFile({ path, source, isOwn, service, checker: program.getTypeChecker(), modules }, checking);
    } catch (error) {
      report.crashed(path, error);
    }
  }
  service.dispose();
  return using.length > 0;
}

type File = {
  readonly path: string;
  readonly source: ts.SourceFile;
  /** The project itself says how it is compiled. */
  readonly isOwn: boolean;
  readonly service: ts.LanguageService;
  readonly checker: ts.TypeChecker;
  readonly modules: ImportedModules;
};

function checkFile(file: File, { project, libraries, ownership, report }: Checking): void {
  const { path, source, modules } = file;
  const imports = importsOf(project, path, source.fileName, modules);
  for (const { specifier, line, ending, name } of imports) {
    const library = libraries.find((each) => each.name === name);
    if (library === undefined) continue;
    if (ending === 'undeclared') report.unresolved('imports of libraries without type declarations', 1);
    const message = `\`${specifier}\` is not part of ${library.name} ${library.version}`;
    if (ending === 'gone') report.find('missing', path, line, message);
  }
  for (const fault of faultsOf(file, imports)) {
    const owner = ownership.of(fault.declared.path);
    // Another part of the project may use a library that was installed for this one alone.
    const library = libraries.find(({ name }) => name === packageAt(fault.declared.path));
    if (owner === undefined || library?.usedIn.includes(path) === false) continue;
    if (fault.kind === 'missing' && !modules.isWhole(fault.declared.path))
      report.unresolved('names that generated code may declare', 1);
    else report.find(fault.kind, path, lineAt(source.text, fault.position), messageFor(fault, owner));
  }
}

type Import = {
  readonly specifier: string;
  readonly name: string | undefined;
  readonly line: number;
  readonly ending: ReturnType<ImportedModules['endingOf']>;
};

/** The imports of a file; what is no package counts as declared when the compiler finds it. */
function importsOf(
  project: ProjectFacts,
  path: string,
  from: string,
  modules: ImportedModules,
): readonly Import[] {
  const imports = project.files.get(path)?.imports ?? [];
  return imports
    .filter(({ from: specifier }) => !/^node:|\.(?:css|scss|less|svg|png|json)(?:\?|$)/.test(specifier))
    .map(({ from: specifier, line }) => ({
      specifier,
      name: packageOf(specifier),
      line,
      ending: modules.endingOf(specifier, from),
    }));
}

function faultsOf(
  { path, source, isOwn, service, checker }: File,
  imports: readonly Import[],
): readonly Fault[] {
  const isTyped = isOwn && /\.[cm]?tsx?$/.test(path);
  const isSure = isTyped && imports.every(({ ending }) => ending === 'declared');
  const found = [...deprecatedUses(service, source, checker)];
  for (const each of service.getSemanticDiagnostics(source.fileName)) {
    const fault = missingUse(each, source, checker, !isTyped) ?? wrongCall(each, source, checker, isSure);
    if (fault !== undefined) found.push(fault);
  }
  return found;
}

/** Cites the declaration, so that whoever reads it can look for themselves. */
function messageFor({ kind, name, said: text, declared }: Fault, { name: library, version }: Owner): string {
  const place = `${declared.path.slice(1)}${declared.line === 0 ? '' : `:${declared.line}`}`;
  const of = `${library} ${version}`;
  if (kind === 'missing') return `\`${name}\` is not declared by ${of} (${place})`;
  if (kind === 'signature')
    return `\`${name}\` of ${of} is used differently than declared: ${text} (${place})`;
  return `\`${name}\` of ${of} is deprecated${text === '' ? '' : `: ${text}`} (${place})`;
}
