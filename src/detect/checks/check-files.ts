import type { FileChange } from '../change.ts';
import { isTest } from '../tests/test-files.ts';

/**
 * What a changed file has to do with the checks. `test`: it is one. `settings`: it says how they are run. `mixed`: a
 * manifest that names dependencies and settings alike and cannot be taken apart here.
 */
export type CheckRole = 'test' | 'settings' | 'mixed';

const names = [
  // JavaScript and TypeScript
  'tsconfig[^/]*\\.json|jsconfig\\.json|(?:jest|vitest|vite|playwright|cypress|ava|babel|eslint|prettier|wdio|web-test-runner|stylelint|commitlint|rollup|webpack|esbuild|stryker|nyc)\\.(?:config|conf|workspace|setup)\\.[^/]+',
  'karma\\.conf\\.[^/]+|cypress\\.json|\\.(?:mocharc|eslintrc|prettierrc|stylelintrc|nycrc|c8rc|babelrc|swcrc|lintstagedrc|taprc|jestrc)[^/]*',
  '\\.(?:eslintignore|prettierignore|stylelintignore)|\\.?oxlintrc\\.json|\\.oxfmtrc\\.json|biome\\.jsonc?|turbo\\.json|nx\\.json|lerna\\.json|project\\.json|workspace\\.json|deno\\.jsonc?|bunfig\\.toml|knip\\.jsonc?|\\.npmrc|\\.yarnrc[^/]*|pnpm-workspace\\.yaml|\\.pnpmfile\\.cjs|\\.nvmrc|\\.node-version|\\.tool-versions',
  // Python
  'tox\\.ini|pytest\\.ini|\\.coveragerc|noxfile\\.py|mypy\\.ini|\\.mypy\\.ini|\\.flake8|\\.?pylintrc|\\.?ruff\\.toml|\\.pre-commit-config\\.yaml|pyrightconfig\\.json|setup\\.cfg|sitecustomize\\.py|usercustomize\\.py',
  // Go, Java, .NET, Rust, Ruby, PHP
  '\\.golangci\\.(?:ya?ml|toml|json)|settings\\.gradle(?:\\.kts)?|gradle\\.properties|gradle-wrapper\\.properties|gradlew(?:\\.bat)?|mvnw(?:\\.cmd)?|checkstyle[^/]*\\.xml|pmd[^/]*\\.xml|spotbugs[^/]*\\.xml|testng\\.xml|junit-platform\\.properties',
  'Directory\\.Build\\.(?:props|targets)|[^/]+\\.runsettings|xunit\\.runner\\.json|global\\.json|\\.editorconfig|nuget\\.config|[^/]+\\.ruleset',
  'clippy\\.toml|\\.clippy\\.toml|\\.?rustfmt\\.toml|rust-toolchain(?:\\.toml)?|tarpaulin\\.toml|nextest\\.toml|\\.rspec|\\.rubocop[^/]*\\.yml|Rakefile|phpunit\\.xml(?:\\.dist)?|phpstan\\.neon(?:\\.dist)?|psalm\\.xml',
  // Make and friends, coverage services
  'GNUmakefile|Makefile|[^/]+\\.mk|CMakeLists\\.txt|CMakePresets\\.json|CTestConfig\\.cmake|meson\\.build|justfile|Taskfile\\.ya?ml|BUILD(?:\\.bazel)?|WORKSPACE|\\.bazelrc|\\.?codecov\\.ya?ml|\\.coveralls\\.yml|sonar-project\\.properties|dangerfile\\.[^/]+|run[-_]?tests?\\.[^/]+',
  // Linters, scanners and runners of scripts
  'gulpfile\\.[^/]+|Gruntfile\\.[^/]+|Jakefile[^/]*|dodo\\.py|SConstruct|Earthfile|build\\.(?:cake|xml|sbt)|moon\\.yml|lage\\.config\\.js|setupTests\\.[^/]+|(?:nightwatch|codecept|protractor)\\.conf\\.[^/]+|\\.testcaferc[^/]*|testem\\.[^/]+|\\.busted|jest-puppeteer\\.config\\.[^/]+',
  '\\.(?:jshintrc|jscsrc|remarkrc|textlintrc|markdownlint|yamllint|hadolint|shellcheckrc|sqlfluff|bandit|gitleaks|semgrep|trivyignore|nsprc|snyk|swiftlint|swiftformat|php-cs-fixer|phpcs|credo|formatter|dialyzer_ignore|perlcriticrc|scalafmt|scalafix|clang-tidy|luacheckrc|hlint|standard|reek|importlinter|spectral|tflint|checkov|ansible-lint|pa11yci|size-limit|dependency-cruiser)[^/]*',
  'tslint\\.json|xo\\.config\\.[^/]+|dprint\\.json|audit-ci\\.jsonc?|detekt[^/]*\\.ya?ml|lint\\.xml|phpcs\\.xml(?:\\.dist)?|phpmd\\.xml|analysis_options\\.yaml|scalastyle[^/]*\\.xml|brakeman\\.(?:yml|ignore)|bandit\\.ya?ml|ty\\.toml|\\.?lighthouserc[^/]*|buf\\.yaml',
  // CI
  '\\.gitlab-ci\\.ya?ml|\\.travis\\.yml|azure-pipelines[^/]*\\.ya?ml|Jenkinsfile[^/]*|bitbucket-pipelines\\.yml|\\.drone\\.ya?ml|\\.?appveyor\\.ya?ml|cloudbuild\\.ya?ml|\\.cirrus\\.yml|buildspec\\.ya?ml',
];

