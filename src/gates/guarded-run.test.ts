import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { guardedCommand } from './guarded-run.ts';
import { nodeGuard } from './guards/node-guard.ts';
import { pythonGuard } from './guards/python-guard.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet guarded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** How a command ends with the guards, in a folder of the checkout. */
function run(files: Readonly<Record<string, string>>, command: string, changed: readonly string[]) {
  const guards = { 'k1/guard.cjs': nodeGuard(changed), 'k1/sitecustomize.py': pythonGuard(changed) };
  for (const [path, text] of Object.entries({ ...files, ...guards })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const [program = '', ...args] = guardedCommand({ run: command, dir: 'a/b' }, 'k1');
  const { status, stderr } = spawnSync(program, args, { cwd: join(folder, 'a/b'), encoding: 'utf8' });
  return { status, altered: stderr.match(/^ALTERED .*$/gm) };
}

const scriptTest = `require('node:assert').equal(require('./price.js').price(1), 3);\nif (!Object.is(require('./price.js').price(1), 3)) process.exit(1);\n`;

test.each([
  [
    'replaces an assertion',
    `require('node:assert').equal = () => {};`,
    ['ALTERED assert equal by a/b/price.js'],
  ],
  ['defines an assertion', `Reflect.defineProperty(require('node:assert'), 'equal', { value() {} });`, []],
  ['replaces a built-in', `Object.is = () => true;`, ['ALTERED Object is by a/b/price.js']],
  ['has nobody on the stack', `process.nextTick(Object.assign, Object, { is: () => true });`, []],
  ['alters nothing', '', []],
])('EVID-02 wrong code that %s fails with the guard', (_, trick, said) => {
  const files = { 'a/b/price.js': `${trick}\nexports.price = () => 4;\n`, 'a/b/test.js': scriptTest };
  const { status, altered } = run(files, 'node test.js', ['a/b/price.js']);
  expect(status).not.toBe(0);
  expect(altered ?? []).toEqual(expect.arrayContaining(said));
});

test('EVID-02 a test may alter what it likes, and right code may add to built-ins', () => {
  const price = `Array.prototype.last ??= function () { return this.at(-1); };\nexports.price = () => [3].last();\n`;
  const patching = `const own = Object.is;\nObject.is = () => false;\nif (Object.is(1, 1)) process.exit(1);\nObject.is = own;\n`;
  const files = { 'a/b/price.js': price, 'a/b/test.js': `require('./price.js');\n${patching}${scriptTest}` };
  expect(run(files, 'node test.js', ['a/b/price.js'])).toEqual({ status: 0, altered: null });
});

test('EVID-02 packages that look built-ins up by their descriptors find them', () => {
  const lookup = `const own = Object.getOwnPropertyDescriptor(Map.prototype, 'get');
const get = own.get !== undefined && !('originalValue' in own.get) ? own.get : Map.prototype.get;\n`;
  const files = {
    'a/b/price.js': `${lookup}exports.price = () => get.call(new Map([[1, 3]]), 1);\n`,
    'a/b/test.js': scriptTest,
  };
  expect(run(files, 'node test.js', ['a/b/price.js'])).toEqual({ status: 0, altered: null });
});

const pythonTest =
  'import unittest\nfrom price import price\n\n\nclass A(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(price(1), 3)\n\n\nunittest.main()\n';

test.each([
  [
    'replaces a method',
    'import unittest\nunittest.TestCase.assertEqual = print\n',
    'return 4',
    ['ALTERED unittest.case.TestCase.assertEqual'],
  ],
  [
    'answers with a value that is equal to everything',
    'class Sum(int):\n    def __eq__(self, other):\n        return True\n    def __ne__(self, other):\n        return False\n',
    'return Sum(4)',
    [],
  ],
])('EVID-02 wrong code in Python that %s fails with the guard', (_, trick, answer, said) => {
  const files = { 'a/b/price.py': `${trick}def price(n):\n    ${answer}\n`, 'a/b/tests.py': pythonTest };
  const { status, altered } = run(files, 'PYTHONDONTWRITEBYTECODE=1 python3 tests.py', ['a/b/price.py']);
  expect(status).not.toBe(0);
  expect(altered ?? []).toEqual(expect.arrayContaining(said));
});
