import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { changed } from '../../../test/support/file-change.ts';
import { checkRole } from './check-files.ts';
import { detectNeutralised } from './neutralised.ts';
import { detectSuppressions } from './tampering.ts';

const rules = (path: string, before: string | null, after: string | null) =>
  detectNeutralised(changed(path, before, after)).map(({ rule }) => rule);
const manifest = (scripts: object, more: object = {}) =>
  JSON.stringify({ name: 'x', scripts, ...more }, null, 2);

test('EPIC-19 a script that can no longer fail is noticed', () => {
  const before = manifest({ test: 'vitest run', start: 'node .' });
  for (const now of ['true', 'exit 0', 'echo ok', ':', 'vitest run || true', 'vitest run --passWithNoTests'])
    expect([now, rules('package.json', before, manifest({ test: now, start: 'node .' }))]).toEqual([
      now,
      ['no-neutralised-check'],
    ]);
  expect(rules('package.json', before, manifest({ start: 'node .' }))).toEqual(['no-removed-script']);
  expect(rules('package.json', before, manifest({ test: 'vitest run --coverage', start: 'true' }))).toEqual(
    [],
  );
});

test('EPIC-19 limits that were lowered or taken away are noticed, raised ones are not', () => {
  const config = (lines: number) => `export default { thresholds: {\n  lines: ${lines},\n} };\n`;
  expect(rules('vitest.config.ts', config(80), config(10))).toEqual(['no-lowered-threshold']);
  expect(rules('vitest.config.ts', config(80), 'export default {};\n')).toEqual(['no-lowered-threshold']);
  expect(rules('vitest.config.ts', config(80), config(90))).toEqual([]);
  expect(rules('.coveragerc', 'fail_under = 90\n', 'fail_under = 50\n')).toEqual(['no-lowered-threshold']);
  const lint = (count: number) => `lint:\n\teslint --max-warnings ${count}\n`;
  expect(rules('Makefile', lint(0), lint(500))).toEqual(['no-lowered-threshold']);
  expect(rules('Makefile', lint(500), lint(0))).toEqual([]);
});

test('EPIC-19 pipelines and builds that ignore failures are noticed', () => {
  const lines = [
    ['.github/workflows/ci.yml', '        continue-on-error: true'],
    ['.gitlab-ci.yml', '  allow_failure: true'],
    ['Makefile', '\tpytest || true'],
    ['pom.xml', '<skipTests>true</skipTests>'],
    ['jest.config.js', '  passWithNoTests: true,'],
  ] as const;
  for (const [path, line] of lines)
    expect([path, rules(path, 'a\n', `a\n${line}\n`)]).toEqual([path, ['no-neutralised-check']]);
  expect(rules('src/app.ts', 'a\n', 'a\nrun("x || true");\n')).toEqual([]);
});

test('EPIC-19 a runner that comes from the branch itself is noticed', () => {
  const before = manifest({}, { devDependencies: { vitest: '5.1.0' } });
  const after = manifest({}, { devDependencies: { vitest: 'file:./fake' } });
  expect(rules('package.json', before, after)).toEqual(['no-swapped-runner']);
  for (const name of ['chai', 'expect', '@testing-library/react'])
    expect([
      name,
      rules('package.json', before, manifest({}, { devDependencies: { [name]: 'file:./lib/fake' } })),
    ]).toEqual([name, ['no-swapped-runner']]);
  expect(rules('package.json', before, manifest({}, { dependencies: { left: 'file:./left' } }))).toEqual([]);
});

test('EPIC-19 T4 a package that takes the name of a library stands in its place for the tests', () => {
  const text = (name: string, version: string) => JSON.stringify({ name, version, exports: './sure.js' });
  expect(checkRole(changed('package.json', text('shop', '1.0.0'), text('chai', '1.0.0')))).toBe('settings');
  expect(checkRole(changed('package.json', text('shop', '1.0.0'), text('shop', '1.0.1')))).toBe(undefined);
  const bin = (...names: readonly string[]) =>
    JSON.stringify({ name: 'shop', bin: Object.fromEntries(names.map((name) => [name, './x.js'])) });
  expect(checkRole(changed('packages/a/package.json', bin('shop'), bin('shop', 'vitest')))).toBe('settings');
  expect(checkRole(changed('packages/a/package.json', bin('shop'), bin('shop', 'shop-admin')))).toBe(
    undefined,
  );
});