const SETTINGS = new RegExp(`(?:^|/)(?:${names.join('|')})$`, 'i');

const FOLDERS =
  /^(?:\.github|\.circleci|\.buildkite|\.woodpecker|\.gitlab|\.azure|\.mvn)\/|(?:^|\/)\.cargo\/|^\.config\/nextest/i;

const MIXED =
  /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml|go\.mod|go\.work|setup\.py|Gemfile|composer\.json|Package\.swift|[^/]+\.(?:csproj|fsproj|vbproj))$/i;

/** undefined when the change has nothing to do with how the work is checked. */
export function checkRole(change: FileChange): CheckRole | undefined {
  const { path } = change;
  if (/(?:^|\/)package\.json$/i.test(path))
    return sameParts(change, packageSettings) ? undefined : 'settings';
  if (/(?:^|\/)pyproject\.toml$/i.test(path)) return sameParts(change, toolTables) ? undefined : 'settings';
  if (SETTINGS.test(path) || FOLDERS.test(path)) return 'settings';
  if (isTest(change)) return 'test';
  return MIXED.test(path) ? 'mixed' : undefined;
}

function sameParts({ before, after }: FileChange, partsOf: (text: string) => string): boolean {
  if (before?.text === undefined || after?.text === undefined) return false;
  return partsOf(before.text) === partsOf(after.text);
}

/**
 * Keys of package.json that do not decide what a check does. The name does: what tests ask for by it is looked for in the
 * package itself first, so one that is called like the library they compare with takes its place.
 */
const harmless = new Set(
  'version description keywords author contributors license repository homepage bugs funding private dependencies devDependencies peerDependencies peerDependenciesMeta optionalDependencies bundledDependencies main module browser types typings exports bin files sideEffects engines os cpu publishConfig man directories icon categories displayName'.split(
    ' ',
  ),
);

/** Programs and libraries by which JavaScript is checked: also what tests compare with. */
export const RUNNER =
  /^(?:vitest|jest|mocha|ava|tap|tape|uvu|lab|qunit|playwright|@playwright\/test|cypress|tsc|typescript|eslint|oxlint|prettier|@biomejs\/biome|biome|nyc|c8|ts-node|tsx|ts-jest|babel-jest|karma|jasmine|expect|chai|chai-.+|should|unexpected|power-assert|assert|sinon|nock|supertest|fast-check|@jest\/.+|@vitest\/.+|@testing-library\/.+|@hapi\/(?:code|lab))$/;

/** A package of a workspace that brings a program called like a runner is started in its place. */
function runnersIn(bin: unknown): readonly string[] {
  return typeof bin === 'object' && bin !== null ? Object.keys(bin).filter((name) => RUNNER.test(name)) : [];
}

