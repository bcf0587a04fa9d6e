/** Folders in which everything belongs to the tests: cases, fixtures, snapshots. */
const FOLDER =
  /(?:^|\/)(?:__tests__|__mocks__|__snapshots__|__fixtures__|tests?|specs?|e2e|cypress|testdata|test-data|fixtures)\//i;

const NAMES: readonly RegExp[] = [
  /\.(?:test|tests|spec|specs|cy|e2e|test-d|bench)\.[^/]+$/i,
  /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|[^/]*_spec|conftest)\.(?:py|go|rb|rs|ex|exs|c|cc|cpp|dart|php)$/i,
  /[A-Za-z0-9](?:Tests?|IT|Spec|TestCase)\.(?:java|kt|kts|scala|groovy|cs|vb|fs|php|swift)$/,
  /(?:^|\/)Test[A-Z][^/]*\.(?:java|kt|scala|groovy)$/,
  /\.(?:snap|ambr|feature|bats)$/i,
  /\.(?:approved|verified)\.[^/]+$/i,
];

/** Whether a path is part of the tests, by where it stands and what it is called. */
export function isTestFile(path: string): boolean {
  return FOLDER.test(path) || NAMES.some((name) => name.test(path));
}

/** Recorded results that tests compare with. */
export function isSnapshot(path: string): boolean {
  return /(?:\.(?:snap|ambr)|\.(?:approved|verified)\.[^/]+)$|(?:^|\/)__snapshots__\//i.test(path);
}
