import { expect, test } from 'vitest';

import { changed } from '../../../test/support/file-change.ts';
import { detectOddities } from '../oddities.ts';
import { detectNeutralised } from '../checks/neutralised.ts';
import { detectWeakenedTests } from './weakened-tests.ts';

const said = (before: string | null, after: string | null, path = 'a.test.ts') =>
  detectWeakenedTests([changed(path, before, after)], () => false).map(
    ({ rule, severity }) => `${rule} ${severity}`,
  );
const refused = (before: string | null, after: string | null, path = 'a.test.ts') =>
  said(before, after, path).filter((each) => /HIGH|CRITICAL/.test(each));

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const table = lines(
  'it.each<[string, number]>([',
  "  ['--name', 1],",
  "])('reads %s', (flag, value) => {",
  '  expect(read(flag)).toBe(value);',
  '});',
);
const plain = lines(
  "it('adds', () => {",
  '  expect(add(1, 2)).toBe(3);',
  '  expect(add(2, 2)).toBe(4);',
  '});',
);

test('REAL-08 a table of cases between others takes nothing away from its neighbours', () => {
  const generated = lines(
    'for (const name of names) {',
    '  it(`reads ${name}`, () => {',
    '    expect(read(name)).toBe(1);',
    '  });',
    '}',
  );
  for (const before of [plain + table, plain + generated])
    for (const more of [table, generated, plain.replace('adds', 'adds more')])
      expect(said(before, plain + more + before.slice(plain.length))).toEqual([]);
});

test('REAL-08 a helper between cases belongs to none of them', () => {
  const helper = lines(
    'const check = async (t, input) => {',
    '  t.is(await run(input), input);',
    '  t.true(ok);',
    '};',
  );
  const first = lines("test('first', check, 1);");
  const second = lines("test('second', check, 2);");
  expect(said(first + helper + second, first + second + helper)).toEqual([]);
  expect(said(helper + first, lines("test('zero', check, 0);") + helper + first)).toEqual([]);
});

test('REAL-08 cases with computed titles are paired with nothing', () => {
  const computed = (title: string, body: string) => lines(`it(${title}, () => {`, body, '});');
  const two = '  expect(a).toBe(1);\n  expect(b).toBe(2);';
  const one = '  expect(a).toBe(1);';
  for (const title of ['`of ${kind}`', "'of ' + kind", 'titleOf(kind)', 'kind'])
    expect([title, said(computed(title, two), computed(title, one))]).toEqual([title, []]);
  expect(said(computed("'of it'", two), computed("'of it'", one))).toEqual(['no-weakened-test HIGH']);
  expect(said(table.replace('(value);', '(value);\n  expect(flag).toBe(flag2);'), table)).toEqual([
    'no-weakened-test HIGH',
  ]);
});

test('REAL-08 assertions that became another one, or a helper, are for the critic to look at', () => {
  const withBody = (...body: readonly string[]) => lines("it('adds', () => {", ...body, '});');
  expect(refused(plain, withBody('  expect([add(1, 2), add(2, 2)]).toEqual([3, 4]);'))).toEqual([]);
  expect(refused(plain, withBody('  expectSums([1, 2, 3], [2, 2, 4]);'))).toEqual([]);
  expect(said(plain, withBody('  expectSums([1, 2, 3], [2, 2, 4]);'))).toEqual(['no-weakened-test MEDIUM']);
  expect(refused(plain, lines("it('adds', sums, [1, 2, 3]);"))).toEqual([]);
  expect(refused(plain, withBody('  const unused = 1;', '  expect(add(1, 2)).toBe(3);'))).toEqual([
    'no-weakened-test HIGH',
  ]);
});

test('REAL-08 cases that became a table are for the critic, cases that went are refused', () => {
  const other = (name: string, more: number) =>
    lines(`it('${name}', () => {`, `  expect(add(${more}, 2)).toBe(${more + 2});`, '});');
  const cases = plain + other('adds again', 3) + other('adds once more', 4);
  expect(said(cases, table)).toEqual(['renamed-test MEDIUM']);
  expect(refused(cases, plain)).toEqual(['no-removed-test HIGH']);
  expect(refused(plain + other('adds', 3), plain)).toEqual(['no-removed-test HIGH']);
});

test('REAL-08 a case that does the same as one that stays is for the critic, a short one is refused', () => {
  const again = plain.replace("'adds'", "'adds again'");
  expect(said(plain + plain, plain)).toEqual(['renamed-test MEDIUM']);
  expect(said(plain + again, plain.replace("'adds'", "'adds up'"))).toEqual(['renamed-test MEDIUM']);
  expect(refused(plain + again.replace('toBe(4)', 'toBe(5)'), plain)).toEqual(['no-removed-test HIGH']);
  expect(refused(plain + again, again.replace('it(', 'it.skip('))).not.toEqual([]);
  const other = lines("it('takes', () => {", '  expect(take(2, 2)).toBe(0);', '});');
  expect(refused(plain + other, plain.replace("'adds'", "'adds up'"))).toEqual(['no-removed-test HIGH']);
  const short = (name: string) => lines(`it('${name}', () => ok(f()));`);
  expect(refused(short('a') + short('b'), short('a'))).toEqual(['no-removed-test HIGH']);
});