function packageSettings(text: string): string {
  const parsed = parsedObject(text);
  if (parsed === undefined) return text;
  const brought = runnersIn(parsed['bin']);
  const kept = [
    ...Object.entries(parsed).filter(([key]) => !harmless.has(key)),
    ...(brought.length === 0 ? [] : [['bin', brought] as const]),
  ];
  return JSON.stringify(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether a path is that of settings of the checks, altogether or in part. */
export function settingsAt(path: string): 'all' | 'part' | undefined {
  if (PARTLY.test(path)) return 'part';
  return SETTINGS.test(path) || FOLDERS.test(path) ? 'all' : undefined;
}

const CARGO = /(?:^|\/)Cargo\.toml$/;

const PARTLY = /(?:^|\/)(?:package\.json|pyproject\.toml)$/i;

/**
 * The text of a settings file with those parts as they were that decide about checks, and the others as they are; null: as it
 * was altogether. undefined where the two are too similar.
 */
export function settingsPutBack({ path, before, after }: FileChange): string | null | undefined {
  if (CARGO.test(path)) return cratePutBack(before?.text ?? '', after?.text ?? '');
  if (!PARTLY.test(path)) return null;
  if (/\.toml$/i.test(path)) return tablesPutBack(before?.text ?? '', after?.text ?? '');
  const [old, now] = [before?.text, after?.text].map((text) => parsedObject(text ?? ''));
  if (old === undefined || now === undefined) return undefined;
  const kept = Object.entries({ ...now, ...old }).flatMap(([key]) => {
    const value = harmless.has(key) ? now[key] : old[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  // Its runners are decided by what is in it.
  if (JSON.stringify(runnersIn(old['bin'])) !== JSON.stringify(runnersIn(now['bin']))) return undefined;
  const indent = /^[ \t]+(?=")/m.exec(after?.text ?? '')?.[0] ?? 2;
  return `${JSON.stringify(Object.fromEntries(kept), null, indent)}\n`;
}

/** A JSON object, or undefined for anything else. */
export function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The tables of pyproject.toml that belong to tools, dependencies left out. */
function toolTables(text: string): string {
  return toolsIn(text, isToolTable);
}

function toolsIn(text: string, isTool: Sorting): string {
  return saidBy(tablesOf(text, isTool).filter((table) => table.isTool));
}

/** A manifest of Rust with targets, profiles and lints as they were; dependencies, features and the version are the branch's. */
function cratePutBack(before: string, after: string): string | null | undefined {
  const text = tablesPutBack(before, after, (header) => !/dependencies|^features$|^workspace/.test(header));
  const version = /^version\s*=.*$/m;
  const [now] = version.exec(after) ?? [];
  return typeof text === 'string' && now !== undefined ? text.replace(version, () => now) : text;
}

/** The same file with the tables of tools as they were; null: as it was altogether, undefined where that does not work out. */
function tablesPutBack(
  before: string,
  after: string,
  isTool: Sorting = isToolTable,
): string | null | undefined {
  const [old, now] = [tablesOf(before, isTool), tablesOf(after, isTool)];
  const others = (tables: readonly Table[]): string => saidBy(tables.filter((table) => !table.isTool));
  if (others(old) === others(now)) return null;
  const left = old.filter((table) => table.isTool);
  const kept = now.flatMap((table) => {
    if (!table.isTool) return [table];
    const at = left.findIndex(({ header }) => header === table.header);
    return at === -1 ? [] : left.splice(at, 1);
  });
  const text = [...kept, ...left].map(({ lines }) => lines.join('')).join('');
  const isSame =
    toolsIn(text, isTool) === toolsIn(before, isTool) && others(tablesOf(text, isTool)) === others(now);
  return isSame ? text : undefined;
}

/** Whether a table with this header decides about checks. */
type Sorting = (header: string) => boolean;

function isToolTable(header: string): boolean {
  return (header.startsWith('tool.') || header === 'build-system') && !header.endsWith('dependencies');
}

type Table = { readonly header: string; readonly isTool: boolean; readonly lines: readonly string[] };

function tablesOf(text: string, isTool: Sorting): readonly Table[] {
  const tables: { header: string; isTool: boolean; lines: string[] }[] = [
    { header: '', isTool: false, lines: [] },
  ];
  for (const line of text.split(/(?<=\n)/)) {
    const header = /^\s*\[\[?([^\]]+)\]/.exec(line)?.[1]?.trim();
    if (header !== undefined) tables.push({ header, isTool: isTool(header), lines: [] });
    tables.at(-1)?.lines.push(line);
  }
  return tables;
}

/** What tables say, without comments and blank lines. */
function saidBy(tables: readonly Table[]): string {
  const lines = tables.flatMap((table) => table.lines).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).join('\n');
}
