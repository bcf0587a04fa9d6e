import { wordSet } from '../words.ts';

/** Whether a path is that of a test, by its folders and its whole words: `latest_news.ts` and `contest/` are none. */
export function isTestPath(path: string): boolean {
  const parts = beforePackages(path).toLowerCase().split('/');
  const name = parts.at(-1) ?? '';
  if (parts.slice(0, -1).some((part) => TEST_FOLDERS.has(part))) return true;
  if (
    /(?:^|[._-])(?:test|tests|spec|specs|e2e|cy|stories|story|mock|mocks|fixture|fixtures)\.[a-z]+$/.test(
      name,
    )
  )
    return true;
  return /^(?:test_[^/]*|conftest)\.py$|_test\.(?:py|go)$/.test(name) || CLASS_TEST.test(path);
}

const TEST_FOLDERS = wordSet(`
  test tests __tests__ __test__ spec specs e2e cypress playwright __mocks__ mocks __fixtures__ fixtures
  testdata testing integrationtest testfixtures stories`);
/** C# and Java name the class after what it tests. */
const CLASS_TEST =
  /(?:^|\/)(?:[A-Z]\w*Tests?|[A-Z]\w*[a-z]IT|[\w.]*\.(?:Unit|Integration)?Tests?\/.*)\.(?:cs|java)$/;

/** Whether a path is one that is played with, shown or set up rather than shipped: demos, scripts, seeds, docs, tools. */
export function isSidePath(path: string): boolean {
  const folders = beforePackages(path).toLowerCase().split('/').slice(0, -1);
  const source = folders.findIndex((part) => SOURCE_FOLDERS.has(part));
  return folders.some(
    (part, at) =>
      SIDE_FOLDERS.has(part) || SHOWN.test(part) || (BESIDE_FOLDERS.has(part) && (source < 0 || at < source)),
  );
}

/** Folders below `src/main/java` are names of packages: `com.example.demo` is what new projects are called, `spec` a part of one. */
export function beforePackages(path: string): string {
  const at = path.indexOf('src/main/java/');
  return at < 0 ? path : path.slice(0, at) + path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a page is shipped: a server keeps its pages in `templates`, which is elsewhere a folder of patterns. */
export function isShippedPage(path: string): boolean {
  return !isTestPath(path) && !isSidePath(path.replaceAll(/(?<=^|\/)templates\//g, ''));
}

const SIDE_FOLDERS = wordSet(`
  example examples example-apps example-app demo demos sample samples playground playgrounds sandbox
  scripts seed seeds seeders storybook .storybook`);
/** `executor-samples`: a folder of them, whatever they show. */
const SHOWN = /[-_](?:examples|samples|demos)$/;
/** Side material beside an application; inside of its source they are parts of it: pages, routes, what an agent may use. */
const BESIDE_FOLDERS = wordSet('tools bench benchmark benchmarks docs doc templates generators');
const SOURCE_FOLDERS = wordSet(`
  src app pages routes api server client lib components features modules views controllers`);