test('REAL-08 a new case that does not run yet switches nothing off; around or instead of an old one it does', () => {
  const later = lines("it.fails('reads -n=1', () => {", '  expect(read(1)).toBe(2);', '});');
  expect(said(plain, plain + later)).toEqual(['no-skipped-test MEDIUM']);
  expect(said(plain, plain + later.replace('fails', 'skip'))).toEqual(['no-skipped-test MEDIUM']);
  const off = ['no-skipped-test HIGH'];
  expect(refused(plain, plain.replace('it(', 'it.skip('))).toEqual(off);
  expect(refused(plain, plain.replace("it('adds", "it.skip('adds more"))).toEqual(off);
  expect(refused(plain, `it.skip('all', () => {\n${plain}});\n`)).toEqual(off);
  expect(refused(plain, `describe.skip('all', () => {\n${plain}});\n`)).toEqual(off);
  expect(refused(plain + table, plain + later.replace('fails', 'skip'))).toEqual(off);
});

test('REAL-08 data, helpers and tests in another language of their kind may go; tests may not', () => {
  expect(refused('{"a": 1}', null, 'test/fixtures/a.json')).toEqual([]);
  expect(refused('export const one = 1;\n', null, 'test/helpers/one.js')).toEqual([]);
  expect(refused("require('assert').equal(a, 1);\n", null, 'test/a.js')).toEqual(['no-deleted-test HIGH']);
  expect(refused(plain, null)).toEqual(['no-deleted-test HIGH']);
  const script = 'assert.equal(f(), 1);\n';
  const both = detectWeakenedTests(
    [changed('test/a.js', script, null), changed('test/a.ts', null, `${script}//\n`)],
    () => false,
  );
  expect(both.map(({ severity }) => severity)).toEqual(['MEDIUM']);
});

test('REAL-08 a skip or focus that depends on the machine, or belongs to the code under test, is for the critic', () => {
  const first = (line: string) => refused(plain, `${line}\n${plain}`);
  expect(first("const onUnix = process.platform === 'win32' ? test.skip : test;")).toEqual([]);
  expect(first('const result = glob(pattern, { ignore: true, only: true });')).toEqual([]);
  expect(first('const never = true ? test.skip : test;')).toEqual(['no-skipped-test HIGH']);
  expect(first("test('x', { only: true }, () => {});")).toEqual(['no-focused-test HIGH']);
  const python = (line: string) =>
    refused(
      'def test_a():\n    assert f() == 1\n',
      `${line}\ndef test_a():\n    assert f() == 1\n`,
      'tests/test_a.py',
    );
  expect(python('@pytest.mark.skipif(\n    sys.platform == "win32", reason="x"\n)')).toEqual([]);
  expect(python('@unittest.skipUnless(hasattr(sys, "x"), "x")')).toEqual([]);
  expect(python('@pytest.mark.skipif(\n    True, reason="x"\n)')).toEqual(['no-skipped-test HIGH']);
});

test('REAL-08 an assertion around a promise that may fail is not swallowed, one inside of a try is', () => {
  const within = (line: string) => refused(plain, plain.replace('\n', `\n  ${line}\n`));
  expect(within('expect(await run().catch(() => {})).toBe(undefined);')).toEqual([]);
  expect(within('const entry = 1; expect(entry).toBe(1); run().then(stop).catch(() => {});')).toEqual([
    'no-swallowed-failure HIGH',
  ]);
  expect(within('expect(retry).toBe(1);\n  try { stop(); } catch {}')).toEqual([]);
  expect(within('try { expect(a).toBe(1); } catch {}')).toEqual(['no-swallowed-failure HIGH']);
});

test('REAL-08 a thing compared with itself is how equality is tested; a written value is not', () => {
  expect(refused(plain, plain.replace('\n', '\n  assert.equal(version, version);\n'))).toEqual([]);
  expect(refused(plain, plain.replace('\n', '\n  expect(1).toBe(1);\n'))).toEqual([
    'no-empty-assertion HIGH',
  ]);
});

test('REAL-08 recorded control letters hide nothing, reversed text does', () => {
  const odd = (text: string) =>
    detectOddities(changed('a.cjs', '', `exports.a = '${text}';\n`)).map(({ severity }) => severity);
  expect(odd('\u0001')).toEqual(['MEDIUM']);
  expect(odd('\u0001\u202e')).toEqual(['HIGH']);
  expect(odd('\u001b[2K')).toEqual(['HIGH']);
});

test('REAL-08 a call that ignores errors of its own is no check that was switched off', () => {
  const rules = (line: string) =>
    detectNeutralised(changed('noxfile.py', 'a = 1\n', `a = 1\n${line}\n`)).map(({ rule }) => rule);
  expect(rules('shutil.rmtree(project, ignore_errors=True)')).toEqual([]);
  expect(rules('ignore_errors = true')).toEqual(['no-neutralised-check']);
});

test('REAL-08 a renamed test file is compared with what it was renamed from', () => {
  const weak = plain.replace('\n', '\n  expect(1).toBe(1);\n');
  const renamed = (text: string) =>
    detectWeakenedTests(
      [changed('a.test.ts', weak, null), changed('unit/b.test.ts', null, text)],
      () => false,
    )
      .filter(({ severity }) => severity === 'HIGH')
      .map(({ rule }) => rule);
  expect(renamed(weak)).toEqual([]);
  expect(renamed(`import { add } from '../add.ts';\n${weak}`)).toEqual([]);
  expect(renamed(weak.replace('it(', 'it.skip('))).not.toEqual([]);
  expect(renamed(weak.replace('expect(add(2, 2)).toBe(4);', ''))).not.toEqual([]);
});
