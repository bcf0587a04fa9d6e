import { expect, test } from 'vitest';

import { grammarsFor } from '../../files/index.ts';
import { type ChangedText, takeOut } from './take-out.ts';
import type { Removal } from './function-body.ts';

const grammars = await grammarsFor(['a.py', 'a.go', 'a.java', 'a.cs']);

const taken = (changes: readonly ChangedText[], removal: Removal = 'return') =>
  takeOut(changes, removal, grammars);

/** The text of one new file without its functions. */
function emptied(path: string, after: string, removal: Removal = 'return'): string | undefined {
  return taken([{ path, before: null, after }], removal).texts.get(path);
}

function names(changes: readonly ChangedText[]): readonly string[] {
  return taken(changes).functions.map(({ name, line }) => `${name}:${line}`);
}

test('EVID-02 a function of a script gives nothing back, and the rest of it stays', () => {
  expect(emptied('a.ts', 'export function add(a: number) {\n  return a;\n}\n')).toBe(
    'export function add(a: number) { return undefined as never;\n  return a;\n}\n',
  );
  expect(emptied('a.js', 'exports.add = (a, b) => a + b;\n')).toBe(
    'exports.add = (a, b) => { return undefined; return (a + b); };\n',
  );
  expect(emptied('a.mjs', 'export const a = async () => ({ b: 1 });\n', 'throw')).toBe(
    "export const a = async () => { throw new Error('taken out'); return (({ b: 1 })); };\n",
  );
  expect(emptied('a.ts', 'class A extends B {\n  constructor() { super(); this.c = 1; }\n}\n')).toBe(
    'class A extends B {\n  constructor() { super(); return; this.c = 1; }\n}\n',
  );
  expect(emptied('a.vue', '<script>\nfunction f() { return 1; }\n</script>\n<p>{{ f() }}</p>\n')).toBe(
    '<script>\nfunction f() { return undefined; return 1; }\n</script>\n<p>{{ f() }}</p>\n',
  );
});

test('EVID-02 a function of Python leaves behind its doc string', () => {
  const text = 'class A:\n    def f(self):\n        """Says."""\n        if x:\n            return 1\n';
  expect(emptied('a.py', text)).toBe(text.replace('        if x', '        return\n        if x'));
  expect(emptied('a.py', 'def g(): return 2\n', 'throw')).toBe('def g(): raise RuntimeError; return 2\n');
  expect(emptied('a.py', 'def g():\n    """Only says."""\n')).toBeUndefined();
  expect(names([{ path: 'a.py', before: text, after: text.replace('Says', 'Tells') }])).toEqual([]);
});

test('EVID-02 a function of Go, Java or C# gives back what its type calls nothing', () => {
  const go = (result: string) => `package a\n\nfunc f(a int) ${result}{\n\tg(a)\n}\n`;
  expect(emptied('a.go', go('(int, error) '))).toContain(
    '(int, error) { var gone0 int; var gone1 error; return gone0, gone1;\n',
  );
  expect(emptied('a.go', go('(n int, err error) '))).toContain('(n int, err error) { return;\n');
  expect(emptied('a.go', go('map[string]int '))).toContain('{ var gone0 map[string]int; return gone0;\n');
  expect(emptied('a.go', go(''), 'throw')).toContain('{ panic("taken out");\n');
  const java = (type: string) => `class A { public ${type} f() { return g(); } }\n`;
  expect(emptied('A.java', java('long'))).toContain('{ if (true) return 0; return g(); }');
  expect(emptied('A.java', java('boolean'))).toContain('{ if (true) return false; return');
  expect(emptied('A.java', java('List<String>'))).toContain('{ if (true) return null; return');
  const csharp = (method: string) => emptied('A.cs', `class A {\n  ${method}\n}\n`);
  expect(csharp('public int F() { return 1; }')).toContain('{ return default(int); return 1; }');
  expect(csharp('async Task<int> F() { return 1; }')).toContain('{ return default(int); return');
  expect(csharp('Task<int> F() { return g; }')).toContain('Task.FromResult<int>(default(int)); return g;');
  expect(csharp('public int F() => 3;')).toContain('=> true ? default(int) : (3);');
  expect(csharp('IEnumerable<int> F() { yield return 1; }')).toContain('{ yield break; yield return 1; }');
  expect(csharp('bool F(out int a) { a = 1; return true; }')).toContain('{ throw new System.');
});

