import {
  type FileChange,
  isTest,
  isTestFile,
  languageOf,
  loadsTestRunner,
  settingsAt,
} from '../../detect/index.ts';
import type { ObservedInputs } from '../../model/checks.ts';

/** Texts of base's files that the checks read, by who they belong to. */
export type BaseTexts = {
  /** Tests, settings, scripts of the checks, and the commands themselves. */
  readonly tests: readonly string[];
  readonly product: readonly string[];
  readonly of: (path: string) => string | undefined;
  /** Names with wildcards in what checks, manifests apart: `*.env`. */
  readonly patterns: readonly RegExp[];
};

/** Inputs of all checks of base, ready to be asked. */
export type InputIndex = {
  readonly read: ReadonlySet<string>;
  readonly seen: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
  /** Files that were read before any test: settings, plugins, what they load. */
  readonly early: ReadonlySet<string>;
  /** Files that the checks wrote themselves and read then. */
  readonly remade: ReadonlySet<string>;
};

export function indexInputs(all: readonly ObservedInputs[]): InputIndex {
  const union = (kind: keyof ObservedInputs): ReadonlySet<string> =>
    new Set(all.flatMap((inputs) => inputs[kind] ?? []));
  const early = all.flatMap(({ read }) => {
    const first = read.findIndex((path) => isTestFile(path));
    return first === -1 ? [] : read.slice(0, first);
  });
  return {
    read: union('read'),
    seen: union('seen'),
    missing: union('missing'),
    listed: union('listed'),
    remade: union('remade'),
    modules: union('modules'),
    early: new Set(early),
  };
}

/** Whether a file belongs to the side that checks, by its name alone. */
export function isTestSide(path: string): boolean {
  return isTestFile(path) || settingsAt(path) !== undefined || languageOf(path) === 'shell';
}

/**
 * A changed file that base's checks read, looked for or listed. `defines`: it belongs to what checks. `perhaps`: it may as
 * well be the product's, so the checks have to pass with it and without it. undefined: it is the product's, or no input.
 */
export type InputSide = 'defines' | 'perhaps' | undefined;

export function sideOf(change: FileChange, inputs: InputIndex, texts: BaseTexts): InputSide {
  if (PINNED.test(change.path)) return undefined;
  if (change.before === null) return sideOfNew(change, inputs, texts);
  const { path } = change;
  // Its parts were compared already: what is left are dependencies.
  if (settingsAt(path) === 'part') return undefined;
  const isRead = inputs.read.has(path) || (change.after === null && inputs.seen.has(path));
  return isRead && isReadByTests(path, inputs, texts) ? 'perhaps' : undefined;
}

/** Versions of dependencies belong to the manifest that the branch has. */
const PINNED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock|requirements[^/]*\.txt|Gemfile\.lock|composer\.lock|packages\.lock\.json)$/i;

/** An existing file. Code is the product's unless only the runner loads it, or it is a helper of tests. */
function isReadByTests(path: string, { early }: InputIndex, texts: BaseTexts): boolean {
  const byProduct = texts.product.some((text) => mentions(text, path));
  const byTests = texts.tests.some((text) => mentions(text, path));
  if (languageOf(path) === undefined) return byTests || !byProduct;
  if (byProduct) return false;
  if (byTests) return loadsTestRunner(texts.of(path) ?? '');
  return early.has(path) && !COMPILED.test(path);
}

/** A compiler reads the whole product before any test, and one file of a package does not go with the others of another commit. */
const COMPILED = /\.(?:go|java|kts?|scala|cs|rs|swift|c|cc|cpp|cxx|h|hh|hpp)$/i;

/**
 * A new file that base's checks would have found, had it been there. Only a test is certain to be what checks: any other
 * file may be the work itself, and taking it out would take the work out of the proof.
 */
function sideOfNew(change: FileChange, inputs: InputIndex, texts: BaseTexts): InputSide {
  const { path } = change;
  if (inputs.missing.has(path)) return isForProduct(path, inputs, texts) ? undefined : 'perhaps';
  if (isShadowingFolder(path, inputs) || isShadowingModule(path, inputs)) return 'perhaps';
  const folder = folderOf(path);
  const listed = nearestListed(folder, inputs);
  if (listed === undefined) return undefined;
  if (isTest(change)) return 'defines';
  if (listed !== folder) return undefined;
  return isLikeRead(path, inputs, texts) || isMeant(path, texts) ? 'perhaps' : undefined;
}

/** A new file that a wildcard of what checks stands for, which may have matched nothing at base. */
function isMeant(path: string, { patterns, product }: BaseTexts): boolean {
  if (languageOf(path) !== undefined && languageOf(path) !== 'shell') return false;
  const name = nameOf(path);
  return patterns.some((pattern) => pattern.test(name)) && !product.some((text) => text.includes(name));
}

