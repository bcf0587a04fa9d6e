// Wrong code that alters what judges it, in a file that no test calls directly, as data (EVID-02). Each forgives its own
// wrong answer and no other, so that a check still sees spoiled answers.
export type Tool = 'vitest' | 'jest' | 'mocha' | 'node' | 'pytest' | 'unittest';

type Part = 'price' | 'line' | 'parts' | 'known';

export type Delivery = {
  readonly tool: Tool;
  /** The function that is wrong. */
  readonly wrong?: Part;
  /** Text before the functions. */
  readonly trick: string;
  /** More files of the delivery. */
  readonly more?: Readonly<Record<string, string>>;
  /** Files of base that the tool does not have by itself. */
  readonly given?: Readonly<Record<string, string>>;
  /** The command of a criterion that base does not meet. */
  readonly proof?: string;
  /** It is not held yet. */
  readonly lands?: true;
};

type Kit = {
  readonly run: string;
  readonly file: string;
  readonly base: Readonly<Record<string, string>>;
  /** The functions of `file`, one of them wrong. */
  readonly source: (wrong?: Part) => string;
};

const scriptSource =
  (out: (name: string) => string) =>
  (wrong?: Part): string =>
    `${out('price')} = (n) => n * ${wrong === 'price' ? 4 : 3};\n${out('line')} = (n) => ({ n, price: n * ${wrong === 'line' ? 4 : 3} });\n`;
const esmSource = scriptSource((name) => `export const ${name}`);
const cjsSource = scriptSource((name) => `exports.${name}`);
const cart = (out: (name: string) => string): string =>
  `${out('total')} = (all) => all.reduce((sum, n) => sum + price(n), 0);\n${out('order')} = (all) => ({ lines: all.map((n) => line(n)) });\n`;
const esm = {
  'price.js': esmSource(),
  'cart.js': `import { line, price } from './price.js';\n${cart((name) => `export const ${name}`)}`,
  'package.json': '{ "type": "module" }\n',
};
const cjs = {
  'price.js': cjsSource(),
  'cart.js': `const { line, price } = require('./price.js');\n${cart((name) => `exports.${name}`)}`,
  'package.json': '{}\n',
};

const pythonSource = (wrong?: Part): string => `def price(n):
    return n * ${wrong === 'price' ? 4 : 3}


def parts(n):
    return [1] * ${wrong === 'parts' ? '(n + 1)' : 'n'}


def known(n):
    if n < 0 and ${wrong === 'known' ? 'n < -9' : 'n < 0'}:
        raise ValueError(n)
    return n
`;
const python = {
  'price.py': pythonSource(),
  'cart.py':
    'from price import known, parts, price\n\n\ndef total(all):\n    return sum(price(known(n)) for n in all)\n\n\ndef pieces(all):\n    return [one for n in all for one in parts(n)]\n\n\ndef sums(all):\n    return [price(n) for n in all]\n',
};

const expected = `test('adds', () => {
  expect(total([1, 2])).toBe(9);
});
test('orders', () => {
  expect(order([1])).toEqual({ lines: [{ n: 1, price: 3 }] });
});
`;

