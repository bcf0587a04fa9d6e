import { expect, test } from 'vitest';

import { changed } from '../../../test/support/file-change.ts';
import { checkRole } from '../checks/check-files.ts';
import { detectWeakenedTests } from './weakened-tests.ts';
import { isTest, isTestFile } from './test-files.ts';

const says = (path: string, text: string): boolean => isTest(changed(path, text, `${text}\n`));

test.each([
  ['src/commands/test.ts', "export async function test() {\n  await spawn('vitest', ['run']);\n}\n"],
  ['src/commands/test.ts', 'if (/^a/.test("abc")) assertNever(kind);\n'],
  ['cli/test.py', 'def command(args):\n    return subprocess.call(args)\n'],
  ['src/commands/test.rs', 'pub fn run() -> ExitCode {\n    cargo("test")\n}\n'],
  ['src/job-spec.ts', "import assert from 'node:assert';\nexport function job(a) {\n  assert(a);\n}\n"],
  [
    'src/job-spec.ts',
    "import assert from 'node:assert';\nfunction j(a) {\n  assert.equal(a.kind, 'j');\n}\n",
  ],
  ['src/JobSpec.ts', 'function describe(job: Job) {\n  parser.expect(job);\n  expect(job);\n}\n'],
  ['src/test-runner.ts', "const runner = 'vitest';\nmocha.describe('x', run);\n"],
  ['templates/mail.t', 'Dear {{ name }},\nyour plan is ok (see below).\n'],
  ['src/baselines/prices.json', '{"a":1}\n'],
  ['src/expected/x.json', '{}\n'],
  ['db/snapshots/1.sql', 'SELECT 1;\n'],
  ['docs/baselines/old.md', 'old\n'],
  ['docs/recordings/a.vtt', 'x\n'],
  ['src/judge/test-cases/1.txt', '1 2\n'],
])('%s of a product is no test: %j', (path, text) => {
  expect(says(path, text)).toBe(false);
  expect(checkRole(changed(path, text, `${text}\n`))).toBe(undefined);
  expect(detectWeakenedTests([changed(path, text, null)], () => false)).toEqual([]);
});

test.each([
  ['lib/test.js', "const assert = require('node:assert');\nassert.equal(add(1, 2), 3);\n"],
  ['lib/tests.mjs', "import { test } from 'node:test';\ntest(name, () => {});\n"],
  ['lib/test.ts', 'describe.each([1])("x", () => {});\n'],
  ['shop/tests.py', 'class Adds(TestCase):\n    def test_add(self):\n        pass\n'],
  ['shop/tests.py', 'from add import add\nassert add(1, 2) == 3\n'],
  ['src/parse/tests.rs', 'use super::*;\n#[test]\nfn adds() {}\n'],
  ['lib/test.rb', "require 'minitest/autorun'\nclass A < Minitest::Test\nend\n"],
  ['src/job-spec.ts', "it('adds', () => {});\n"],
  ['src/job-spec.ts', 'describe(Job, () => {\n});\n'],
  ['src/JobTest.ts', "import * as v from 'vitest';\n"],
  ['src/add-test.js', "const assert = require('assert');\nassert(add(1, 2) === 3);\n"],
  ['src/add-test.js', "require('node:assert').equal(add(1, 2), 3);\n"],
  ['lib/add.t', 'use Test::More tests => 1;\nis(add(1, 2), 3);\n'],
  ['lib/add.t', '#!/usr/bin/env perl\nprint "1..1\\n";\n'],
  ['lib/add.t', 'Adding:\n\n  $ add 1 2\n  3\n'],
  ['t/deep/add.t', ''],
  ['test/baselines/prices.json', ''],
  ['src/parse/__tests__/expected/a.json', ''],
  ['expected/a.json', ''],
  ['packages/a/snapshots/a.txt', ''],
  ['shop/golden/out.txt', ''],
])('EPIC-19 T4 %s is a test: %j', (path, text) => {
  expect(says(path, text)).toBe(true);
  expect(isTest(changed(path, text, 'x\n'))).toBe(true);
});

test('EPIC-19 T4 a file that is called like a test and cannot be read is one', () => {
  const version = { mode: '100644', blob: 'b', text: undefined, unread: 'large' as const };
  expect(isTest({ path: 'src/commands/test.ts', before: null, after: version })).toBe(true);
  expect(isTestFile('src/commands/test.ts')).toBe(true);
  expect(isTestFile('src/expected/x.json')).toBe(false);
});

test.each([
  ['test('.repeat(100_000)],
  [`test(${'a'.repeat(500_000)}`],
  [`test${'.a'.repeat(250_000)}`],
  [`test${' '.repeat(500_000)}`],
  ['from '.repeat(100_000)],
  [`import${'\n'.repeat(500_000)}`],
  ['#['.repeat(250_000)],
  ['assert'.repeat(80_000)],
  ['\n'.repeat(500_000)],
  [' '.repeat(500_000)],
])('EPIC-19 T7 a text without an end is looked through to its end (%#)', (text) => {
  for (const path of ['src/test.ts', 'src/a-test.ts', 'src/a.t'])
    expect(isTest(changed(path, null, `${text};`))).toBe(false);
});
