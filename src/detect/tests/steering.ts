import type { FileChange } from '../change.ts';
import { type Language, languageOf } from '../code/language.ts';
import { masked } from '../code/mask.ts';
import { isTest, isTestFile } from './test-files.ts';

/**
 * Words by which one file of the tests ends, skips or changes what others do. They are no finding: honest tests have
 * them too. Where a new file has them, the tests that were there before are run without it.
 */
const words: Readonly<Record<Language, RegExp>> = {
  js: /\bprocess\b(?!\s*\.\s*(?:env|cwd|argv|platform|arch|versions?|hrtime|memoryUsage|nextTick|stdout|stderr|stdin|pid|uptime|execPath)\b)|(?<![\w$.])(?:exit|abort|kill|eval|Function)\s*\(|\b(?:import|require)\s*\(\s*[^'"`\s]|\bconstructor\s*[.([]|\b(?:globalThis|global)\s*[.[]|\.prototype\b|\brequire\s*\.\s*cache\b|\bModule\s*\.\s*_|\b(?:registerHooks|syncBuiltinESMExports|defineProperty|Reflect)\b|(?<![\w$.])(?!this\b|module\b|exports\b)[\w$]+(?:\.[\w$]+){1,3}\s*=[^=>]/,
  python:
    /\b_exit\b|\bos\s*\.\s*(?:abort|kill)\b|\bpytest\s*\.\s*exit\b|\b_pytest\b|\bsys\s*\.\s*(?:exit|modules|meta_path|path)\b|\b(?:atexit|signal|builtins|importlib|pytest_plugins|collect_ignore\w*)\b|(?<![\w.])(?:exit|quit|setattr|exec|eval|__import__)\s*\(|\bdef\s+(?:pytest_\w+|load_tests)\b|(?<![\w.])(?!self\b|cls\b)\w+(?:\.\w+)+\s*=[^=]/,
  go: /\bfunc\s+(?:TestMain|init)\b|\bos\s*\.\s*Exit\b|\bsyscall\b|\bGoexit\b|\bflag\s*\./,
  java: /\bSystem\s*\.\s*exit\b|\bhalt\s*\(|\b(?:TestExecutionListener|LauncherSessionListener|InvocationInterceptor|ExecutionCondition|setAccessible)\b/,
  csharp: /\bEnvironment\s*\.\s*(?:Exit|FailFast)\b|\[\s*(?:ModuleInitializer|SetUpFixture|assembly)\b/,
  rust: /\bprocess\s*::\s*exit\b|\blibc\s*::/,
  ruby: /\bat_exit\b|\bexit\b|\babort\b|\b(?:class_eval|instance_eval|define_method|prepend|configure)\b|\b(?:class|module)\s+(?:Minitest|RSpec|Test|Object|Kernel)\b/,
  php: /\b(?:exit|die|register_shutdown_function)\b/,
  swift: /\bexit\s*\(/,
  c: /\b(?:_?exit|_Exit|quick_exit|atexit|abort)\s*\(/,
  shell: /\b(?:trap|exit|kill|alias)\b/,
};

/** What runners load by themselves, whatever it says. */
const LOADED =
  /(?:^|\/)(?:conftest\.py|__init__\.py|(?:spec|rails|test)_helper\.rb|Pest\.php|bootstrap\.php|mocha\.opts|jasmine\.json|(?:global[-_.]?)?(?:setup|teardown)[^/]*\.[cm]?[jt]sx?)$|(?:^|\/)__mocks__\/|(?:^|\/)META-INF\/services\//i;

/** Languages in which a folder of tests comes first where things are looked for: a file there can stand before a source. */
const BEFORE_SOURCES = /\.(?:py|rb|java|kt|scala|groovy)$/;

/**
 * Whether a new file of the tests can decide what tests that were there before it say. `sources`: names of files that are
 * no tests, without their folders.
 */
export function steersTests({ path, before, after }: FileChange, sources: ReadonlySet<string>): boolean {
  if (before !== null) return false;
  if (LOADED.test(path)) return true;
  const language = languageOf(path);
  if (language === undefined) return false;
  // What cannot be read may say anything.
  if (after?.text === undefined || words[language].test(masked(after.text, language))) return true;
  if (/['"](?:node:)?process['"]/.test(after.text)) return true;
  return BEFORE_SOURCES.test(path) && sources.has(nameOf(path));
}

/** Names of the files of a tree that are no tests, for `steersTests`. */
export function sourceNames(paths: readonly string[], changes: readonly FileChange[]): ReadonlySet<string> {
  return new Set([
    ...paths.filter((path) => !isTestFile(path)).map(nameOf),
    ...changes.filter((change) => !isTest(change)).map(({ path }) => nameOf(path)),
  ]);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Modules that Python's runners load: one of the same name in the folder they start in is loaded instead. */
const SHADOWING =
  /^(?:unittest|pytest|_pytest|pluggy|iniconfig|pygments|nose2?|tox|nox|coverage|doctest|behave|trial|mypy|pylint|flake8|ruff|black|argparse|ast|atexit|base64|bdb|bisect|calendar|cmd|code|codeop|collections|contextlib|copy|copyreg|csv|dataclasses|datetime|decimal|difflib|dis|email|enum|fnmatch|functools|gettext|glob|heapq|importlib|inspect|io|ipaddress|json|keyword|linecache|locale|logging|numbers|opcode|operator|os|pathlib|pdb|platform|pprint|py|queue|random|re|reprlib|runpy|selectors|shlex|shutil|signal|site|socket|stat|string|struct|subprocess|tempfile|textwrap|threading|time|token|tokenize|traceback|types|typing|urllib|uuid|warnings|weakref|zipfile)(?:\.py|\/__(?:init|main)__\.py)$/;

/**
 * Whether a new file can stand before a module that a runner loads: one directly in a folder that is looked through first.
 * `app/types.py` is a module of its package and stands before nothing. `starts`: folders in which checks start.
 */
export function shadowsRunner(path: string, starts: ReadonlySet<string>): boolean {
  const module = path.replace(/\/__(?:init|main)__\.py$/, '.py');
  const cut = module.lastIndexOf('/');
  if (!SHADOWING.test(path.slice(cut + 1))) return false;
  return starts.has(module.slice(0, Math.max(0, cut))) || isTestFile(path);
}

const TOOLS =
  /^(?:.*?\/)?(?:node_modules|bower_components|site-packages|\.venv|venv|\.tox|\.nox|vendor|\.yarn|\.pnp)(?=\/)/;

/** What says that a folder named `vendor` beside it is one that a program of packages fills. */
const FILLED_BY = ['composer.json', 'go.mod', 'Gemfile'];

/**
 * The folder of installed programs and packages that a path lies in, if any: `test/node_modules/`. `paths`: all there
 * are; a `vendor` of somebody's own is as good as any other folder.
 */
export function toolFolder(path: string, paths: ReadonlySet<string>): string | undefined {
  const found = TOOLS.exec(path)?.[0];
  if (found === undefined) return undefined;
  const beside = found.slice(0, found.lastIndexOf('/') + 1);
  const isOwn = found.endsWith('vendor') && !FILLED_BY.some((name) => paths.has(`${beside}${name}`));
  return isOwn ? undefined : `${found}/`;
}
