import type { FileChange } from './change.ts';
import { languageOf } from './language.ts';

/** Folders in which everything belongs to the tests: cases, fixtures, snapshots. */
const FOLDER =
  /(?:^|\/)(?:__tests?__|__mocks__|__snapshots__|__fixtures__|_?tests?|specs?|e2e|cypress|testdata|test-data|fixtures|step[-_]definitions|(?:[^/]+\.)?(?:unit|integration|functional|acceptance|system|smoke|api|android|ui)?[-_.]?tests)\//i;

/** Folders in which data is what tests compare with; code there may well be the product's. */
const RECORDED =
  /(?:^|\/)(?:goldens?|golden[-_]files|expected|expectations|baselines?|snapshots|__image_snapshots__|cassettes|recordings|test[-_]?cases)\//i;

const NAMES: readonly RegExp[] = [
  /\.(?:test|tests|spec|specs|cy|e2e|test-d|bench)\.[^/]+$/i,
  /(?:^|\/)(?:test_[^/]*|[^/]*_(?:unit)?tests?|[^/]*_spec|conftest)\.(?:py|go|rb|rs|ex|exs|c|cc|cpp|cxx|dart|php|lua|clj[cs]?|erl)$/i,
  // What Django and runners of scripts take for tests by themselves.
  /(?:^|\/)tests?\.(?:py|rb|php|rs|[cm]?[jt]sx?)$/i,
  /[A-Za-z0-9](?:Tests?|IT|Spec|TestCase)\.(?:java|kt|kts|scala|groovy|cs|vb|fs|php|swift)$/,
  /(?:^|\/)Test[A-Z][^/]*\.(?:java|kt|scala|groovy)$/,
  /[A-Za-z0-9](?:Suite\.scala|Spec\.hs|Tests?\.(?:cc|cpp|cxx|mm?)|_SUITE\.erl)$/,
  /\.(?:snap|ambr|feature|bats|t)$/i,
  /\.(?:approved|verified)\.[^/]+$/i,
];

/** Whether a path is part of the tests, by where it stands and what it is called. */
export function isTestFile(path: string): boolean {
  if (FOLDER.test(path) || NAMES.some((name) => name.test(path))) return true;
  return RECORDED.test(path) && languageOf(path) === undefined;
}

/** Products have such names too (`test-runner.ts`, `JobSpec.ts`): there what is in the file decides. */
const MAYBE =
  /(?:(?:^|\/)(?:test[-_][^/]*|specs?)|[-_](?:tests?|specs?)|[A-Za-z0-9](?:Tests?|Specs?))\.[cm]?[jt]sx?$/;
const CASE =
  /(?<![\w$.])(?:(?:describe|it|test|suite|specify|(?:Deno|QUnit)\.test)(?:\.\w+)*\s*\(\s*['"`]|expect\(|assert[.(])|['"](?:(?:node:)?(?:test|assert(?:\/strict)?)|bun:test|vitest|@jest\/globals|ava|tap|tape|uvu|mocha|chai)['"]/;

/** The same for a changed file, by what it says as well. */
export function isTest({ path, before, after }: FileChange): boolean {
  if (isTestFile(path)) return true;
  const says = (pattern: RegExp): boolean =>
    pattern.test(before?.text ?? '') || pattern.test(after?.text ?? '');
  return MAYBE.test(path) && says(CASE);
}

/** Recorded results that tests compare with. */
export function isSnapshot(path: string): boolean {
  return /(?:\.(?:snap|ambr)|\.(?:approved|verified)\.[^/]+)$|(?:^|\/)__snapshots__\//i.test(path);
}