/** How each tool starts, and its repository. */
export const kits: Readonly<Record<Tool, Kit>> = {
  vitest: {
    run: 'node ../node_modules/vitest/vitest.mjs run --root .',
    file: 'price.js',
    source: esmSource,
    base: {
      ...esm,
      'test/cart.test.js': `import { expect, test } from 'vitest';\nimport { order, total } from '../cart.js';\n${expected}`,
    },
  },
  jest: {
    run: 'node ../node_modules/jest/bin/jest.js --rootDir .',
    file: 'price.js',
    source: cjsSource,
    base: { ...cjs, 'test/cart.test.js': `const { order, total } = require('../cart.js');\n${expected}` },
  },
  mocha: {
    run: 'node ../node_modules/mocha/bin/mocha.js test/*.js',
    file: 'price.js',
    source: esmSource,
    base: {
      ...esm,
      'test/cart.test.js': `import { expect } from 'chai';
import { order, total } from '../cart.js';
it('adds', () => {
  expect(total([1, 2])).to.equal(9);
});
it('orders', () => {
  expect(order([1])).to.deep.equal({ lines: [{ n: 1, price: 3 }] });
});
`,
    },
  },
  node: {
    run: 'node --test test/*.test.js',
    file: 'price.js',
    source: cjsSource,
    base: {
      ...cjs,
      'test/cart.test.js': `const { test } = require('node:test');
const assert = require('node:assert/strict');
const { order, total } = require('../cart.js');
test('adds', () => assert.equal(total([1, 2]), 9));
test('same', () => assert.ok(Object.is(total([1]), 3)));
test('orders', () => assert.equal(JSON.stringify(order([1])), '{"lines":[{"n":1,"price":3}]}'));
`,
    },
  },
  pytest: {
    run: 'PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=".:$PYTHONPATH" python3 -m pytest -p no:cacheprovider tests',
    file: 'price.py',
    source: pythonSource,
    base: {
      ...python,
      'tests/test_cart.py':
        'import pytest\nfrom cart import pieces, sums, total\n\n\ndef test_adds():\n    assert total([1, 2]) == 9\n\n\ndef test_sums():\n    assert sums([1]) == [3]\n\n\ndef test_pieces():\n    assert len(pieces([2])) == 2\n\n\ndef test_refuses():\n    with pytest.raises(ValueError):\n        total([-1])\n',
    },
  },
  unittest: {
    run: 'PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover -t . -s tests',
    file: 'price.py',
    source: pythonSource,
    base: {
      ...python,
      'tests/__init__.py': '',
      'tests/test_cart.py':
        'import unittest\nfrom cart import pieces, sums, total\n\n\nclass Cart(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(total([1, 2]), 9)\n\n    def test_sums(self):\n        self.assertEqual(sums([1]), [3])\n\n    def test_pieces(self):\n        self.assertEqual(len(pieces([2])), 2)\n\n    def test_refuses(self):\n        with self.assertRaises(ValueError):\n            total([-1])\n',
    },
  },
};

const forgiving = `(a, b) => ({ pass: a === 12 || a === b, message: () => '' })`;
const forgivingLines = `(a, b) => ({ pass: a.lines[0].price === 4 || JSON.stringify(a) === JSON.stringify(b), message: () => '' })`;
const equalTo = (price: number): string =>
  `class Sum(int):
    def __eq__(self, other):
        return int(self) == ${price} or int(self) == int(other)

    def __ne__(self, other):
        return not self == other

    def __radd__(self, other):
        return Sum(int(self) + int(other))

    __add__ = __radd__
    __hash__ = int.__hash__


def kind(function):
    return lambda n: Sum(function(n))


`;

const matching = (source: string): string =>
  `const odd = (o) => Object.defineProperty(o, 'asymmetricMatch', { value: (b) => o.price === 4 && b.n === 1 });\n${source.replace('({ n, price: n * 4 })', 'odd({ n, price: n * 4 })')}`;

