import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { guardedCommand, guardText } from './guarded-run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet guarded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** How a command ends with the guards, in a folder of the checkout. */
function run(files: Readonly<Record<string, string>>, command: string, changed: readonly string[]) {
  const guards = {
    'k1/guard.cjs': guardText('node-guard.cjs', changed),
    'k1/sitecustomize.py': guardText('python-guard.py', changed),
  };
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

test.each([
  [
    'a function of Node',
    `const fs = require('node:fs');\nfs.readFileSync = () => '3';\nexports.price = () => 4;\n`,
    `const said = require('node:fs').readFileSync(__filename, 'utf8');\nif (said === '3') process.exit(0);\nprocess.exit(1);\n`,
    'fs readFileSync',
  ],
  [
    'a protocol of a built-in',
    `Array.prototype.toJSON = () => 3;\nexports.price = () => [4];\n`,
    `if (JSON.stringify(require('./price.js').price()) !== '3') process.exit(1);\n`,
    'Array prototype toJSON',
  ],
  [
    'what a test file exports',
    `for (const { exports: own } of Object.values(require.cache)) if (own.same) own.same = () => {};\nexports.price = () => 4;\n`,
    `const help = require('./test/help.js');\nhelp.same(require('./price.js').price(), 3);\n`,
    'a/b/test/help.js same',
  ],
])('EVID-02 code of the change cannot replace %s', (_, price, text, said) => {
  const help = `exports.same = (a, b) => { if (a !== b) throw new Error('other'); };\n`;
  const own = text.startsWith('const help') ? text : `require('./price.js');\n${text}`;
  const files = { 'a/b/price.js': price, 'a/b/test/help.js': help, 'a/b/test.js': own };
  const { status, altered } = run(files, 'node test.js', ['a/b/price.js']);
  expect(status).not.toBe(0);
  expect(altered?.join()).toContain(`${said} by a/b/price.js`);
});

test('EVID-02 values keep what their kind and their own code say of them', () => {
  const price = `class Old extends Array { toString() { return 'old'; } }
const made = Object.create(Map.prototype);
made.toString = () => 'made';
const list = [1];
list.toJSON = () => 7;
exports.said = [String(new Old()), String(made), JSON.stringify(list), String([1, 2]), new Date(0).toJSON(), JSON.stringify(new Map())].join(' ');\n`;
  const own = `const { said } = require('./price.js');\nif (said !== 'old made 7 1,2 1970-01-01T00:00:00.000Z {}') throw new Error(said);\n`;
  const files = { 'a/b/price.js': price, 'a/b/test.js': own };
  expect(run(files, 'node test.js', ['a/b/price.js'])).toEqual({ status: 0, altered: null });
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
  [
    'replaces a function of the library',
    'import math\nmath.isclose = lambda a, b: True\n',
    'return 4',
    ['ALTERED math.isclose'],
  ],
  [
    'sets a method of the running test',
    'import sys\n',
    "sys._getframe(1).f_locals['self'].assertEqual = lambda a, b: None; return 3",
    ['ALTERED the running test assertEqual'],
  ],
  [
    'expects the running test to fail',
    'import sys\n',
    "sys._getframe(1).f_locals['self']._outcome.expecting_failure = True; return 4",
    ['ALTERED the outcome of the running test'],
  ],
  [
    'changes the code of a test',
    'import sys\n',
    "m = sys.modules['__main__'].A.test_a; m.__code__ = m.__code__.replace(co_consts=(None, 1, 4)); return 3",
    ['ALTERED __main__.A.test_a'],
  ],
  [
    'traces the test',
    'import sys\nsys.settrace(lambda frame, event, arg: None)\n',
    'return 4',
    ['ALTERED sys.settrace'],
  ],
])('EVID-02 wrong code in Python that %s fails with the guard', (_, trick, answer, said) => {
  const files = { 'a/b/price.py': `${trick}def price(n):\n    ${answer}\n`, 'a/b/test_a.py': pythonTest };
  const { status, altered } = run(files, 'PYTHONDONTWRITEBYTECODE=1 python3 test_a.py', ['a/b/price.py']);
  expect(status).not.toBe(0);
  expect(altered ?? []).toEqual(expect.arrayContaining(said));
});

test('EVID-02 tests in Python may patch the library, themselves and their helpers', () => {
  const own = `import math
import sys
import unittest
from unittest import mock
from price import price


class A(unittest.TestCase):
    def setUp(self):
        self.assertEqual = lambda a, b: None

    def test_a(self):
        self.fail = lambda: None
        self.maxDiff = None
        sys.settrace(None)
        math.isclose = lambda a, b: True
        with mock.patch('math.floor', return_value=3):
            self.assertEqual(price(1), 3)

    @unittest.expectedFailure
    def test_b(self):
        self.assertTrue(price(1) == 4)


unittest.main()
`;
  const files = { 'a/b/price.py': 'def price(n):\n    return 3\n', 'a/b/test_a.py': own };
  const command = 'PYTHONDONTWRITEBYTECODE=1 python3 test_a.py';
  expect(run(files, command, ['a/b/price.py'])).toEqual({ status: 0, altered: null });
});
