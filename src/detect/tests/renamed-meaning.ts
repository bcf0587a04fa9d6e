import type { FileChange } from '../change.ts';
import type { Detected } from '../finding.ts';
import { languageOf } from '../code/language.ts';
import { masked } from '../code/mask.ts';
import { isTestFile } from './test-files.ts';

/** A name that means something by itself, and that a product file newly declares for every file of its package. */
export type RenamedMeaning = { readonly path: string; readonly name: string; readonly text: string };

/**
 * Names that tests use without declaring them, and that a change gives another meaning: `true` of a Go package, `round` of a
 * Python module that tests import with a star (EVID-02). Tests of base say whether they use them.
 */
export function renamedMeanings(changes: readonly FileChange[]): readonly RenamedMeaning[] {
  const old = new Set(
    changes.flatMap(({ path, before }) =>
      declaredIn(path, before?.text ?? '').map((name) => `${folderOf(path)}/${name}`),
    ),
  );
  return changes.flatMap(({ path, after }) => {
    const language = languageOf(path) ?? '';
    const text = after?.text;
    if (text === undefined || isTestFile(path) || !(language in MEANT)) return [];
    const own = new Set(declaredIn(path, text));
    return [...own]
      .filter((name) => MEANT[language]?.has(name) === true && !old.has(`${folderOf(path)}/${name}`))
      .map((name) => ({ path, name, text }));
  });
}

/** Whether a test of base uses this name for what it meant there. */
export function isUsedBy(
  { path, name, text }: RenamedMeaning,
  test: { path: string; text: string },
): boolean {
  const language = languageOf(path);
  if (language === undefined || languageOf(test.path) !== language) return false;
  const code = masked(test.text, language);
  const isCalled = language === 'go' && FUNCTIONS_OF_GO.has(name);
  const used = new RegExp(
    String.raw`(?<![\w.])${name}${isCalled ? String.raw`\s*\(` : String.raw`\b(?!\s*:(?!=))`}`,
  );
  return used.test(code) && reaches({ path, code: masked(text, language) }, { path: test.path, code });
}

type Code = { readonly path: string; readonly code: string };

function reaches({ path, code }: Code, test: Code): boolean {
  const language = languageOf(path);
  if (language === 'python')
    return [...test.code.matchAll(/\bfrom\s+\.*([\w.]*)\s+import\s*\(?\s*\*/g)].some(([, from = '']) =>
      `.${moduleOf(path)}.`.includes(`.${from}.`.replace(/^\.\.$/, '.')),
    );
  const [own, theirs] = [code, test.code].map((each) => PACKAGE.exec(each)?.[1]);
  return folderOf(path) === folderOf(test.path) && own === theirs;
}

const PACKAGE = /^[ \t]*package\s+([\w.]+)/m;

export function meansOther({ path, name }: RenamedMeaning, test: string): Detected {
  return {
    rule: 'renamed-meaning',
    severity: 'HIGH',
    file: path,
    message: `This declares \`${name}\` for the whole package: ${test} uses that name, and means something else by it now.`,
    evidence: name,
    fix: 'Give it another name. Names of the language have to mean the same for tests as before.',
  };
}

function declaredIn(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  if (language === undefined || !(language in MEANT)) return [];
  const code = masked(text, language);
  return language === 'go' ? goNames(code) : pythonNames(code);
}

/** What stands outside of all braces; of brackets only groups (`const ( … )`) count. */
function goNames(code: string): readonly string[] {
  const flat = without(without(code, /\{[^{}]*\}/g), /(?<!\b(?:const|var|type)\s*)\([^()]*\)/g);
  const single = flat.split(/[\n;]/).map((said) => /^\s*(?:func|const|var|type)\s+(\w[\w\s,]*)/.exec(said));
  const grouped = [...flat.matchAll(/\b(?:const|var|type)\s*\(([^()]*)\)/g)].flatMap(([, group = '']) =>
    group.split(/[\n;]/).map((said) => /^\s*(\w[\w\s,]*)/.exec(said)),
  );
  // The type of a variable stands behind its name.
  return [...single, ...grouped].flatMap((found) =>
    (found?.[1] ?? '').split(',').map((name) => name.trim().split(/\s/)[0] ?? ''),
  );
}

const DEEPEST = 100;

/** The text with every innermost place marked, until none is left. */
function without(code: string, place: RegExp): string {
  let left = code;
  for (let depth = 0; depth < DEEPEST && left.search(place) !== -1; depth += 1)
    left = left.replaceAll(place, '#');
  return left;
}

/** What a module declares outside of functions and classes, and what its functions declare for it. */
function pythonNames(code: string): readonly string[] {
  const names: string[] = [];
  const around: number[] = [];
  // What is given to calls declares nothing; brackets make one line of several.
  const flat = without(code, /(?<!\bimport\s*)(?<=\w\s*)[([][^()[\]]*[)\]]|\{[^{}]*\}/g).replaceAll(
    /\([^()]*\)|\\\n/g,
    (all) => all.replaceAll(/[\\\n]/g, ' '),
  );
  for (const line of flat.split(/[\n;]/).filter((each) => each.trim() !== '')) {
    const indent = /^\s*/.exec(line)?.[0].length ?? 0;
    while ((around.at(-1) ?? -1) >= indent) around.pop();
    const declared = /^\s*(?:async\s+)?(?:def|class)\s+(\w+)/.exec(line)?.[1];
    const parts = line.split(/(?<![=!<>])=(?!=)/).slice(0, -1);
    const listed = [
      ...line.matchAll(/\b(as|import|for|global)\s+([\w\s,()*]+?)(?=\s(?:in|as)\b|[^\w\s,()*]|$)/g),
    ];
    const isOwn = around.length > 0;
    if (declared !== undefined) around.push(indent);
    const bound = declared === undefined ? parts.map((each) => each.replace(/:.*|\.\w+/s, '')) : [declared];
    if (!isOwn) names.push(...bound);
    names.push(...listed.filter(([, how]) => !isOwn || how === 'global').map(([, , list = '']) => list));
  }
  return names.flatMap((each) => each.match(/\w+/g) ?? []);
}

function moduleOf(path: string): string {
  return path.replace(/(?:\/__init__)?\.py[iw]?$/, '').replaceAll('/', '.');
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

const words = (text: string): readonly string[] => text.split(/\s+/);

const FUNCTIONS_OF_GO = new Set(
  words(
    'append cap clear close complex copy delete imag len make max min new panic print println real recover',
  ),
);

/** Names that mean something in every file of a language, or to those who judge. */
const MEANT: Readonly<Partial<Record<string, ReadonlySet<string>>>> = {
  go: new Set([
    ...FUNCTIONS_OF_GO,
    ...words(
      'true false iota nil any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr',
    ),
  ]),
  python: new Set(
    words(
      'abs all any ascii bin bool bytearray bytes callable chr classmethod complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash hex id int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip BaseException Exception ArithmeticError AssertionError AttributeError IndexError KeyError LookupError NameError NotImplementedError OSError RuntimeError StopIteration TypeError ValueError ZeroDivisionError',
    ),
  ),
};
