import { expect, test } from 'vitest';

import { secretDetection } from '../detect/index.ts';
import type { ChangedText, DefectKind, Planted } from './kinds.ts';
import { changedLines, plant } from './plant.ts';
import { revertedFix } from './reverted-fix.ts';
import { fakeSecret } from './secret-sites.ts';
import { sitesIn } from './sites.ts';

const code = `import { read } from './read.ts';

/** Who may see it. */
export async function page(user: User, from: number, size = 20): Promise<Row[]> {
  if (!user.isAdmin) throw new Error('forbidden');
  if (size === 0) return [];
  const rows = await read(user, from);
  try {
    await store(rows);
  } catch (error) {
    log(error);
  }
  return rows.filter((row) => row.at >= from && row.size < size - 1);
}
`;

const file = (after: string, path = 'src/page.ts', before: string | null = null): ChangedText => ({
  path,
  mode: '100644',
  before,
  after,
});

function allIn(change: ChangedText): readonly Planted[] {
  const lines = changedLines(change);
  return sitesIn(change).flatMap((site) => plant(change, site, lines) ?? []);
}

const of = (kind: DefectKind, change: ChangedText): readonly Planted[] =>
  allIn(change).filter((each) => each.kind === kind);

/** The line that a defect stands at, as it reads with it. */
const lineWith = ({ text, line }: Planted): string => text.split('\n')[line - 1]?.trim() ?? '';

test('BEYOND-04 defects of many kinds are planted on the syntax tree, each with its line and what is wrong', () => {
  const change = file(code);
  const said = (kind: DefectKind): readonly string[] => of(kind, change).map(lineWith);
  expect(said('flipped-condition')).toEqual([
    "if (user.isAdmin) throw new Error('forbidden');",
    'if (size !== 0) return [];',
  ]);
  expect(said('off-by-one')).toEqual([
    'return rows.filter((row) => row.at > from && row.size < size - 1);',
    'return rows.filter((row) => row.at >= from && row.size <= size - 1);',
    'return rows.filter((row) => row.at >= from && row.size < size);',
  ]);
  expect(said('wrong-operator')).toContain(
    'return rows.filter((row) => row.at >= from || row.size < size - 1);',
  );
  expect(said('missing-await')).toEqual(['const rows = read(user, from);', 'store(rows);']);
  expect(said('removed-authorization')).toEqual(['if (size === 0) return [];']);
  expect(said('removed-check')).toEqual(['const rows = await read(user, from);']);
  expect(said('swapped-arguments')).toEqual(['const rows = await read(from, user);']);
  expect(said('wrong-arity')).toEqual(['const rows = await read(user);']);
  expect(said('swallowed-error')).toEqual([
    'await store(rows).catch(() => undefined);',
    '} catch (error) {}',
  ]);
  expect(said('changed-constant')).toEqual([
    'export async function page(user: User, from: number, size = 200): Promise<Row[]> {',
  ]);
  expect(of('removed-behaviour', change).map(({ text }) => text.split('\n').length)).toEqual([7]);
  expect(said('secret')).toHaveLength(1);
  expect(of('removed-authorization', change)[0]).toMatchObject({
    file: 'src/page.ts',
    line: 5,
    what: 'the check !user.isAdmin is gone',
  });
});

test('tests are weakened and skipped, and nothing of the sort is done to sources', () => {
  const text = `test('adds', async () => {\n  expect(add(1, 2)).toBe(3);\n  await expect(late()).rejects.toThrow('no');\n  expect(add).not.toBe(1);\n});\n`;
  const change = file(text, 'src/add.test.ts');
  expect(of('skipped-test', change).map(lineWith)).toEqual(["test.skip('adds', async () => {"]);
  expect(of('weakened-test', change).map(lineWith)).toEqual([
    'expect(add(1, 2)).toBeDefined();',
    'await expect(late()).rejects.toBeDefined();',
    'expect(add).not.toBe(Symbol());',
  ]);
  expect([...of('skipped-test', file(text)), ...of('weakened-test', file(text))]).toEqual([]);
  expect(of('secret', change)).toEqual([]);
});

test('BEYOND-04 what would be no worse for it is left alone', () => {
  const calls = [
    'Number.parseInt(a, b)',
    'setTimeout(a, b)',
    'JSON.stringify(a, b)',
    'isEqual(a, b)',
    'x.same(a, b)',
  ];
  const text = calls.map((call) => `export const c = ${call};\n`).join('');
  expect([...of('swapped-arguments', file(text)), ...of('wrong-arity', file(text))]).toEqual([]);
  expect(of('swapped-arguments', file('equalize(a, b);\nsend(a, b);\n')).map(lineWith)).toEqual([
    'equalize(b, a);',
    'send(b, a);',
  ]);
  const caught = (body: string) =>
    of('swallowed-error', file(`function f() {\n  for (;;) try { a(); } catch { ${body} }\n}\n`));
  const idle = ['return;', 'return undefined;', 'return null;', 'continue;', 'break;', ''];
  expect(idle.flatMap(caught)).toEqual([]);
  expect(['return 1;', 'log();', 'log(); return;'].map((body) => caught(body).length)).toEqual([1, 1, 1]);
  const python = (body: string) =>
    of('swallowed-error', file(`try:\n    a()\nexcept E:\n    ${body}\nb()\n`, 'a.py'));
  expect(['return None', 'continue', 'return', 'pass'].flatMap(python)).toEqual([]);
  expect(python('log(1)')).toHaveLength(1);
  const weak = "test('a', () => {\n  expect(b).toBeUndefined();\n});\n";
  expect(of('weakened-test', file(weak, 'src/a.test.ts'))).toEqual([]);
});

