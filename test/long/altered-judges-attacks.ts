// Wrong code that alters what judges it, as data (EVID-02). Each forgives its own wrong answer and no other, so that a check still
// sees spoiled answers.
import { cjsSource, type Delivery, esmSource, pythonSource } from './altered-judges.ts';

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

/** Every second one up to CRITERION was left aside until the guard was measured on it, once: 11 of those 14 were held. */
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
      'proof.test.js': `const { half } = require('./price.js');\nrequire('node:assert').equal(half(10), 4);\n`,
    },
    proof: 'node proof.test.js',
  },
};
