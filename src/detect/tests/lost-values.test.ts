import { expect, test } from 'vitest';

import type { FileChange } from '../change.ts';
import { lostValues } from './lost-values.ts';

const side = (text: string) => ({ mode: '100644', blob: text, text, unread: null });
const change = (path: string, before: string, after: string): FileChange => ({
  path,
  before: side(before),
  after: side(after),
});
const lost = (path: string, before: string, after: string): readonly string[] => {
  const one = change(path, before, after);
  return lostValues(one, [one]);
};

const js = (body: string) => `import { add } from './add.js';\ntest('adds', () => {\n${body}\n});\n`;
const python = (body: string) => `import pytest\n\ndef test_add():\n${body}\n`;
const go = (body: string) => `package add\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n${body}\n}\n`;

test.each([
  [
    'a value',
    'a.test.js',
    js('  expect(add(1, 2)).toBe(3);'),
    js('  expect(add(1, 2)).toBeGreaterThan(0);'),
    ['3'],
  ],
  [
    'an error',
    'test_a.py',
    python('    with pytest.raises(ValueError):\n        add()'),
    python('    with pytest.raises(Exception):\n        add()'),
    ['ValueError'],
  ],
  [
    'a row of a table',
    'a_test.go',
    go('\trows := []row{\n\t\t{1, 2, 3},\n\t\t{4, 5, 9},\n\t}'),
    go('\trows := []row{\n\t\t{1, 2, 3},\n\t}'),
    ['4', '5', '9'],
  ],
  [
    'a comparison',
    'a_test.go',
    go('\tif Add(1, 2) != three {\n\t\tt.Fatal("no")\n\t}'),
    go('\tif Add(1, 2) < three {\n\t\tt.Fatal("no")\n\t}'),
    ['!='],
  ],
  [
    'an assertion',
    'test_a.py',
    python('    assert add(one) == two\n    assert is_sum(add)'),
    python('    assert add(one) == two'),
    ['an assertion'],
  ],
])('EVID-01 a test that loses %s compares with less', (_, path, ...sides) => {
  const [before, after, values] = sides;
  expect(lost(path, before, after)).toEqual(values);
});

test('EVID-01 a test that is written differently, moves or gets more loses nothing', () => {
  const before = js("  // one\n  expect(add(1, 2)).toBe(3);\n  expect(name()).toBe('a');");
  const after = js('  expect(\n    add(1, 2),\n  ).toBe(3);\n  expect(name("b")).toBe("a");');
  expect(lost('a.test.js', before, after)).toEqual([]);
  const went = change('a.test.js', before, js('  expect(add(0, 2)).toBe(2);'));
  const came = change('b.test.js', js(''), before);
  expect(lostValues(went, [went, came])).toEqual([]);
  // Cases that are gone or renamed are told by other rules.
  expect(lost('a.test.js', before, before.replace("'adds'", "'sums'").replace('3', '4'))).toEqual([]);
  expect(lost('a_test.go', go('\tt.Fatal("want 3")'), go('\tt.Fatal("want three")'))).toEqual([]);
});
