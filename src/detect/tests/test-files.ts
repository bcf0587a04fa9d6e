import type { FileChange } from '../change.ts';
import { languageOf } from '../code/language.ts';

/** Folders in which everything belongs to the tests: cases, fixtures, snapshots. */
const FOLDER =
  /(?:^|\/)(?:__tests?__|__mocks__|__snapshots__|__fixtures__|_?tests?|specs?|e2e|cypress|testdata|test-data|fixtures|step[-_]definitions|(?:[^/]+\.)?(?:unit|integration|functional|acceptance|system|smoke|api|android|ui)?[-_.]?tests)\//i;

/** Folders in which data is what tests compare with; code there may well be the product's. */
const RECORDED = /(?:^|\/)(?:goldens?|golden[-_]files|__image_snapshots__|cassettes)\//i;

/** Such names have folders of products too, except where they stand beside the sources of a whole package. */
const RECORDED_BESIDE_SOURCES =
  /^(?:(?:packages|apps|libs|crates|services|modules)\/[^/]+\/)?(?:expected|expectations|baselines?|snapshots|recordings|test[-_]?cases)\//i;

const NAMES: readonly RegExp[] = [
  /\.(?:test|tests|spec|specs|cy|e2e|test-d|bench)\.[^/]+$/i,
  /(?:^|\/)(?:test_[^/]*|[^/]*_(?:unit)?tests?|[^/]*_spec|conftest)\.(?:py|go|rb|rs|ex|exs|c|cc|cpp|cxx|dart|php|lua|clj[cs]?|erl)$/i,
  /[A-Za-z0-9](?:Tests?|IT|Spec|TestCase)\.(?:java|kt|kts|scala|groovy|cs|vb|fs|php|swift)$/,
  /(?:^|\/)Test[A-Z][^/]*\.(?:java|kt|scala|groovy)$/,
  /[A-Za-z0-9](?:Suite\.scala|Spec\.hs|Tests?\.(?:cc|cpp|cxx|mm?)|_SUITE\.erl)$/,
  /\.(?:snap|ambr|feature|bats)$|(?:^|\/)x?t\/(?:.*\/)?[^/]+\.t$/i,
  /\.(?:approved|verified)\.[^/]+$/i,
];

/** What Django and runners of scripts take for tests by themselves; a command of a program may be called so as well. */
const JUST_TEST = /(?:^|\/)tests?\.(?:py|rb|php|rs|[cm]?[jt]sx?)$/i;

/** Whether a path is part of the tests, by where it stands and what it is called. Where both leave it open, it is. */
export function isTestFile(path: string): boolean {
  return isSurelyTest(path) || JUST_TEST.test(path);
}

function isSurelyTest(path: string): boolean {
  if (FOLDER.test(path) || NAMES.some((name) => name.test(path))) return true;
  // Commands have a folder.
  if (JUST_TEST.test(path) && !path.includes('/')) return true;
  return (RECORDED.test(path) || RECORDED_BESIDE_SOURCES.test(path)) && languageOf(path) === undefined;
}

const RECORDED_SOMEWHERE =
  /(?<=^|\/)(?:expected|expectations|baselines?|snapshots|recordings|test[-_]?cases)\//i;

/** Whether data stands in a folder with such a name beside a test, of all the paths there are. */
export function recordedBeside(paths: readonly string[]): (path: string) => boolean {
  const homes = new Set(paths.filter(isTestFile).map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
  return (path) => {
    const found = RECORDED_SOMEWHERE.exec(path);
    return found !== null && homes.has(path.slice(0, found.index)) && languageOf(path) === undefined;
  };
}

/** A case, or a runner of tests that is loaded: to start one by its name is what programs do. */
const CASE =
  /(?<![\w$.])(?:describe|it|test|suite|specify|(?:Deno|QUnit)\.test)(?:\.\w+)*\s*\((?:\s*['"`]|\s*[\w.]{1,100}\s*,\s*(?:async\b\s*)?(?:\(|function\b))|(?<![\w$.])(?:describe|it|test)\.each\b|\b(?:from|import|require)\s*(?:\(\s*)?['"](?:(?:node:)?test|bun:test|vitest|@jest\/globals|@playwright\/test|ava|tap|tape|uvu|mocha|chai)['"]/;
/** Products assert too, within what they do; a script that does so first of all is a test. */
const ASSERTS_FIRST = /^(?:require\(['"](?:node:)?assert(?:\/strict)?['"]\)|assert)[.(]/m;
const ASSERTS =
  /\bassert(?!Never\b)\w*\s*[.(!]|^[ \t]*assert[ \t]|\bexpect\s*\(|['"](?:node:)?assert(?:\/strict)?['"]/m;
const CASE_ELSEWHERE =
  /\bTestCase\b|\bdef\s+test|#\[[^\]\n]{0,80}test|\b(?:import|from)\s+(?:unittest|pytest|django\.test)\b|\b(?:Minitest|RSpec|PHPUnit|Test::Unit)\b|^[ \t]*(?:describe|it|test)\s+['"]/m;
/** Perl's, and transcripts of a shell. */
const TRANSCRIPT =
  /^#!.*\b(?:perl|prove)|\buse\s+Test\w*\b|\b(?:ok|is|plan)\(|\bplan\s+(?:tests|skip_all)\b|\bdone_testing\b|^1\.\.\d|^ {2}\$ \S/m;

/** Products have such names too (`test-runner.ts`, `commands/test.ts`): there what is in the file decides. */
const undecided: readonly (readonly [name: RegExp, says: readonly RegExp[]])[] = [
  [
    /(?:(?:^|\/)(?:test[-_][^/]*|specs?)|[-_](?:tests?|specs?)|[A-Za-z0-9](?:Tests?|Specs?))\.[cm]?[jt]sx?$/,
    [CASE, ASSERTS_FIRST],
  ],
  [JUST_TEST, [CASE, ASSERTS, CASE_ELSEWHERE]],
  [/\.t$/i, [TRANSCRIPT]],
];

/** The same for a changed file, by what it says as well. */
export function isTest({ path, before, after }: FileChange): boolean {
  if (isSurelyTest(path)) return true;
  const texts = [before, after].flatMap((version) => (version === null ? [] : [version.text]));
  return undecided.some(
    ([name, says]) =>
      name.test(path) &&
      // What cannot be read may say anything.
      texts.some((text) => text === undefined || says.some((pattern) => pattern.test(text))),
  );
}

/** Whether code has test cases or loads a library of tests. */
export function loadsTestRunner(text: string): boolean {
  return CASE.test(text) || CASE_ELSEWHERE.test(text);
}

/** Recorded results that tests compare with. */
export function isSnapshot(path: string): boolean {
  return /(?:\.(?:snap|ambr)|\.(?:approved|verified)\.[^/]+)$|(?:^|\/)__snapshots__\//i.test(path);
}