test('EPIC-19 a new dependency does not define a check, a script or a runner setting does', () => {
  const before = manifest({ test: 'vitest run' });
  expect(
    checkRole(
      changed('package.json', before, manifest({ test: 'vitest run' }, { dependencies: { a: '1' } })),
    ),
  ).toBe(undefined);
  expect(checkRole(changed('package.json', before, manifest({ test: 'vitest' })))).toBe('settings');
  expect(checkRole(changed('package.json', before, '{ broken'))).toBe('settings');
  expect(checkRole(changed('package.json', before, manifest({ test: 'vitest run' }, { jest: {} })))).toBe(
    'settings',
  );
  const poetry = (dependency: string, rule: string) =>
    `[tool.poetry.dependencies]\na = "${dependency}"\n[tool.ruff]\nselect = ["${rule}"]\n`;
  expect(checkRole(changed('pyproject.toml', poetry('1', 'E'), poetry('2', 'E')))).toBe(undefined);
  expect(checkRole(changed('pyproject.toml', poetry('1', 'E'), poetry('1', 'F')))).toBe('settings');
});

test('EPIC-19 files that define checks are known for many languages', () => {
  const role = (path: string) => checkRole(changed(path, 'a', 'b'));
  const settings =
    'tsconfig.build.json vitest.config.ts packages/a/jest.config.js .eslintrc.cjs eslint.config.mjs tox.ini conftest.ini pytest.ini .golangci.yml Makefile CMakeLists.txt .github/workflows/x.yml .cargo/config.toml phpunit.xml.dist Directory.Build.props gulpfile.js src/setupTests.ts .gitleaks.toml .gitleaksignore .clang-tidy detekt.yml tslint.json';
  expect(settings.split(' ').filter((path) => role(path) !== 'settings')).toEqual(['conftest.ini']);
  const tests =
    'src/a.test.ts test/x.json tests/conftest.py a_test.go src/test/java/A.java pkg/ATest.kt a_spec.rb a.snap';
  expect(tests.split(' ').filter((path) => role(path) !== 'test')).toEqual([]);
  const plain = 'src/a.ts src/latest.ts src/contest/a.py README.md src/specification.ts src/attest.go';
  expect(plain.split(' ').filter((path) => role(path) !== undefined)).toEqual([]);
  expect(role('pom.xml')).toBe('mixed');
});

test('EPIC-19 T4 what runners take for tests by themselves is known, and what only sounds like it is not', () => {
  const role = (path: string, text = 'a') => checkRole(changed(path, text, `${text}b`));
  // `node --test`, Deno, Bun and Django look for these without being told.
  const tests =
    'test.js test.py Add.Tests/help.cs integration-tests/a.sh parse_unittest.cc AddTest.cpp t/add.t AddSuite.scala a_spec.lua __test__/a.ts features/step_definitions/a.js golden/out.txt expected/a.json';
  expect(tests.split(' ').filter((path) => role(path) !== 'test')).toEqual([]);
  const cases = "test('adds', () => {});\n";
  const maybe = 'test-add.js addSpec.js AddTest.ts add-test.js add_test.ts add_spec.tsx spec.mjs';
  expect(maybe.split(' ').filter((path) => role(path, cases) !== 'test')).toEqual([]);
  expect(role('add-test.js', 'assert.equal(add(1, 2), 3);\n')).toBe('test');
  expect(role('add-test.js', "require('node:test').test('adds', () => {});\n")).toBe('test');
  const products =
    'src/test-runner.ts src/JobSpec.ts src/ABTest.tsx src/ab-test.ts src/spec.ts src/contest.js src/latest.mjs src/attests.py protests/a.ts src/tests-of.ts src/aspects/a.js src/baseline/a.ts src/snapshots/a.py';
  expect(products.split(' ').filter((path) => role(path) !== undefined)).toEqual([]);
});

test('comments that tell a checker to look away are told', () => {
  const suppressed = (path: string, line: string) =>
    detectSuppressions(changed(path, 'a\n', `a\n${line}\n`)).map(({ rule, line }) => [rule, line]);
  for (const line of [
    '// @ts-ignore',
    '/* eslint-disable */',
    'x = 1  # noqa',
    'y = 2  # type: ignore',
    '/* c8 ignore next */',
  ])
    expect([line, suppressed('a.ts', line)]).toEqual([line, [['suppressed-check', 2]]]);
  expect(suppressed('a.ts', 'const text = "ignore the noqa";')).toEqual([]);
  expect(suppressed('notes.md', '// @ts-ignore')).toEqual([]);
});

test('looking at settings never throws', () => {
  const path = fc.constantFrom('package.json', 'pyproject.toml', 'vitest.config.ts', '.github/a.yml');
  fc.assert(
    fc.property(
      path,
      fc.option(fc.oneof(fc.string(), fc.json())),
      fc.option(fc.string()),
      (path, before, after) => {
        const change = changed(path, before, after);
        expect(detectNeutralised(change)).toEqual(detectNeutralised(change));
      },
    ),
  );
});
