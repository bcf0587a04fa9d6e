import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readDiff } from '../../dashboard/src/diff.ts';

const text = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@ function a() {
 one
-two
+2
+two and a half
 three
\\ No newline at end of file
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+--- not a header
diff --git a/x.png b/x.png
deleted file mode 100644
Binary files a/x.png and /dev/null differ
`;

test('lines of a diff stand under their numbers, before and after', () => {
  const [changed, added, binary] = readDiff(text);
  expect(changed).toMatchObject({ path: 'src/a.ts', how: 'changed', added: 2, removed: 1 });
  expect(changed?.lines.map(({ before, after, text: words }) => [before, after, words])).toEqual([
    [null, null, '@@ -1,3 +1,4 @@ function a() {'],
    [1, 1, 'one'],
    [2, null, 'two'],
    [null, 2, '2'],
    [null, 3, 'two and a half'],
    [3, 4, 'three'],
    [null, null, '\\ No newline at end of file'],
  ]);
  expect(added).toMatchObject({ path: 'new.txt', how: 'added', added: 1 });
  expect(added?.lines.at(-1)).toMatchObject({ kind: 'added', text: '--- not a header' });
  expect(binary).toMatchObject({ path: 'x.png', how: 'binary', lines: [] });
});

test('EPIC-13 whatever stands in a diff, reading it never fails and takes nothing from a line', () => {
  const line = fc.string({ maxLength: 40 }).map((words) => words.replaceAll('\n', ' '));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.string(), (lines, before) => {
      const hunk = `@@ -1,0 +1,${lines.length} @@`;
      const [file] = readDiff(['diff --git a/f b/f', hunk, ...lines.map((words) => `+${words}`)].join('\n'));
      expect(file?.lines.slice(1).map((each) => each.text)).toEqual(lines);
      expect(() => readDiff(before)).not.toThrow();
    }),
  );
});

test('EPIC-13 a path is found whatever it holds: blanks, another path, what git writes in octal, which no eye is misled by', () => {
  const paths = (...heads: readonly string[]) =>
    readDiff(heads.map((head) => `diff --git ${head}`).join('\n')).map(({ path }) => path);
  expect(
    paths(
      'a/x b/y b/x b/y',
      '"a/caf\\303\\251 \\"1\\".txt" "b/caf\\303\\251 \\"1\\".txt"',
      'nonsense',
      '"a/x\\342\\200\\256y\\033[1m" "b/x\\342\\200\\256y\\033[1m"',
    ),
  ).toEqual(['x b/y', 'café "1".txt', 'diff --git nonsense', 'xy']);
});