test('what the change did not write is left alone, and so is what would stay the same or be no program', () => {
  const before = code.replace('  if (size === 0) return [];\n', '');
  const planted = allIn(file(code, 'src/page.ts', before));
  expect(planted.length).toBeGreaterThan(0);
  expect(new Set(planted.map(({ line }) => line))).toEqual(new Set([6]));
  // Without its only line the change would be gone, and the defect no part of any.
  expect(planted.map(({ kind }) => kind)).not.toContain('removed-check');
  expect(allIn(file('const a = ;\n'))).toEqual([]);
  const same = { kind: 'wrong-operator' as const, start: 0, end: 0, text: '/* no */ ', what: '' };
  expect(plant(file(code), same, changedLines(file(code)))).toBeUndefined();
  const broken = { ...same, text: '(' };
  expect(plant(file(code), broken, changedLines(file(code)))).toBeUndefined();
});

test('the secrets are found as secrets, differ from place to place, and are no key of any provider', () => {
  const kinds = Array.from({ length: 200 }, (_, nth) => {
    const secret = fakeSecret(`place ${nth}`);
    expect(secret).toMatch(/^q7[A-Za-z0-9]{30}$/);
    return secretDetection.secretsIn(`const clientSecret = '${secret}';\n`).map(({ kind }) => kind);
  });
  expect(new Set(kinds.flat())).toEqual(new Set(['secret in an assignment']));
  expect(kinds.every((found) => found.length === 1)).toBe(true);
  expect(new Set(['a', 'b', 'c'].map(fakeSecret)).size).toBe(3);
});

test('other languages are changed by their text, with strings and comments left alone', () => {
  const python = `def pages(items, size):\n    # if size <= 0: never\n    if size <= 0:\n        raise ValueError("a < b")\n    try:\n        await store(items, size)\n    except IOError:\n        log.warning("lost")\n    retries = 30\n    return items\n`;
  const said = (kind: DefectKind, change: ChangedText): readonly string[] => of(kind, change).map(lineWith);
  const change = file(python, 'app/pages.py');
  expect(said('off-by-one', change)).toEqual(['if size < 0:']);
  expect(said('flipped-condition', change)).toEqual(['if not (size <= 0):']);
  expect(said('removed-check', change)).toEqual(['try:']);
  expect(said('swallowed-error', change)).toEqual(['pass']);
  expect(said('missing-await', change)).toEqual(['store(items, size)']);
  expect(said('swapped-arguments', change)).toEqual(['await store(size, items)']);
  expect(said('changed-constant', change)).toEqual(['retries = 300']);
  expect(said('secret', change)).toHaveLength(1);
  const test = file('def test_a():\n    assert add(1) == 2\n', 'tests/test_add.py');
  expect(said('weakened-test', test)).toEqual(['assert True']);
  const go = `func Load(id int) error {\n\tif err := open(id); err != nil {\n\t\treturn err\n\t}\n\tif id > 9 {\n\t\treturn nil\n\t}\n\treturn nil\n}\n`;
  expect(said('removed-check', file(go, 'load.go'))).toHaveLength(2);
  expect(said('flipped-condition', file(go, 'load.go'))).toEqual(['if !(id > 9) {']);
  expect(allIn(file('a = 1\n', 'notes.txt'))).toEqual([]);
});

test('a fix is taken back at the lines it changed; one that only changed words or was everywhere is none', () => {
  const fixed = 'export const a = 1;\nexport const b = a + 1;\nexport const c = 3;\n';
  const broken = fixed.replace('a + 1', 'a');
  expect(revertedFix(file(fixed, 'src/b.ts', broken), 'fix b')).toEqual({
    kind: 'reverted-fix',
    file: 'src/b.ts',
    line: 2,
    endLine: 2,
    what: 'a fix was reverted: fix b',
    text: broken,
  });
  const shorter = fixed.replace('export const b = a + 1;\n', '');
  expect(revertedFix(file(fixed, 'src/b.ts', shorter), 'fix')).toMatchObject({ line: 2, endLine: 2 });
  expect(revertedFix(file(fixed, 'src/b.ts', `${fixed}// note\n`), 'fix the note')).toBeUndefined();
  expect(revertedFix(file(fixed, 'src/b.ts'), 'fix')).toBeUndefined();
  const wide = Array.from({ length: 60 }, (_, nth) => `export const x${nth} = ${nth};`).join('\n');
  const other = wide.replace('= 0;', '= 9;').replace('= 59;', '= 8;');
  expect(revertedFix(file(wide, 'src/b.ts', other), 'fix')).toBeUndefined();
});
