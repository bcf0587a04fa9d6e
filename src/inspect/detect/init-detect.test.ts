import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { detect } from './init-detect.ts';

let top = '';
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'gauntlet-detect-'));
});
afterEach(() => rmSync(top, { recursive: true }));

const scripts = JSON.stringify({ scripts: { test: 'x', lint: 'y' } });

test.each([
  ['npm', { 'package.json': scripts, 'package-lock.json': '{}' }, 'npm ci', ['npm run lint', 'npm test']],
  ['npm', { 'package.json': scripts }, 'npm install', ['npm run lint', 'npm test']],
  [
    'pnpm',
    { 'package.json': scripts, 'pnpm-lock.yaml': '' },
    'pnpm install --frozen-lockfile',
    ['pnpm run lint', 'pnpm test'],
  ],
  [
    'yarn',
    { 'package.json': scripts, 'yarn.lock': '', '.yarnrc.yml': '' },
    'yarn install --immutable',
    ['yarn run lint', 'yarn test'],
  ],
  // `bun test` is another program: the script is run by name.
  [
    'bun',
    { 'package.json': scripts, 'bun.lock': '' },
    'bun install --frozen-lockfile',
    ['bun run lint', 'bun run test'],
  ],
  [
    'uv',
    { 'uv.lock': '', 'pyproject.toml': '[tool.pytest.ini_options]\n' },
    'uv sync --locked',
    ['uv run python -m pytest'],
  ],
  [
    'poetry',
    { 'poetry.lock': '', 'pyproject.toml': 'pytest = "*"\n' },
    'poetry install --no-interaction',
    ['poetry run python -m pytest'],
  ],
  [
    'pip',
    { 'requirements.txt': 'flask\npytest\n' },
    'python3 -m venv .venv && .venv/bin/pip install --quiet -r requirements.txt',
    ['.venv/bin/python -m pytest'],
  ],
  [
    'python',
    { 'pyproject.toml': '', '.venv/pyvenv.cfg': '', '.venv/lib/python3.12/site-packages/pytest/x.py': '' },
    null,
    ['.venv/bin/python -m pytest'],
  ],
  ['python', { 'tests/test_a.py': '' }, null, ['python3 -m unittest discover']],
  ['go', { 'go.mod': 'module x\n' }, null, ['go vet ./...', 'go test ./...']],
  ['cargo', { 'Cargo.toml': '', 'Cargo.lock': '' }, null, ['cargo test --locked']],
  ['maven', { 'pom.xml': '', mvnw: '' }, null, ['./mvnw -B test']],
  ['gradle', { 'build.gradle.kts': '' }, null, ['gradle test']],
  ['dotnet', { 'App.sln': '' }, 'dotnet restore', ['dotnet test --no-restore']],
  [null, { Makefile: 'CC := cc\ntest: all\n\tcc\nlint:\n' }, null, ['make lint', 'make test']],
  [null, { 'README.md': 'x' }, null, []],
  // A Makefile mostly wraps what was found without it; two languages are installed one after the other.
  [
    'npm',
    { 'package.json': scripts, 'go.mod': '', Makefile: 'test:\n' },
    'npm install',
    ['npm run lint', 'npm test', 'go vet ./...', 'go test ./...'],
  ],
  [
    'npm',
    { 'package.json': scripts, 'uv.lock': '', 'conftest.py': '' },
    'npm install && uv sync --locked',
    ['npm run lint', 'npm test', 'uv run python -m pytest'],
  ],
])('FIRST-04 the commands of a repository with %s', (packageManager, files, setup, checks) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  const found = detect({ top, common: join(top, '.git'), state: '' });
  expect([found.packageManager, found.setup, found.checks.map(({ run }) => run)]).toEqual([
    packageManager,
    setup,
    checks,
  ]);
});
