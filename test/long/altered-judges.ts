// Repositories of test tools for deliveries that alter their judge (EVID-02): no test calls the changed file directly.
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
export const esmSource = scriptSource((name) => `export const ${name}`);
export const cjsSource = scriptSource((name) => `exports.${name}`);
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

export const pythonSource = (wrong?: Part): string => `def price(n):
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
