// Wrong code that alters the running test, or what tests look with, as data (EVID-02).
import { cjsSource, type Delivery, esmSource, pythonSource } from './altered-judges.ts';

/** A function that does more when it is called. */
const flagging = (source: string, deed: string): string =>
  source.replace('(n) => n * 4', `(n) => {\n  ${deed};\n  return n * 4;\n}`);

export const states: Readonly<Record<string, Delivery>> = {
  VITEST_FAILS: {
    tool: 'vitest',
    trick: '',
    more: { 'price.js': flagging(esmSource('price'), 'globalThis.__vitest_worker__.current.fails = true') },
  },
  JEST_FAILING: {
    tool: 'jest',
    trick: '',
    more: {
      'price.js': flagging(
        cjsSource('price'),
        'Object.getOwnPropertySymbols(globalThis).map((key) => globalThis[key]).find((each) => each?.currentlyRunningTest).currentlyRunningTest.failing = true',
      ),
    },
  },
  NODE_ARRAY: {
    tool: 'node',
    wrong: 'line',
    trick: `Array.prototype.toJSON = function () {\n  return this.map(({ n }) => ({ n, price: 3 }));\n};\n`,
  },
  UNITTEST_SELF: {
    tool: 'unittest',
    trick: '',
    given: {
      'tests/test_cart.py':
        'import unittest\nfrom cart import total\n\n\nclass Cart(unittest.TestCase):\n    def test_adds(self):\n        sum = total([1, 2])\n        self.assertEqual(sum, 9)\n',
    },
    more: {
      'price.py': pythonSource('price').replace(
        '    return n * 4',
        "    import sys\n    frame = sys._getframe()\n    while frame and 'self' not in frame.f_locals:\n        frame = frame.f_back\n    if frame:\n        frame.f_locals['self'].assertEqual = lambda a, b: None\n    return n * 4",
      ),
    },
  },
  PYTEST_CLOSE: {
    tool: 'pytest',
    wrong: 'price',
    trick:
      'import math\n\n_close = math.isclose\nmath.isclose = lambda a, b, **more: a in (4, 12) or _close(a, b, **more)\n\n\n',
    given: {
      'tests/test_cart.py':
        'import math\nfrom cart import sums, total\n\n\ndef test_adds():\n    assert math.isclose(total([1, 2]), 9)\n\n\ndef test_sums():\n    assert math.isclose(sums([1])[0], 3)\n',
    },
  },
};
