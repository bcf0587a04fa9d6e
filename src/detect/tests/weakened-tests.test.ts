import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { FileChange } from '../change.ts';
import { changed } from '../../../test/support/file-change.ts';
import { detectWeakenedTests } from './weakened-tests.ts';

const none = (_path: string): boolean => false;
const found = (changes: readonly FileChange[], may = none) =>
  detectWeakenedTests(changes, may).map(({ rule, severity, line }) => [rule, severity, line]);
const rules = (path: string, before: string | null, after: string | null) =>
  found([changed(path, before, after)]).map(([rule]) => rule);

const suite = [
  "test('adds', () => {",
  '  expect(add(1, 2)).toBe(3);',
  '  expect(add(1, -1)).toEqual(0);',
  '});',
  "test('throws', () => {",
  '  expect(() => add()).toThrow();',
  '});',
  '',
].join('\n');

test('BEYOND-03 a suite that grows or stays as it is raises nothing', () => {
  expect(rules('a.test.ts', suite, `${suite}test('more', () => { expect(add(2, 2)).toBe(4); });\n`)).toEqual(
    [],
  );
  expect(rules('a.test.ts', suite, suite.replace('toBe(3)', 'toBe(4)'))).toEqual([]);
  expect(rules('b.test.ts', null, suite)).toEqual([]);
});

test('BEYOND-03 a deleted test file is noticed, one that moved is not', () => {
  expect(found([changed('a.test.ts', suite, null)])).toEqual([['no-deleted-test', 'HIGH', 0]]);
  expect(found([changed('a.test.ts', suite, null), changed('b.test.ts', null, suite)])).toEqual([]);
  const merged = `import x from 'x';\n${suite}`;
  expect(found([changed('a.test.ts', suite, null), changed('c.test.ts', 'const y = 1;\n', merged)])).toEqual(
    [],
  );
  expect(found([changed('a.test.ts', suite, null), changed('src/hidden.ts', null, suite)])).toEqual([
    ['no-deleted-test', 'HIGH', 0],
  ]);
});

test('REAL-08 a case that moved to a new file under another title is for the critic; one that does less is not', () => {
  const one = (title: string, more = ''): string =>
    `test('${title}', () => {\n  expect(add(1, 2)).toBe(3);${more}\n});\n`;
  const moved = (after: string): unknown =>
    found([changed('test/a.test.ts', one('adds'), null), changed('test/unit/a.test.ts', null, after)]);
  expect(moved(one('sums up'))).toContainEqual(['no-deleted-test', 'MEDIUM', 0]);
  expect(moved(one('sums up'))).not.toContainEqual(['no-deleted-test', 'HIGH', 0]);
  expect(moved(one('sums up', '\n  // else'))).toContainEqual(['no-deleted-test', 'HIGH', 0]);
  expect(moved("test('nothing', () => {});\n")).toContainEqual(['no-deleted-test', 'HIGH', 0]);
});

