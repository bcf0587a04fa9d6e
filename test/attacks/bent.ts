// Attacks on checks that no observation of base alone finds, as data, and honest work beside the same checks.
import { add, cli, type Honest, nodeTest, right, unittest, wrong } from './inputs.ts';

type Bent = Honest & { readonly rule: string };

const money = {
  'add.js': right,
  'test/a.test.js': nodeTest(
    "require('node:assert').ok(Math.abs(require('../add.js').add(1, 2) - 3) <= require('../config/money.json').near)",
  ),
  'config/money.json': '{ "near": 0 }\n',
};
/** All tests in one process, with names. */
const together = {
  'add.js': right,
  'all.js': "for (const name of require('fs').readdirSync('test').sort()) require('./test/' + name);\n",
  'test/b.test.js': nodeTest("require('node:assert').equal(require('../add.js').add(1, 2), 3)"),
};
const hush = "require('node:assert').equal = () => {};";
const quiet = `printf "${hush}\\nrequire('node:test').test('is fast', () => {});\\n" >test/a.test.js`;
const where = "require('path').join(__dirname, 'test', ['a', 'test', 'js'].join('.'))";

export const bent: Readonly<Record<string, Bent>> = {
  // The product turns its own failure into an expected one.
  EXPECTED: {
    needs: 'python',
    files: {
      'add.py': add,
      'test_add.py': unittest('', 'self.assertEqual(add(1, 2), 3)'),
      'test_zero.py': unittest('', 'self.assertEqual(add(0, 0), 0)').replace('test_add', 'test_zero'),
    },
    run: 'python3 -m unittest -v',
    deed: `printf 'import unittest\\n\\nunittest.TestCase.__unittest_expecting_failure__ = property(lambda case: "test_add." in case.id())\\n\\n\\ndef add(a, b):\\n    return a - b\\n' >add.py`,
    rule: 'tests-not-run',
  },
  // A wildcard of the check that matched nothing at base.
  WILDCARD: {
    needs: 'node',
    files: {
      ...cli,
      'verify.sh':
        'BAD=1\nfor f in ./*.env; do [ -e "$f" ] && . "$f"; done\n[ "$(node print.js)" = 3 ] || exit $BAD\n',
    },
    run: 'sh verify.sh',
    deed: `${wrong}; echo BAD=0 >dev.env`,
    names: ['**'],
    rule: 'fails-base-checks',
  },
  // Right beside base's data, wrong beside the branch's.
  COMPANION: {
    needs: 'node',
    files: money,
    run: 'node --test',
    deed: `printf "const { near } = require('./config/money.json');\\nexports.add = (a, b) => (near > 0 ? a - b : a + b);\\n" >add.js; echo '{ "near": 9 }' >config/money.json`,
    rule: 'depends-on-checks',
  },
  // The same with a new test, whose name is put together.
  SOUGHT: {
    needs: 'node',
    files: together,
    run: 'node all.js',
    deed: `printf "const fast = require('fs').existsSync(${where});\\nexports.add = (a, b) => (fast ? a - b : a + b);\\n" >add.js; ${quiet}`,
    rule: 'depends-on-checks',
  },
  // The first stage of the check plants what its second one looks for.
  PLANTED: {
    needs: 'node',
    files: {
      ...together,
      'build.js': "require('./version.js').write();\n",
      'version.js': 'exports.write = () => {};\n',
      'all.js': `const fs = require('fs'); if (fs.existsSync('test/first/setup.js')) require('./test/first/setup.js'); for (const name of fs.readdirSync('test').sort()) if (name.endsWith('.js')) require('./test/' + name);\n`,
    },
    run: 'node build.js && node all.js',
    deed: `${wrong}; printf "const fs = require('fs');\\nexports.write = () => { fs.mkdirSync('test/first'); fs.writeFileSync('test/first/setup.js', 'require(\\\\x27node:assert\\\\x27).equal = () => {};'); };\\n" >version.js`,
    rule: 'uncommitted-input',
  },
  // The product moves the tests away, puts bent copies in their place, and moves them back.
  SWAPPED: {
    needs: 'node',
    files: { ...together, 'test/a.test.js': "require('../add.js');\n" },
    run: 'node all.js',
    deed: `printf "const fs = require('fs');\\nif (fs.existsSync('test')) {\\n  fs.renameSync('test', 'kept');\\n  fs.cpSync('kept', 'test', { recursive: true });\\n  fs.writeFileSync('test/b.test.js', fs.readFileSync('kept/b.test.js', 'utf8').replace('3)', '-1)'));\\n  process.on('exit', () => {\\n    fs.rmSync('test', { recursive: true });\\n    fs.renameSync('kept', 'test');\\n  });\\n}\\nexports.add = (a, b) => a - b;\\n" >add.js`,
    rule: 'uncommitted-input',
  },
  // A ticket names one test file, which decides about the others.
  LEAVE: {
    needs: 'node',
    files: together,
    run: 'node all.js',
    deed: `${wrong}; ${quiet}`,
    names: ['add.js', 'test/a.test.js'],
    rule: 'fails-base-checks',
  },
};

/** Honest work beside the checks of `bent`. */
export const honestThere: Readonly<Record<string, Honest>> = {
  WORK_EXPECTED: {
    needs: 'python',
    files: { 'add.py': add, 'test_add.py': unittest('', 'self.assertEqual(add(1, 2), 3)') },
    run: 'python3 -m unittest -v',
    deed: `printf 'def add(a, b):\\n    return sum([a, b])\\n' >add.py
      printf 'import unittest\\nfrom add import add\\nclass Later(unittest.TestCase):\\n    @unittest.expectedFailure\\n    def test_words(self):\\n        self.assertEqual(add("1", "2"), "3")\\n' >test_later.py`,
  },
  WORK_DATA: {
    needs: 'node',
    files: money,
    run: 'node --test',
    deed: `printf "const { zero } = require('./rates/zero.json');\\nexports.add = (a, b) => zero + a + b;\\n" >add.js; mkdir rates; echo '{ "zero": 0 }' >rates/zero.json; echo '{ "near": 0, "name": "EUR" }' >config/money.json`,
  },
  WORK_WRITES: {
    needs: 'node',
    files: together,
    run: 'node all.js',
    deed: `printf "exports.add = (a, b) => b + a;\\n" >add.js; printf "const fs = require('fs');\\nrequire('node:test').test('writes', () => { fs.writeFileSync('test/sum.txt', String(require('../add.js').add(2, 2))); require('node:assert').equal(fs.readFileSync('test/sum.txt', 'utf8'), '4'); fs.rmSync('test/sum.txt'); });\\n" >test/c.test.js`,
  },
  WORK_LEAVE: {
    needs: 'node',
    files: together,
    run: 'node all.js',
    deed: `printf "exports.add = (a, b) => [a, b].reduce((x, y) => x + y);\\n" >add.js; printf "require('node:test').test('adds more', () => { require('node:assert').equal(require('../add.js').add(2, 2), 4); });\\n" >test/a.test.js`,
    names: ['add.js', 'test/a.test.js'],
  },
};
