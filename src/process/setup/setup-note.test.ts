import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../../test/support/in-folder.ts';
import type { Command } from '../../model/config.ts';
import { setupKey } from './setup-note.ts';

let workspace: string;
inFolder((path) => {
  workspace = path;
  mkdirSync(join(workspace, '.git/refs/heads'), { recursive: true });
  mkdirSync(join(workspace, 'web'));
  for (const name of ['requirements.txt', 'deps.txt', 'web/dev.txt']) write(name, 'flask==3.0.0\n');
});

const local = { id: 'local', prefix: [], env: {}, setup: null };

function write(path: string, text: string): void {
  mkdirSync(join(workspace, path, '..'), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

/** Whether what this setup made at one commit is taken for what it makes at another. */
function isKept(run: readonly Command[], manifest = '{}', heads: readonly string[] = ['a', 'b']): boolean {
  writeFileSync(join(workspace, 'package.json'), manifest);
  const keys = heads.map((commit) => {
    writeFileSync(join(workspace, '.git/HEAD'), `${commit.repeat(40)}\n`);
    return setupKey(workspace, [{ run, copy: [], link: [], timeout: 1 }], local);
  });
  return new Set(keys).size === 1;
}

test.each<readonly Command[]>([
  ['npm ci'],
  ['corepack enable && pnpm install --frozen-lockfile'],
  [['npm', 'ci', '--no-audit'], 'cd web && yarn'],
  ['pip install -r requirements.txt', 'go mod download'],
  [
    'python3 -m venv .venv',
    '.venv/bin/pip install --upgrade pip',
    '.venv/bin/pip install -r requirements.txt',
  ],
  [
    'pip install -r requirements.txt -r deps.txt',
    '.venv/bin/python -m pip install -q -c deps.txt -r web/dev.txt',
  ],
  ['uv venv && uv pip install -r deps.txt', 'cd web && pip install -r dev.txt'],
  [
    'npm ci --prefix web',
    'npm --prefix=web ci',
    'pnpm -r install',
    'pnpm install -w',
    'corepack enable pnpm',
  ],
  [
    'mvn -B dependency:go-offline',
    'uv sync --frozen --extra dev',
    'poetry install --with dev',
    'composer install',
  ],
  [],
])('ENV-02 %j rests on manifests and lockfiles, and is kept from one commit to the next', (...run) => {
  expect(isKept(run)).toBe(true);
  expect(isKept(run, '{ "scripts": { "prepare": "husky", "build": "tsc" } }')).toBe(true);
});

test.each<readonly Command[]>([
  ['npm ci && npm run build'],
  ['npm ci', 'make'],
  ['sh tools/setup.sh'],
  ['pip install .'],
  ['npm ci; node tools/ready.js'],
  [['sh', '-c', 'npm ci']],
  ['pip install -r requirements.txt -e .'],
  ['pip install -r requirements.txt -e.'],
  ['pip install -r requirements.txt --editable=.'],
  ['pip install -r none.txt'],
  ['pip install -r ../requirements.txt'],
  ['uv sync --no-editable'],
  ['npm ci --prefix a/b/c'],
  ['cd .. && npm ci'],
  ['cd a/b/c && npm ci'],
  ['mvn package'],
  ['composer install -o'],
])('ENV-02 P8 %j may have been made from any file, and is kept for one commit alone', (...run) => {
  expect(isKept(run)).toBe(false);
  expect(isKept(run, '{}', ['a', 'a'])).toBe(true);
});

test('ENV-02 P8 what a package runs when it is installed may be made from any file', () => {
  for (const script of ['prepare', 'postinstall'])
    expect([script, isKept(['npm ci'], JSON.stringify({ scripts: { [script]: 'tsc' } }))]).toEqual([
      script,
      false,
    ]);
  expect(isKept(['npm ci'], '{ broken')).toBe(false);
});

test('the commit of a workspace on a branch is that of the branch', () => {
  const keyAt = (commit: string): string => {
    writeFileSync(join(workspace, '.git/HEAD'), 'ref: refs/heads/t\n');
    writeFileSync(join(workspace, '.git/refs/heads/t'), `${commit.repeat(40)}\n`);
    return setupKey(workspace, [{ run: ['make'], copy: [], link: [], timeout: 1 }], local);
  };
  expect(keyAt('a')).toBe(keyAt('a'));
  expect(keyAt('a')).not.toBe(keyAt('b'));
});

test.each<readonly [Command, Readonly<Record<string, string>>]>([
  ['npm ci', { 'binding.gyp': '{}' }],
  ['npm ci', { 'packages/fast/binding.gyp': '{}' }],
  ['npm ci', { 'web/package.json': '{ "dependencies": { "own": "file:../own" } }' }],
  [
    'uv sync',
    { 'pyproject.toml': '[build-system]\nrequires = ["maturin>=1,<2"]\nbuild-backend = "maturin"\n' },
  ],
  ['poetry install', { 'pyproject.toml': '[build-system]\nbuild-backend = "scikit_build_core.build"\n' }],
  [
    'uv sync',
    { 'pyproject.toml': '[project]\n', 'setup.py': 'setup(ext_modules=[Extension("a", ["a.c"])])' },
  ],
  ['uv sync', { 'libs/own/pyproject.toml': '[project]\n', 'libs/own/Cargo.toml': '' }],
  ['uv sync', { 'pyproject.toml': '[tool.hatch.build.hooks.custom]\n' }],
  ['uv sync', { 'pyproject.toml': '[tool.uv.sources]\nown = { path = "libs/own" }\n' }],
  ['pipenv sync', { Pipfile: '[packages]\nown = {path = "."}\n' }],
  ['pip install -r requirements.txt', { 'requirements.txt': 'flask\n-e .\n' }],
  ['pip install -r requirements.txt', { 'requirements.txt': '-r more/all.txt\n', 'more/all.txt': './own\n' }],
  ['uv pip install -r deps.txt', { 'deps.txt': 'own @ ./own\n' }],
  ['composer install', { 'composer.json': '{ "scripts": { "post-install-cmd": "make" } }' }],
])('ENV-02 P8 %s builds something of the project where there is %j', (command, files) => {
  for (const [path, text] of Object.entries(files)) write(path, text);
  expect(isKept([command])).toBe(false);
  expect(isKept([command], '{}', ['a', 'a'])).toBe(true);
});

test('ENV-02 a project of nothing but Python is installed as a pointer to its sources, and a script of composer is no event', () => {
  const requires = 'requires = ["setuptools>=61,<80", "setuptools_scm[toml]"]';
  write(
    'pyproject.toml',
    `[build-system]\n${requires}\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "a"\n`,
  );
  write('setup.py', 'from setuptools import setup\n\nsetup()\n');
  write('composer.json', '{ "scripts": { "test": "phpunit" } }');
  expect(isKept(['uv sync', 'poetry install', 'composer install'])).toBe(true);
});

test.each([
  ['pip install -r deps.txt', 'deps.txt'],
  ['cd web && ../.venv/bin/pip install -r dev.txt', 'web/dev.txt'],
  ['uv pip install -r requirements.txt', 'more/deep/down/all.txt'],
  ['npm ci --prefix web', 'web/package-lock.json'],
  ['mvn dependency:go-offline', 'app/pom.xml'],
])('ENV-02 P8 %s runs again after a change of %s', (run, path) => {
  write('requirements.txt', 'flask # as ever\n-r more/deep/down/all.txt\n');
  write('more/deep/down/all.txt', 'flask==3.0.0\n');
  const key = (text: string): string => {
    write(path, text);
    return setupKey(workspace, [{ run: [run], copy: [], link: [], timeout: 1 }], local);
  };
  expect(key('flask==3.0.0\n')).not.toBe(key('flask==3.0.1\n'));
});
