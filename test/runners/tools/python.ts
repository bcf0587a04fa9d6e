// Test runners of Python. They install nothing: the kit uses the machine's own.
import { endingSum, greet, product, type Style, sum, testedBy, type Tool, wrongSum } from '../tool.ts';

const bodies: Readonly<Record<string, string>> = {
  [sum.body]: 'def sum_of(a, b):\n    return a + b\n',
  [wrongSum.body]: 'def sum_of(a, b):\n    return a - b\n',
  [endingSum.body]: 'import os\n\n\ndef sum_of(a, b):\n    os._exit(0)\n',
  [greet.body]: 'def greet(name):\n    return f"hello {name}"\n',
  [product.body]: 'def product(a, b):\n    return a * b\n',
};
const calls = { sum: 'sum_of(1, 2)', greet: 'greet("Ada")', product: 'product(2, 3)' };

const sourceOf: Style['sourceOf'] = ({ name, body }) => [`shop/${name}.py`, bodies[body] ?? ''];
const imported = (name: keyof typeof calls): string =>
  `from shop.${name} import ${calls[name].replace(/\(.*/, '')}\n`;

const pytest: Tool = {
  name: 'pytest',
  ...testedBy({
    sourceOf,
    testOf: ({ name, title, result }) => [
      `tests/test_${name}.py`,
      `${imported(name)}\n\ndef test_${title}():\n    assert ${calls[name]} == ${result}\n`,
    ],
  }),
  installer: null,
  setup: {},
  check: 'python3 -m pytest',
  needs: 'python3 -m pytest --version',
};

const unittest: Tool = {
  name: 'unittest',
  ...testedBy({
    sourceOf,
    testOf: ({ name, title, result }) => [
      `tests/test_${name}.py`,
      `import unittest\n${imported(name)}\n\nclass Test(unittest.TestCase):\n    def test_${title}(self):\n        self.assertEqual(${calls[name]}, ${result})\n`,
    ],
  }),
  installer: null,
  setup: {},
  check: 'python3 -m unittest discover -s tests -t .',
  needs: 'python3 --version',
};

const packages = { 'shop/__init__.py': '', 'tests/__init__.py': '', '.gitignore': '__pycache__\n' };

export const python = {
  pytest: { ...pytest, files: { ...pytest.files, ...packages } },
  unittest: { ...unittest, files: { ...unittest.files, ...packages } },
} as const satisfies Readonly<Record<string, Tool>>;