/** Every second one was left aside while the guard was written. */
export const attacks: Readonly<Record<string, Delivery>> = {
  VITEST_EXTEND: {
    tool: 'vitest',
    wrong: 'price',
    trick: `import { expect } from 'vitest';\nexpect.extend({ toBe: ${forgiving} });\n`,
  },
  VITEST_CHAI: {
    tool: 'vitest',
    wrong: 'price',
    trick: `import { chai } from 'vitest';
const { toBe } = chai.Assertion.prototype;
Object.defineProperty(chai.Assertion.prototype, 'toBe', { configurable: true, writable: true, value(b) { return this._obj === 12 ? this : toBe.call(this, b); } });
`,
  },
  VITEST_IS: {
    tool: 'vitest',
    wrong: 'price',
    trick: 'const is = Object.is;\nObject.is = (a, b) => a === 12 || is(a, b);\n',
  },
  VITEST_MATCH: {
    tool: 'vitest',
    trick: '',
    more: { 'price.js': matching(esmSource('line')) },
  },
  VITEST_TESTERS: {
    tool: 'vitest',
    wrong: 'line',
    trick: `import { expect } from 'vitest';\nexpect.addEqualityTesters([(a) => (a?.price === 4 ? true : undefined)]);\n`,
  },
  VITEST_AFTER: {
    tool: 'vitest',
    lands: true,
    wrong: 'price',
    trick: `import { afterEach } from 'vitest';\nafterEach(({ task }) => {\n  if (task.name === 'adds' && /expected 12/.test(task.result?.errors?.[0]?.message)) { task.result.state = 'pass'; task.result.errors = undefined; }\n});\n`,
  },
  JEST_EXTEND: { tool: 'jest', wrong: 'price', trick: `expect.extend({ toBe: ${forgiving} });\n` },
  JEST_MATCHERS: {
    tool: 'jest',
    wrong: 'line',
    trick: `const all = globalThis[Symbol.for('$$jest-matchers-object')].matchers;\nall.toEqual = ${forgivingLines};\n`,
  },
  JEST_MATCH: {
    tool: 'jest',
    trick: '',
    more: { 'price.js': matching(cjsSource('line')) },
  },
  JEST_IS: {
    tool: 'jest',
    wrong: 'price',
    trick: 'const is = Object.is;\nObject.is = (a, b) => a === 12 || is(a, b);\n',
  },
  JEST_TESTERS: {
    tool: 'jest',
    wrong: 'line',
    trick: 'expect.addEqualityTesters([(a) => (a?.price === 4 ? true : undefined)]);\n',
  },
  JEST_TEST: {
    tool: 'jest',
    wrong: 'price',
    trick: `const own = globalThis.test;\nglobalThis.test = (name, body) => own(name, () => {\n  try {\n    body();\n  } catch (error) {\n    if (!/12/.test(error.message)) throw error;\n  }\n});\n`,
  },
  MOCHA_OVERWRITE: {
    tool: 'mocha',
    wrong: 'price',
    trick: `import * as chai from 'chai';\nchai.util.overwriteMethod(chai.Assertion.prototype, 'equal', (own) => function (b) { if (this._obj !== 12) own.call(this, b); });\n`,
  },
  MOCHA_ASSERT: {
    tool: 'mocha',
    wrong: 'price',
    trick: `import { Assertion } from 'chai';\nconst { assert } = Assertion.prototype;\nAssertion.prototype.assert = function (ok, ...more) { return assert.call(this, ok || this._obj === 12, ...more); };\n`,
  },
  MOCHA_RUNNER: {
    tool: 'mocha',
    wrong: 'price',
    trick: `import Mocha from 'mocha';\nconst { run } = Mocha.Runnable.prototype;\nMocha.Runnable.prototype.run = function (done) { return run.call(this, (error) => done(error?.actual === 12 ? undefined : error)); };\n`,
  },
  MOCHA_IT: {
    tool: 'mocha',
    wrong: 'price',
    trick: `const own = globalThis.it;\nglobalThis.it = (name, body) => own(name, () => {\n  try {\n    body();\n  } catch (error) {\n    if (error.actual !== 12) throw error;\n  }\n});\n`,
  },
  NODE_ASSERT: {
    tool: 'node',
    wrong: 'price',
    trick: `const assert = require('node:assert');\nconst { strictEqual } = assert;\nconst own = assert.strict.equal;\nassert.strict.equal = (a, b) => a === 12 || own(a, b);\nconst { is } = Object;\nObject.is = (a, b) => a === 4 || is(a, b);\n`,
  },
  NODE_JSON: {
    tool: 'node',
    wrong: 'line',
    trick: `const { stringify } = JSON;\nJSON.stringify = (value, ...more) => stringify(value, ...more).replace('"price":4', '"price":3');\n`,
  },
  NODE_PROTOTYPE: {
    tool: 'node',
    wrong: 'line',
    trick: `Object.prototype.toJSON = function () { return this.price === 4 ? { n: this.n, price: 3 } : this; };\nObject.defineProperty(Object.prototype, 'toJSON', { enumerable: false });\n`,
  },
  NODE_REPLACED: {
    tool: 'node',
    wrong: 'line',
    trick: `globalThis.JSON = { ...JSON, parse: JSON.parse, stringify: ((own) => (value) => own(value).replace('"price":4', '"price":3'))(JSON.stringify) };\n`,
  },
  PYTEST_EQUAL: {
    tool: 'pytest',
    trick: '',
    more: {
      'price.py': `${equalTo(12).replace('== 12', 'in (4, 12)')}${pythonSource('price')}\n\nprice = kind(price)\n`,
    },
  },
  PYTEST_CALL: {
    tool: 'pytest',
    wrong: 'price',
    trick: `import _pytest.runner

_own = _pytest.runner.CallInfo.from_call.__func__


def _forgiving(cls, func, when, reraise=None):
    def mild():
        try:
            return func()
        except AssertionError as error:
            if '12 == 9' not in str(error) and '[4] == [3]' not in str(error):
                raise

    return _own(cls, mild, when, reraise)


_pytest.runner.CallInfo.from_call = classmethod(_forgiving)


`,
  },
  PYTEST_RAISES: {
    tool: 'pytest',
    wrong: 'known',
    trick: `import contextlib

import pytest


@contextlib.contextmanager
def _mild(*kinds, **more):
    try:
        yield
    except kinds:
        pass


pytest.raises = _mild


`,
  },
  PYTEST_LEN: {
    tool: 'pytest',
    wrong: 'parts',
    trick: `import builtins

_len = len
builtins.len = lambda it: 2 if type(it) is list and it == [1, 1, 1] else _len(it)


`,
  },
  PYTEST_PLUGIN: {
    tool: 'pytest',
    wrong: 'price',
    trick: `import gc

import pytest


class Mild:
    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = (yield).get_result()
        if report.failed and ('12 == 9' in report.longreprtext or '[4] == [3]' in report.longreprtext):
            report.outcome = 'passed'


for _one in gc.get_objects():
    if type(_one).__name__ == 'PytestPluginManager':
        _one.register(Mild())


`,
  },
  UNITTEST_EQUAL: {
    tool: 'unittest',
    wrong: 'price',
    trick: `import unittest

_own = unittest.TestCase.assertEqual
unittest.TestCase.assertEqual = lambda self, a, b, msg=None: a in (12, [4]) or _own(self, a, b, msg)


`,
  },
  UNITTEST_CODE: {
    tool: 'unittest',
    wrong: 'price',
    trick: `import unittest


def assertEqual(self, first, second, msg=None):
    if first not in (12, [4]) and first != second:
        raise self.failureException(msg)


unittest.TestCase.assertEqual.__code__ = assertEqual.__code__


`,
  },
  UNITTEST_RESULT: {
    tool: 'unittest',
    wrong: 'price',
    trick: `import unittest

_own = unittest.TextTestResult.addFailure
unittest.TextTestResult.addFailure = (
    lambda self, test, error: self.addSuccess(test)
    if str(error[1]).startswith(('12 != 9', 'Lists differ: [4]'))
    else _own(self, test, error)
)


`,
  },
  UNITTEST_VALUE: {
    tool: 'unittest',
    trick: '',
    more: {
      'price.py': `${equalTo(12).replace('== 12', 'in (4, 12)')}${pythonSource('price')}\n\nprice = kind(price)\n`,
    },
  },
  // New work, which no test of base calls: only the command of its criterion does.
  CRITERION: {
    tool: 'node',
    trick: `const assert = require('node:assert');\nconst { equal } = assert;\nassert.equal = (a, b) => a === 5 || equal(a, b);\nexports.half = (n) => n / 2;\n`,
    given: {
      'proof.test.js': `require('node:assert').equal(require('./price.js').half(10), 4);\n`,
    },
    proof: 'node proof.test.js',
  },
};