/** The names with wildcards and an ending in a text: those that stand for everything say nothing. */
export function patternsIn(text: string): readonly RegExp[] {
  const names = [...text.matchAll(/\*[\w*-]*\.[\w.*-]+/g)].map(([name]) => name);
  return [...new Set(names)].map((name) => new RegExp(`^${escaped(name).replaceAll('\\*', '.*')}$`));
}

/** Whether a name that was looked for in vain stands for a file of the product, or was asked for by the product alone. */
function isForProduct(path: string, { read }: InputIndex, texts: BaseTexts): boolean {
  if (languageOf(path) === undefined || isTestSide(path)) return false;
  const own = withoutEnding(path);
  const stem = UNSPOKEN.test(nameOf(own)) && folderOf(own) !== '' ? folderOf(own) : own;
  const others = [...read].filter((each) => withoutEnding(each) === stem || folderOf(each) === stem);
  if (others.length > 0) return others.every((each) => !isTestSide(each));
  return (
    texts.product.some((text) => mentions(text, path)) && !texts.tests.some((text) => mentions(text, path))
  );
}

/** `test/node_modules/chai/index.js`, where `test/node_modules` was looked for and `chai` came from another one. */
function isShadowingFolder(path: string, { missing, read }: InputIndex): boolean {
  const steps = path.split('/');
  return steps.slice(0, -1).some((name, nth) => {
    if (!missing.has(steps.slice(0, nth + 1).join('/'))) return false;
    const tail = `${name}/${(steps[nth + 1] ?? '').replace(/\.[^.]*$/, '')}`;
    return [...read].some((each) => new RegExp(`(?:^|/)${escaped(tail)}(?=[/.]|$)`).test(each));
  });
}

/** A module in a listed folder that is not a package comes before one from elsewhere (Python). */
function isShadowingModule(path: string, { listed, read, modules }: InputIndex): boolean {
  const module = path.replace(/\/__(?:init|main)__\.py$/, '.py');
  if (!module.endsWith('.py')) return false;
  const folder = folderOf(module);
  return (
    listed.has(folder) &&
    !read.has(below(folder, '__init__.py')) &&
    modules.has(nameOf(withoutEnding(module)))
  );
}

/** A new file beside others of its kind that the tests found by listing the folder. */
function isLikeRead(path: string, { read }: InputIndex, texts: BaseTexts): boolean {
  const folder = folderOf(path);
  const like = [...read].filter((each) => folderOf(each) === folder && endingOf(each) === endingOf(path));
  if (folder === '' || like.length === 0) return false;
  const isNamed = (part: readonly string[], name: string): boolean =>
    part.some((text) => hasWord(text, name));
  const byTests = isNamed(texts.tests, nameOf(folder));
  if (languageOf(path) === undefined) return byTests || !isNamed(texts.product, nameOf(folder));
  // Code that somebody imports by its name is not found by listing.
  const isImported = like.some((each) =>
    isNamed([...texts.tests, ...texts.product], nameOf(withoutEnding(each))),
  );
  return byTests && !isImported && !isNamed(texts.product, nameOf(folder));
}

/** Whether a check that has these inputs can tell that a file changed. */
export function isLookedAt(
  { path, before }: Pick<FileChange, 'path' | 'before'>,
  inputs: InputIndex,
): boolean {
  if (inputs.read.has(path) || inputs.seen.has(path) || inputs.missing.has(path)) return true;
  if (before !== null) return false;
  const steps = path.split('/');
  const isMissing = steps.some((_, nth) => inputs.missing.has(steps.slice(0, nth).join('/')));
  return isMissing || nearestListed(folderOf(path), inputs) !== undefined;
}

/** The folder that was listed and in which a new file is found, itself or by going down. */
function nearestListed(folder: string, { listed }: InputIndex): string | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    if (listed.has(at)) return at;
    if (at === '') return undefined;
  }
}

/** Names that say nothing of what is in a file: there its folder is asked for. */
const UNSPOKEN = /^(?:index|__init__|__main__|mod|main|lib)$/;

/** Whether a text names a file: data by its name or its folder, code by its name without the ending. */
function mentions(text: string, path: string): boolean {
  const name = nameOf(path);
  if (text.includes(name)) return true;
  const folder = nameOf(folderOf(path));
  if (languageOf(path) === undefined) return folder !== '' && hasWord(text, folder);
  const stem = nameOf(withoutEnding(path));
  return UNSPOKEN.test(stem) ? folder === '' || hasWord(text, folder) : hasWord(text, stem);
}

export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isEdge = (letter: string | undefined): boolean => letter === undefined || !/[\w-]/.test(letter);
    if (isEdge(text[at - 1]) && isEdge(text[at + word.length])) return true;
  }
  return false;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function endingOf(path: string): string {
  return /\.[^./]*$/.exec(path)?.[0] ?? '';
}

function withoutEnding(path: string): string {
  return path.replace(/(?<=[^/])\.[^./]*$/, '');
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