test('EVID-02 functions are changed by what they do, not by comments, place or functions around them', () => {
  const before = 'function a() {\n  // one\n  return b(() => 1);\n}\nfunction c() {\n  return 3;\n}\n';
  const change = (after: string, path = 'a.js') => names([{ path, before, after }]);
  expect(change(before.replace('// one', '/* two */'))).toEqual([]);
  expect(change(`const x = 1;\n${before}`)).toEqual([]);
  expect(change(before.replace('return 3', 'return 4'))).toEqual(['c:5']);
  expect(change(before.replace('() => 1', '() => 2'))).toEqual([':3']);
  expect(change(before.replace('return b', 'return d'))).toEqual(['a:1']);
  expect(
    names([
      { path: 'a.js', before, after: '' },
      { path: 'b.js', before: null, after: before },
    ]),
  ).toEqual([]);
  const pages = 'const a = () => <p>http://b/c it&apos;s</p>;\n';
  expect(names([{ path: 'a.jsx', before: pages, after: pages.replace('b/c', 'b/d') }])).toEqual(['a:1']);
});

test('EVID-02 what is not a whole program, before or after, is not taken out', () => {
  const broken = 'function a( {\n';
  const nothing = { functions: [], hasMore: true };
  expect(taken([{ path: 'a.js', before: null, after: broken }])).toMatchObject(nothing);
  expect(taken([{ path: 'a.py', before: null, after: 'def f(:\n' }])).toMatchObject(nothing);
  expect(taken([{ path: 'a.js', before: 'function a() {}\n', after: null }]).functions).toEqual([]);
});

test('EVID-02 functions that run when their file is loaded stay where others can be taken out', () => {
  const script = (more: string): readonly string[] =>
    names([{ path: 'a.js', before: null, after: `exports.add = (a, b) => a - b;\n${more}` }]);
  expect(script("process.on('exit', () => process.exit(0));\n")).toEqual(['add:1']);
  expect(script("function quiet() { process.exit(0); }\nprocess.on('exit', quiet);\n")).toEqual(['add:1']);
  expect(script('class Quiet { constructor() { hush(); } }\nnew Quiet();\n')).toEqual(['add:1']);
  expect(script('function sub() { return 1; }\nmodule.exports = { add, sub };\n')).toEqual([
    'add:1',
    'sub:2',
  ]);
  expect(names([{ path: 'a.js', before: null, after: 'start(() => 1);\n' }])).toEqual([':1']);
  const go = 'package a\n\nfunc init() { os.Exit(0) }\n\nfunc Add(a int) int { return a }\n';
  expect(names([{ path: 'a.go', before: null, after: go }])).toEqual(['Add:5']);
});

test('EVID-02 a change outside of functions is seen', () => {
  const hasMore = (after: string): boolean =>
    taken([{ path: 'a.js', before: 'exports.f = () => 1;\n', after }]).hasMore;
  expect(hasMore("const { g } = require('./g');\nexports.f = () => g(2);\nexports.h = () => 3;\n")).toBe(
    false,
  );
  expect(hasMore('const rate = 7;\nexports.f = () => 2;\n')).toBe(true);
  expect(hasMore('process.exit(0);\nexports.f = () => 2;\n')).toBe(true);
});

test('EVID-02 calls of a function that base has too are noted before it leaves', () => {
  const noted = (path: string, before: string, after: string): string =>
    taken([{ path, before, after }]).texts.get(path) ?? '';
  expect(noted('a.js', 'exports.add = (a) => a;\n', 'exports.add = (a) => -a;\n')).toMatch(
    /^exports.add = \(a\) => \{ try \{ .*JSON\.stringify\(\["a\.js","add",\[a\]\]\).*catch \{\} return undefined; return \(-a\); \};$/m,
  );
  const python = 'def add(a, b=1):\n    return a\n';
  const text = noted('a.py', python, python.replace('return a', 'return b'));
  expect(text).toMatch(/^ {4}try:\n/m);
  expect(text).toMatch(
    /^ {8}if noted.*\["a\.py", "add", \[a, b\]\].*\n {4}except Exception:\n {8}pass\n {4}return\n/m,
  );
  expect(
    noted('a.js', 'function f({ a }) { return 1; }\n', 'function f({ a }) { return 2; }\n'),
  ).not.toContain('CALLS');
});
