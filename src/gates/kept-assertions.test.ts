import { expect, test } from 'vitest';

import { keptIn } from './kept-assertions.ts';

test('EVID-02 a test gets a copy of its assertions before anything else is loaded, on the same lines', () => {
  expect(
    keptIn(
      'test/a.test.js',
      "import { a } from '../a.js';\nimport assert from 'node:assert/strict';\n",
      'k1',
    ),
  ).toBe("import '../k1.cjs'; import { a } from '../a.js';\nimport assert from '../k1-strict.cjs';\n");
  expect(keptIn('a.test.cjs', '#!/usr/bin/env node\nrequire("assert").ok(1);\n', 'k1')).toBe(
    '#!/usr/bin/env node\nrequire(\'./k1.cjs\'); require("./k1.cjs").ok(1);\n',
  );
  expect(keptIn('test/a.test.js', "import { expect } from 'vitest';\n", 'k1')).toBeUndefined();
  expect(keptIn('test/a.json', '"assert"', 'k1')).toBeUndefined();
});

test('EVID-02 test classes of unittest get methods of a copy, also where the file runs itself', () => {
  const text =
    'import unittest\n\nclass A(unittest.TestCase):\n    pass\n\nif __name__ == "__main__":\n    unittest.main()\n';
  const kept = keptIn('tests/test_a.py', text, 'k1') ?? '';
  expect(kept).toMatch(/^import unittest\n\nclass A[^]*'unittest\._k1'[^]*\ndel _k1\nif __name__/);
  expect(keptIn('tests/test_a.py', 'def test_a():\n    assert 1\n', 'k1')).toBeUndefined();
});
