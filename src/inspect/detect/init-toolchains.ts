import fs from 'node:fs';
import { join } from 'node:path';

export type DetectedCheck = {
  readonly id: string;
  readonly run: string;
  /** Why it failed when it was tried. */
  readonly problem?: string;
};

/** How one language's tools install and test a repository. */
export type Toolchain = {
  readonly name: string;
  /** Readies a fresh workspace; null where its checks do that themselves. */
  readonly setup: string | null;
  /** Ignored folders of the work tree that a workspace is given as they are. */
  readonly link?: readonly string[];
  readonly checks: readonly DetectedCheck[];
};

/** The toolchains beside npm and the like that the files at the top of a repository show. */
export function toolchainsIn(top: string): readonly Toolchain[] {
  const names = fs.readdirSync(top);
  const has = (...files: readonly string[]): boolean => files.some((file) => names.includes(file));
  const check = (id: string, run = id): DetectedCheck => ({ id, run });
  const locked = has('Cargo.lock') ? ' --locked' : '';
  const found: readonly (Toolchain | false)[] = [
    pythonIn(top, names) ?? false,
    has('go.mod') && {
      name: 'go',
      setup: null,
      checks: [check('go vet', 'go vet ./...'), check('go test', 'go test ./...')],
    },
    has('Cargo.toml') && { name: 'cargo', setup: null, checks: [check('cargo test', `cargo test${locked}`)] },
    has('pom.xml') && {
      name: 'maven',
      setup: null,
      checks: [check('maven test', `${has('mvnw') ? './mvnw' : 'mvn'} -B test`)],
    },
    has('build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts') && {
      name: 'gradle',
      setup: null,
      checks: [check('gradle test', `${has('gradlew') ? './gradlew' : 'gradle'} test`)],
    },
    names.some((name) => /\.(?:slnx?|csproj|fsproj)$/.test(name)) && {
      name: 'dotnet',
      setup: 'dotnet restore',
      checks: [check('dotnet test', 'dotnet test --no-restore')],
    },
  ];
  return found.filter((each) => each !== false);
}

const REQUIREMENTS = ['requirements.txt', 'requirements-dev.txt', 'dev-requirements.txt'];

function pythonIn(top: string, names: readonly string[]): Toolchain | undefined {
  const files = [
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'pytest.ini',
    'tox.ini',
    'conftest.py',
    ...REQUIREMENTS,
  ];
  const present = files.filter((file) => names.includes(file));
  const tests = ['tests', 'test'].find((folder) => names.includes(folder));
  const inTests = tests === undefined ? [] : fs.readdirSync(join(top, tests));
  const testFiles = [...names, ...inTests].filter((name) => /^test_\w+\.py$|_test\.py$/.test(name));
  if (present.length === 0 && testFiles.length === 0 && !inTests.includes('conftest.py')) return undefined;
  const lists = REQUIREMENTS.filter((file) => names.includes(file));
  const isNamed = present.some((file) => /\bpytest\b/.test(textOf(join(top, file))));
  const venv = VENVS.find((name) => hasPytest(join(top, name)));
  // What installs pytest by itself comes first: it gives every machine the same.
  const isInstalled =
    names.includes('uv.lock') || names.includes('poetry.lock') || (isNamed && lists.length > 0);
  if (venv !== undefined && !isInstalled) {
    const run = `${venv}/bin/python -m pytest`;
    return { name: 'python', setup: null, link: [venv], checks: [{ id: 'pytest', run }] };
  }
  const isPytest = names.includes('pytest.ini') || [...names, ...inTests].includes('conftest.py') || isNamed;
  const modules = isPytest ? ['pytest'] : testFiles.length > 0 ? ['unittest'] : [];
  const checksBy = (python: string): readonly DetectedCheck[] =>
    modules.map((name) => ({
      id: name,
      run: `${python} -m ${name}${name === 'unittest' ? ' discover' : ''}`,
    }));
  if (names.includes('uv.lock'))
    return { name: 'uv', setup: 'uv sync --locked', checks: checksBy('uv run python') };
  if (names.includes('poetry.lock'))
    return {
      name: 'poetry',
      setup: 'poetry install --no-interaction',
      checks: checksBy('poetry run python'),
    };
  if (lists.length === 0) return { name: 'python', setup: null, checks: checksBy('python3') };
  const asked = lists.map((file) => `-r ${file}`).join(' ');
  const setup = `python3 -m venv .venv && .venv/bin/pip install --quiet ${asked}`;
  return { name: 'pip', setup, checks: checksBy('.venv/bin/python') };
}

/** Where environments of Python usually are. */
export const VENVS = ['.venv', 'venv', 'env'];

/** Whether a folder is a virtual environment of Python with pytest. */
function hasPytest(folder: string): boolean {
  const lib = join(folder, 'lib');
  if (!fs.existsSync(join(folder, 'pyvenv.cfg')) || !fs.existsSync(lib)) return false;
  return fs.readdirSync(lib).some((name) => fs.existsSync(join(lib, name, 'site-packages/pytest')));
}

const TARGETS = ['lint', 'test', 'check'];

/** Targets of a Makefile that judge, by the names people give them. */
export function makeChecks(top: string): readonly DetectedCheck[] {
  const text = ['Makefile', 'makefile', 'GNUmakefile'].map((name) => textOf(join(top, name))).join('\n');
  const has = (target: string): boolean => new RegExp(`^${target}[ \\t]*:(?!=)`, 'm').test(text);
  return TARGETS.filter(has).map((target) => ({ id: `make ${target}`, run: `make ${target}` }));
}

const MOST_BYTES = 1024 * 1024;

function textOf(file: string): string {
  try {
    return fs.statSync(file).size > MOST_BYTES ? '' : fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