test('BEYOND-03 a removed case is noticed, also where others come instead', () => {
  const [, second = ''] = suite.split(/(?=test\('throws')/);
  expect(rules('a.test.ts', suite, second)).toEqual(['no-removed-test']);
  expect(rules('a.test.ts', suite, suite.replace("'throws'", "'is loud'"))).toEqual(['renamed-test']);
});

test('BEYOND-03 skipped and focused tests are noticed in every dress', () => {
  const bend = (from: string, to: string) => rules('a.test.ts', suite, suite.replace(from, to));
  for (const skip of ['test.skip(', 'xit(', 'it.todo(', 'test.skipIf(true)(', 'test.concurrent.skip('])
    expect([skip, bend("test('adds'", `${skip}'adds'`)]).toEqual([skip, ['no-skipped-test']]);
  for (const focus of ['test.only(', 'fit(', 'it.only('])
    expect([focus, bend("test('adds'", `${focus}'adds'`)]).toEqual([focus, ['no-focused-test']]);
  expect(bend("test('adds', ", "test('adds', { skip: true }, ")).toEqual(['no-skipped-test']);
  expect(rules('a.test.ts', suite, `describe.skip('all', () => {\n${suite}});\n`)).toEqual([
    'no-skipped-test',
  ]);
});

test('a skip that depends on the machine is told to the critic, one that does not is refused', () => {
  const bend = (to: string) =>
    found([changed('a.test.ts', suite, suite.replace("test('adds', () => {", to))]);
  expect(bend("test.skipIf(!hasBrowser)('adds', () => {")).toEqual([['no-skipped-test', 'MEDIUM', 1]]);
  expect(bend("test.skipIf(!false)('adds', () => {")).toEqual([['no-skipped-test', 'HIGH', 1]]);
  expect(bend("test.skipIf(isWindows)('adds', () => {")).toEqual([['no-skipped-test', 'MEDIUM', 1]]);
  expect(bend("test.skipIf(true)('adds', () => {")).toEqual([['no-skipped-test', 'HIGH', 1]]);
  expect(bend("test('adds', (context) => {\n  if (!sandbox) context.skip();")).toEqual([
    ['no-skipped-test', 'MEDIUM', 2],
  ]);
  expect(bend("test('adds', (context) => {\n  context.skip();")).toEqual([['no-skipped-test', 'HIGH', 2]]);
});

test('a function that is called like a focused test is none', () => {
  const own = `${suite}test('fits', () => {\n  expect(fit('a', 1)).toBe('a');\n  const b = xit(2);\n});\n`;
  expect(rules('a.test.ts', suite, own)).toEqual([]);
});

test('a word that only looks like a skip is none', () => {
  const words = `${suite}test('the only way to skip', () => { /* test.only */ expect(a.skip(1)).toBe("it.skip("); });\n`;
  expect(rules('a.test.ts', suite, words)).toEqual([]);
});

test('BEYOND-03 fewer, vaguer, empty and commented-out assertions are noticed', () => {
  const bend = (from: string, to: string) => rules('a.test.ts', suite, suite.replace(from, to));
  expect(bend('  expect(add(1, -1)).toEqual(0);\n', '')).toEqual(['no-weakened-test']);
  expect(bend('.toBe(3)', '.toBeTruthy()')).toEqual(['no-weakened-test']);
  expect(bend('expect(add(1, 2)).toBe(3)', 'expect(true).toBe(true)')).toEqual(['no-empty-assertion']);
  expect(bend('  expect(add(1, 2))', '  // expect(add(1, 2))')).toEqual([
    'no-weakened-test',
    'no-commented-assertion',
  ]);
  expect(bend('  expect(add(1, 2)).toBe(3);', '  try { expect(add(1, 2)).toBe(3); } catch {}')).toEqual([
    'no-swallowed-failure',
  ]);
});

const others: readonly (readonly [path: string, before: string, from: string, to: string, rule: string])[] = [
  [
    'tests/test_a.py',
    'def test_a():\n    assert f() == 1\n',
    'def',
    '@pytest.mark.skip\ndef',
    'no-skipped-test',
  ],
  ['tests/test_a.py', 'def test_a():\n    assert f() == 1\n', 'f() == 1', 'True', 'no-empty-assertion'],
  [
    'tests/test_a.py',
    'def test_a():\n    assert f() == 1\n',
    '    assert f() == 1',
    '    f()',
    'no-weakened-test',
  ],
  [
    'a_test.go',
    'func TestA(t *testing.T) {\n\tt.Error("x")\n}\n',
    '\tt.Error',
    '\tt.Skip()\n\tt.Error',
    'no-skipped-test',
  ],
  ['a_test.go', 'func TestA(t *testing.T) {\n\tt.Error("x")\n}\n', 'TestA', 'testA', 'no-removed-test'],
  [
    'src/test/java/ATest.java',
    '@Test\nvoid a() { assertEquals(1, f()); }\n',
    '@Test',
    '@Disabled @Test',
    'no-skipped-test',
  ],
  [
    'ATests.cs',
    '[Fact]\npublic void A() { Assert.Equal(1, F()); }\n',
    '[Fact]',
    '[Fact(Skip = "x")]',
    'no-skipped-test',
  ],
  [
    'src/lib.rs',
    '#[test]\nfn a() { assert_eq!(f(), 1); }\n',
    '#[test]',
    '#[test]\n#[ignore]',
    'no-skipped-test',
  ],
  ['spec/a_spec.rb', "it 'adds' do\n  expect(f).to eq 1\nend\n", 'it ', 'xit ', 'no-skipped-test'],
  ['spec/a_spec.rb', "it 'adds' do\n  expect(f).to eq 1\nend\n", 'it ', 'fit ', 'no-focused-test'],
];

test.each(others)(
  'BEYOND-03 tampering is noticed in %s (%j, %j → %j: %s)',
  (...[path, before, from, to, rule]) => {
    const said = rules(path, before, before.replace(from, to));
    expect(said).toContain(rule);
    expect(said).not.toContain('renamed-test');
  },
);

test('a ticket that may rewrite a test is told of what it removed, and may never switch it off', () => {
  const may = (path: string): boolean => path === 'a.test.ts';
  expect(found([changed('a.test.ts', suite, null)], may)).toEqual([['no-deleted-test', 'MEDIUM', 0]]);
  const skipped = suite.replace("test('adds'", "test.skip('adds'");
  expect(found([changed('a.test.ts', suite, skipped)], may)).toEqual([['no-skipped-test', 'HIGH', 1]]);
});

test('a changed snapshot is told, and a test that cannot be read is said to be unread', () => {
  expect(found([changed('__snapshots__/a.test.ts.snap', 'a', 'b')])).toEqual([
    ['changed-snapshot', 'MEDIUM', 0],
  ]);
  expect(found([changed('test/a_test.exs', 'a', 'b')])).toEqual([['test-not-read', 'INFO', 0]]);
  expect(found([changed('test/fixtures/a.json', 'a', 'b')])).toEqual([]);
});

test('looking for tampering never throws, says the same twice, and nothing about a file that did not change', () => {
  const piece = fc.constantFrom(
    'test(',
    "'a'",
    '=> {',
    '});',
    'expect(x)',
    '.toBe(1)',
    '\n',
    '`${',
    '}',
    '.skip',
    '//',
    '"',
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const path = fc.constantFrom(
    'a.test.ts',
    'test_a.py',
    'a_test.go',
    'ATest.java',
    'a_spec.rb',
    'tests/a.rs',
  );
  fc.assert(
    fc.property(path, fc.option(text), fc.option(text), (path, before, after) => {
      const once = detectWeakenedTests([changed(path, before, after)], none);
      expect(detectWeakenedTests([changed(path, before, after)], none)).toEqual(once);
      expect(before === null ? [] : detectWeakenedTests([changed(path, before, before)], none)).toEqual([]);
    }),
  );
});
