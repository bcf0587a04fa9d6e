import { expect, test } from 'vitest';

import { grammarsFor } from '../files/index.ts';
import { type ChangedText, type DefectKind, defectKinds, type Planted } from './kinds.ts';
import { changedLines, isOther, plant } from './plant.ts';
import { sitesIn } from './sites.ts';

const grammars = await grammarsFor(['a.py', 'a.go', 'A.java', 'A.cs']);

function allIn(path: string, after: string): readonly Planted[] {
  const change: ChangedText = { path, mode: '100644', before: null, after };
  const lines = changedLines(change);
  return sitesIn(change).flatMap((site) => plant(change, site, lines, grammars) ?? []);
}

const kindsIn = (path: string, text: string): readonly DefectKind[] => {
  const kinds = new Set(allIn(path, text).map(({ kind }) => kind));
  return defectKinds.filter((kind) => kinds.has(kind));
};

const go = `package shop

func Load(id int, name string) error {
	if id > 9 && name != "a < b" {
		return nil
	}
	limit := 30
	return save(id, limit)
}
`;
const java = `class Shop {
    private final Store store;

    public boolean mayLoad(int id, String name) {
        if (!store.isAllowed(id)) {
            return false;
        }
        int limit = 30;
        try {
            store.load(id, limit);
        } catch (RuntimeException e) {
            throw e;
        }
        return id < limit && limit > 1;
    }
}
`;
const csharp = `class Shop
{
    public bool MayLoad(int id, string name)
    {
        if (id > 9 && name != "x") {
            return false;
        }
        var limit = 30;
        return Store(id, limit);
    }

    private void Forget(int id) {
        Drop(id, Limit);
        Count(id);
    }
}
`;
const python = `import os


async def load(item, size):
    # if size <= 0: never
    if size <= 0 and item:
        raise ValueError("a < b")
    try:
        await store(item, size)
    except OSError:
        log("lost")
    retries = 30
    return retries
`;

test('BEYOND-04 languages without a syntax tree bear at least eight kinds, and each is a whole program by its grammar', () => {
  expect(kindsIn('shop/load.go', go)).toEqual([
    'flipped-condition',
    'off-by-one',
    'wrong-operator',
    'removed-check',
    'swapped-arguments',
    'wrong-arity',
    'secret',
    'changed-constant',
    'removed-behaviour',
  ]);
  expect(kindsIn('src/Shop.java', java)).toEqual([
    'flipped-condition',
    'off-by-one',
    'wrong-operator',
    'removed-authorization',
    'swapped-arguments',
    'wrong-arity',
    'swallowed-error',
    'secret',
    'changed-constant',
    'removed-behaviour',
  ]);
  expect(kindsIn('src/Shop.cs', csharp).length).toBeGreaterThanOrEqual(8);
  expect(kindsIn('app/load.py', python).length).toBeGreaterThanOrEqual(8);
  for (const [path, text] of [
    ['load.go', go],
    ['Shop.java', java],
    ['Shop.cs', csharp],
    ['load.py', python],
  ] as const) {
    const language = { go: 'go', java: 'java', cs: 'csharp', py: 'python' }[path.split('.')[1] ?? ''] ?? '';
    for (const planted of allIn(path, text)) {
      let isWhole = false;
      grammars.get(language)?.(planted.text, (root) => (isWhole = !root.hasError));
      expect([planted.kind, planted.line, isWhole]).toEqual([planted.kind, planted.line, true]);
      expect(planted.text).not.toBe(text);
    }
  }
});

test('their tests are skipped and weakened in their own words', () => {
  const texts = (path: string, text: string): readonly string[] =>
    allIn(path, text).map((each) =>
      each.text
        .split('\n')
        .slice(each.line - 1, each.endLine)
        .map((line) => line.trim())
        .join(' ')
        .trim(),
    );
  expect(texts('tests/test_a.py', 'def test_a():\n    assert load(1) == 2\n')).toEqual([
    'assert True',
    '@pytest.mark.skip',
  ]);
  expect(
    texts('a_test.go', 'package a\n\nfunc TestA(t *testing.T) {\n\tassert.Equal(t, 1, load(1))\n}\n'),
  ).toEqual(['assert.True(t, true)', 'func TestA(t *testing.T) { t.Skip("later")']);
  const junit = 'class ATest {\n    @Test\n    void a() {\n        assertEquals(1, load(1));\n    }\n}\n';
  expect(texts('src/test/ATest.java', junit)).toEqual(['assertTrue(true);', '@Disabled @Test']);
  const xunit =
    'class ATests\n{\n    [Fact]\n    public void A()\n    {\n        Assert.Equal(1, Load(1));\n    }\n}\n';
  expect(texts('ATests.cs', xunit)).toEqual(['Assert.True(true);', '[Fact(Skip = "later")]']);
});

test('another comment is no other program, and what does not parse is none', () => {
  expect(isOther('load.go', go, `// by ada\n${go}`, grammars)).toBe(false);
  expect(isOther('load.py', python, python.replace('# if size <= 0: never', '# never'), grammars)).toBe(
    false,
  );
  expect(isOther('Shop.java', java, java.replace('int limit = 30;', 'int limit = ;'), grammars)).toBe(false);
  expect(isOther('Shop.java', java, java.replace('30', '31'), grammars)).toBe(true);
});
