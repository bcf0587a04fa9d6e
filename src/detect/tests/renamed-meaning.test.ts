import { expect, test } from 'vitest';

import type { FileVersion } from '../change.ts';
import { isUsedBy, renamedMeanings } from './renamed-meaning.ts';

const version = (text: string): FileVersion => ({ mode: '100644', blob: text, text, unread: null });

/** The names that a change of one file takes from a test of base. */
function taken(
  [path, before, after]: readonly [string, string | null, string],
  [testPath, text]: readonly [string, string],
): readonly string[] {
  const change = { path, before: before === null ? null : version(before), after: version(after) };
  return renamedMeanings([change])
    .filter((each) => isUsedBy(each, { path: testPath, text }))
    .map(({ name }) => name);
}

const goTest = (code: string, name = 'shop'): readonly [string, string] => [
  'shop_test.go',
  `package ${name}\n\nfunc TestA(t *testing.T) {\n\t${code}\n}\n`,
];

test.each([
  ['const (\n\ttrue  = 1 > 2\n\tfalse = 1 < 2\n)', 'a := true', ['true']],
  ['const ( a = f(1, 2); true = 1 > 2 )', 'a := true', ['true']],
  ['const a, true = 1, 1 > 2', 'a := true', ['true']],
  ['var (\n\t// it\n\tnil *Order\n)', 'if err != nil {\n\t}', ['nil']],
  ['func len(rates map[string]int) int {\n\treturn 1\n}', 'if len(a) != 2 {\n\t}', ['len']],
  ['func max(a, b int) int {\n\treturn a\n}', 'c := struct{ min, max int }{max: 2}; max := c.max', []],
  ['func max(a, b int) int {\n\treturn a\n}', 'a := "max(1)" // max(1)', []],
  ['func (o Order) len() int {\n\tlen := 1\n\treturn len\n}', 'if len(a) != 2 {\n\t}', []],
  ['// const true = 1', 'a := true', []],
])('EVID-02 Go: `%s` for a test with `%s`', (code, used, found) => {
  const change = ['order.go', 'package shop\n', `package shop\n\n${code}\n`] as const;
  expect(taken(change, goTest(used))).toEqual(found);
  expect(taken(change, goTest(used, 'shop_test'))).toEqual([]);
  expect(taken(['a/order.go', change[1], change[2]], goTest(used))).toEqual([]);
  expect(taken(['order.go', change[2], `${change[2]}\n// more\n`], goTest(used))).toEqual([]);
});

test.each([
  ['def round(value, digits=0):\n    return 54\n', ['round']],
  ['if True:\n    round = one\n', ['round']],
  ['a = round = one\n', ['round']],
  ['from near import one as round\n', ['round']],
  ['from near import (\n    one,\n    round,\n)\n', ['round']],
  ['def f():\n    global round\n    round = one\n', ['round']],
  ['for a, round in [(1, 2)]:\n    pass\n', ['round']],
  ['class Cart:\n    def round(self):\n        round = 1\n', []],
  ['a = round(1)\nb = f(round=2)\nc = """\nround = 1\n"""\n', []],
])('EVID-02 Python: `%s` for a test with a star', (code, found) => {
  const star = 'from shop.order import *\n\n\ndef test_a():\n    assert round(1.2) == 1\n';
  const at = (text: string) => taken(['src/shop/order.py', 'a = 1\n', code], ['tests/test_a.py', text]);
  expect(at(star)).toEqual(found);
  expect(at(star.replace('shop.order', 'shop'))).toEqual(found);
  expect(at(star.replace('shop.order', 'shop.price'))).toEqual([]);
  expect(at(star.replace('*', 'total'))).toEqual([]);
  expect(at(star.replace('round', 'order.round'))).toEqual([]);
});
