import { expect, test } from 'vitest';

import type { FileChange, FileVersion } from '../../detect/index.ts';
import { refusals } from '../gates.ts';
import { permissionFor, toPutBack, untouchableFiles } from './put-back.ts';
import { matches, ticket } from '../../../test/support/gate-world.ts';

const version = (text: string | null): FileVersion | null =>
  text === null ? null : { mode: '100644', blob: `blob of ${text}`, text, unread: null };
const changed = (path: string, before: string | null, after: string | null): FileChange => ({
  path,
  before: version(before),
  after: version(after),
});
const leave = (more: Parameters<typeof ticket>[0] = {}) =>
  permissionFor({ protect: ['docs/**'], matches }, ticket(more));
const back = (change: FileChange, more: Parameters<typeof ticket>[0] = {}) =>
  [...toPutBack([change], leave(more)).paths].map(([path, entry]) => {
    if (entry === null) return `${path}: gone`;
    return `${path}: ${'text' in entry ? entry.text : entry.blob}`;
  });

test('REAL-08 protected files and settings of checks go back to base, new ones away, and nothing else', () => {
  expect(back(changed('AGENTS.md', 'a', 'b'))).toEqual(['AGENTS.md: blob of a']);
  expect(back(changed('.github/workflows/ci.yml', null, 'on: push'))).toEqual([
    '.github/workflows/ci.yml: gone',
  ]);
  expect(back(changed('docs/a.md', 'a', null))).toEqual(['docs/a.md: blob of a']);
  expect(back(changed('tsconfig.json', '{}', '{"a": 1}'))).toEqual(['tsconfig.json: blob of {}']);
  expect(back(changed('src/a.ts', 'a', 'b'))).toEqual([]);
  expect(back(changed('a.test.ts', 'a', 'b'))).toEqual([]);
});

test('REAL-08 what the ticket names is its to change, and a remediation may repair settings', () => {
  expect(back(changed('AGENTS.md', 'a', 'b'), { mayChange: ['AGENTS.md'] })).toEqual([]);
  expect(back(changed('AGENTS.md', 'a', 'b'), { touches: ['AGENTS.md'] })).toEqual(['AGENTS.md: blob of a']);
  expect(back(changed('tsconfig.json', '{}', '{"a": 1}'), { touches: ['tsconfig.json'] })).toEqual([]);
  expect(back(changed('tsconfig.json', '{}', '{"a": 1}'), { id: 'remediation:1' })).toEqual([]);
});

test('REAL-08 of package.json only what decides about checks goes back', () => {
  const before = '{\n    "version": "1.0.0",\n    "scripts": { "test": "vitest" },\n    "jest": {}\n}\n';
  const after =
    '{\n    "version": "1.0.1",\n    "scripts": { "test": "vitest", "docs": "x" },\n    "dependencies": { "a": "1" }\n}\n';
  expect(back(changed('package.json', before, after))).toEqual([
    `package.json: ${JSON.stringify(
      { version: '1.0.1', scripts: { test: 'vitest' }, dependencies: { a: '1' }, jest: {} },
      null,
      4,
    )}\n`,
  ]);
  expect(back(changed('package.json', before, before.replace('1.0.0', '1.0.1')))).toEqual([]);
  expect(back(changed('package.json', before, '{ not json'))).toEqual([]);
  const python = '[project]\nname = "a"\n[tool.ruff]\nline-length = 100\n';
  expect(back(changed('pyproject.toml', python, python.replace('100', '120')))).toEqual([
    `pyproject.toml: blob of ${python}`,
  ]);
});

test('REAL-08 of pyproject.toml only the tables of tools go back', () => {
  const project = '[project]\nname = "a"\n\n';
  const ruff = '[tool.ruff]\nline-length = 100\n\n';
  const mypy = '[tool.mypy]\nstrict = true\n';
  const more = '[dependency-groups]\ndev = ["x"]\n';
  const before = project + ruff + mypy;
  const after = (text: string) => back(changed('pyproject.toml', before, text));
  expect(after(`${project.replace('"a"', '"b"')}${ruff.replace('100', '120')}${mypy}${more}`)).toEqual([
    `pyproject.toml: ${project.replace('"a"', '"b"')}${ruff}${mypy}${more}`,
  ]);
  expect(after(`${more}[tool.pytest.ini_options]\naddopts = "-k none"\n${project}`)).toEqual([
    `pyproject.toml: ${more}${project}${ruff}${mypy}`,
  ]);
});

test('REAL-08 a script of package.json that is gone comes back, one that does nothing is refused', () => {
  const scripts = (all: object): string => `${JSON.stringify({ scripts: all }, null, 2)}\n`;
  const before = scripts({ test: 'vitest', 'lint:fix': 'oxlint --fix' });
  expect(back(changed('package.json', before, scripts({ test: 'vitest' })))).toEqual([
    `package.json: ${before}`,
  ]);
  expect(back(changed('package.json', before, scripts({ test: 'vitest', 'lint:fix': 'true' })))).toEqual([]);
});

test('REAL-08 a secret or a bent check is not put back: it stays to be refused', () => {
  const key = ['AKIA', 'Q3EGRVZK4LTNPXBW'].join('');
  expect(back(changed('AGENTS.md', 'a', `key: ${key}`))).toEqual([]);
  const scripts = (command: string): string => JSON.stringify({ scripts: { test: command } });
  expect(back(changed('package.json', scripts('vitest'), scripts('true')))).toEqual([]);
  expect(back(changed('Makefile', 'test:\n\tvitest\n', 'test:\n\tvitest || true\n'))).toEqual([]);
});

test('REAL-08 whatever would be put back is named beforehand, by what it is', () => {
  const paths = ['AGENTS.md', 'src/a.ts', 'docs/a.md', 'tsconfig.json', 'package.json', '.github/ci.yml'];
  const named = untouchableFiles(paths, leave({ mayChange: ['.github/**'] }));
  expect(named.get('instructions for coding agents')).toEqual(['AGENTS.md']);
  expect(named.get('protected by the configuration')).toEqual(['docs/a.md']);
  expect(named.get('a CI pipeline')).toEqual([]);
  const all = [...named.values()].flat();
  expect(all).toContain('tsconfig.json');
  expect(all).not.toContain('src/a.ts');
  for (const path of paths)
    for (const change of toPutBack([changed(path, '{"a": 1}', '{"b": 1}')], leave()).files)
      expect(
        [...untouchableFiles(paths, leave()).values()].flat().some((each) => each.startsWith(change.path)),
      ).toBe(true);
});

test('REAL-08 what gates refuse whatever the ticket says is said in their own words, once', () => {
  const said = refusals.join('\n');
  for (const word of [/tests? that are deleted, skipped/, /lockfile/, /tokens/, /links/, /255 bytes/, /4 MB/])
    expect(said).toMatch(word);
  expect(new Set(refusals).size).toBe(refusals.length);
});