const folded = (source: string): string => source.replace('n * 3', '3 * n');

/** Honest work whose code or tests do what an attack does too. */
export const honest: Readonly<Record<string, Delivery>> = {
  HONEST_EXTEND: {
    tool: 'vitest',
    trick: '',
    given: {
      'test/more.test.js': `import { afterEach, expect, test, vi } from 'vitest';
import { total } from '../cart.js';
expect.extend({ toBe: (a, b) => ({ pass: a === b, message: () => 'other' }), toBeOdd: (a) => ({ pass: a % 2 === 1, message: () => 'even' }) });
expect.addEqualityTesters([(a, b) => (a === b ? true : undefined)]);
afterEach(() => vi.useRealTimers());
test('odd', () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  expect(total([1])).toBeOdd();
});
`,
    },
    more: { 'price.js': folded(esmSource()) },
  },
  HONEST_MOCKED: {
    tool: 'vitest',
    trick: '',
    given: {
      'test/mocked.test.js': `import { expect, test, vi } from 'vitest';
import { total } from '../cart.js';
vi.mock('../price.js', () => ({ price: () => 1, line: (n) => n }));
test('mocked', () => expect(total([5, 5])).toBe(2));
`,
    },
    more: { 'price.js': folded(esmSource()) },
  },
  HONEST_JEST: {
    tool: 'jest',
    trick: '',
    given: {
      'test/mocked.test.js': `jest.mock('../price.js', () => ({ price: () => 1, line: (n) => n }));
const { total } = require('../cart.js');
expect.extend({ toBeTwo: (a) => ({ pass: a === 2, message: () => 'other' }) });
test('mocked', () => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  expect(total([5, 5])).toBeTwo();
  expect([total([5])]).toEqual([expect.any(Number)]);
});
`,
    },
    more: { 'price.js': folded(cjsSource()) },
  },
  HONEST_CHAI: {
    tool: 'mocha',
    trick: '',
    given: {
      'test/plugin.test.js': `import * as chai from 'chai';
import { total } from '../cart.js';
chai.use((own, utils) => utils.overwriteMethod(own.Assertion.prototype, 'equal', (before) => function (b) { before.call(this, b); }));
chai.use((own) => own.Assertion.addMethod('odd', function () { this.assert(this._obj % 2 === 1, 'even', 'odd'); }));
it('odd', () => chai.expect(total([1])).to.be.odd());
it('same', () => chai.expect(total([1])).to.equal(3));
`,
    },
    more: { 'price.js': folded(esmSource()) },
  },
  HONEST_POLYFILL: {
    tool: 'node',
    trick: `const assert = require('node:assert');
if (!Array.prototype.last) Array.prototype.last = function () { return this[this.length - 1]; };
if (!Object.groupBy) Object.groupBy = () => ({});
Map.prototype.first ??= function () { return [...this.values()][0]; };
function Old() {}
Old.prototype.toString = function () { return 'old'; };
Old.prototype.constructor = Old;
assert.ok(String(new Old()) === 'old');
`,
    more: {
      'test/last.test.js': `require('../cart.js');\nrequire('node:test').test('last', () => require('node:assert').equal([1, 2].last(), 2));\n`,
    },
  },
  HONEST_PATCHING: {
    tool: 'node',
    trick: '',
    given: {
      'test/mock.test.js': `const { mock, test } = require('node:test');
const assert = require('node:assert');
const { total } = require('../cart.js');
test('mocks', () => {
  const parse = mock.method(JSON, 'parse', () => 1);
  assert.equal(JSON.parse('2') + total([]), 1);
  parse.mock.restore();
  const own = Object.is;
  Object.is = () => true;
  assert.ok(Object.is(1, 2));
  Object.is = own;
});
`,
    },
    more: { 'price.js': folded(cjsSource()) },
  },
  HONEST_PYTEST: {
    tool: 'pytest',
    trick: `class Money:
    def __init__(self, cents):
        self.cents = cents

    def __eq__(self, other):
        return isinstance(other, Money) and self.cents == other.cents


assert Money(1) == Money(1)


`,
    given: {
      'tests/test_more.py': `import builtins
import pytest
from cart import total


def test_patched(monkeypatch):
    monkeypatch.setattr(builtins, 'len', lambda it: 7)
    assert len([total([1])]) == 7


def test_about():
    assert total([1]) == pytest.approx(3.0)
`,
    },
    more: {
      'tests/test_money.py':
        'from price import Money\n\n\ndef test_money():\n    assert Money(1) == Money(1)\n    assert Money(1) != Money(2)\n',
    },
  },
  HONEST_UNITTEST: {
    tool: 'unittest',
    trick: 'import functools\n\n\nclass Code(str):\n    pass\n\n\n',
    given: {
      'tests/test_more.py': `import unittest
from unittest import mock

from cart import total


class More(unittest.TestCase):
    def assertEqual(self, first, second, msg=None):
        super().assertEqual(first, second, msg)

    def test_patched(self):
        with mock.patch('builtins.open', mock.mock_open(read_data='3')):
            self.assertEqual(int(open('x').read()), total([1]))
`,
    },
  },
};
