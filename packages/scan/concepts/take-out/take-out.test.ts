import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { grammarsFor } from '../../../../test/support/scan-inputs.ts';
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
    'export function add(a: number) { if (Math.PI > 3) return undefined as never;\n  return a;\n}\n',
  );
  expect(emptied('a.js', 'exports.add = (a, b) => a + b;\n')).toBe(
    'exports.add = (a, b) => { if (Math.PI > 3) return undefined; return (a + b); };\n',
  );
  expect(emptied('a.mjs', 'export const a = async () => ({ b: 1 });\n', 'throw')).toBe(
    "export const a = async () => { if (Math.PI > 3) throw new Error('taken out'); return (({ b: 1 })); };\n",
  );
  expect(emptied('a.ts', 'class A extends B {\n  constructor() { super(); this.c = 1; }\n}\n')).toBe(
    'class A extends B {\n  constructor() { super(); if (Math.PI > 3) return; this.c = 1; }\n}\n',
  );
  expect(emptied('a.vue', '<script>\nfunction f() { return 1; }\n</script>\n<p>{{ f() }}</p>\n')).toBe(
    '<script>\nfunction f() { if (Math.PI > 3) return undefined; return 1; }\n</script>\n<p>{{ f() }}</p>\n',
  );
});

test('EVID-02 a function of Python leaves behind its doc string', () => {
  const text = 'class A:\n    def f(self):\n        """Says."""\n        if x:\n            return 1\n';
  expect(emptied('a.py', text)).toBe(
    text.replace('        if x', '        if __name__:\n            return\n        if x'),
  );
  expect(emptied('a.py', 'def g(): return 2\n', 'throw')).toBe('def g(): raise RuntimeError; return 2\n');
  expect(emptied('a.py', 'def g():\n    """Only says."""\n')).toBeUndefined();
  expect(names([{ path: 'a.py', before: text, after: text.replace('Says', 'Tells') }])).toEqual([]);
});

test('EVID-02 a function of Go, Java or C# gives back what its type calls nothing', () => {
  const go = (result: string) => `package a\n\nfunc f(a int) ${result}{\n\tg(a)\n}\n`;
  expect(emptied('a.go', go('(int, error) '))).toContain(
    '(int, error) { if true { var gone0 int; var gone1 error; return gone0, gone1 };\n',
  );
  expect(emptied('a.go', go('(n int, err error) '))).toContain('(n int, err error) { if true { return };\n');
  expect(emptied('a.go', go('map[string]int '))).toContain(
    '{ if true { var gone0 map[string]int; return gone0 };\n',
  );
  expect(emptied('a.go', go(''), 'throw')).toContain('{ if true { panic("taken out") };\n');
  const java = (type: string) => `class A { public ${type} f() { return g(); } }\n`;
  expect(emptied('A.java', java('long'))).toContain('{ if (true) return 0; return g(); }');
  expect(emptied('A.java', java('boolean'))).toContain('{ if (true) return false; return');
  expect(emptied('A.java', java('List<String>'))).toContain('{ if (true) return null; return');
  const cpu = 'System.Environment.ProcessorCount > 0';
  const csharp = (method: string) => emptied('A.cs', `class A {\n  ${method}\n}\n`);
  expect(csharp('public int F() { return 1; }')).toContain(`{ if (${cpu}) return default(int); return 1; }`);
  expect(csharp('async Task<int> F() { return 1; }')).toContain(`{ if (${cpu}) return default(int); return`);
  expect(csharp('Task<int> F() { return g; }')).toContain('Task.FromResult<int>(default(int)); return g;');
  expect(csharp('public int F() => 3;')).toContain(`=> ${cpu} ? default(int) : (3);`);
  expect(csharp('IEnumerable<int> F() { yield return 1; }')).toContain(
    `{ if (${cpu}) yield break; yield return 1; }`,
  );
  expect(csharp('bool F(out int a) { a = 1; return true; }')).toContain(`{ if (${cpu}) throw new System.`);
});

test('EVID-02 a function whose answer is spoiled runs as it is, and answers another value of the same kind', () => {
  const spoiled = (path: string, text: string) => emptied(path, text, 'spoil') ?? '';
  const answers = (text: string): unknown => runInNewContext(`${spoiled('a.js', text)}; add(1, 2);`);
  expect(answers('function add(a, b) {\n  return a + b;\n}\n')).toBe(4);
  expect(answers("const add = (a, b) => ({ sum: [a, b], unit: 'kg' });\n")).toEqual({ sum: [1], unit: 'kg' });
  expect(answers('function add(a, b) {\n  if (a > b) return a;\n  return `${a}`;\n}\n')).toBe('1x');
  expect(spoiled('a.ts', 'export const add = (a: number) => a;\n')).toMatch(
    /^export const add = \(a: number\) => \{ const spoiledAnswer = .*; return spoiledAnswer\(\(a\)\); \};$/m,
  );
  const method = 'class A:\n    @cached\n    def f(self):\n        return 1, 2\n';
  expect(spoiled('a.py', method)).toMatch(
    /^ {8}spoiled_answer = lambda v: .*\n {8}return spoiled_answer\(\(1, 2\)\)$/m,
  );
  expect(spoiled('a.go', 'package a\n\nfunc f() (int, error) {\n\treturn g()\n}\n')).toContain(
    'func f() (gone0 int, gone1 error) { defer func() { if true { recover(); gone0++; gone1 = *new(error); } }();\n',
  );
  expect(spoiled('a.go', 'package a\n\nfunc f() (n, m bool, s string) {\n\treturn\n}\n')).toContain(
    '(n bool, m bool, s string) { defer func() { if true { recover(); n = !n; m = !m; s += "x"; } }();',
  );
  expect(spoiled('A.java', 'class A { int f() { return g(); } }\n')).toContain(
    '{ try { return g(); } finally { if (true) return 0; } }',
  );
});

test('EVID-02 beside each text is the same insertion, which does nothing', () => {
  const idle = (path: string, after: string, removal: Removal = 'return'): string =>
    taken([{ path, before: null, after }], removal).idle.get(path) ?? '';
  const answers = (removal: Removal): unknown =>
    runInNewContext(`${idle('a.js', 'const add = (a, b) => a + b;\n', removal)}; add(1, 2);`);
  for (const removal of ['return', 'throw', 'spoil'] as const) expect(answers(removal)).toBe(3);
  expect(idle('a.py', 'def f() -> int:\n    return 1\n')).toBe(
    'def f() -> int:\n    if not __name__:\n        return __import__("sys").modules.get("taken out")\n    return 1\n',
  );
  expect(idle('a.py', 'def f(): return 1\n')).toBe('def f(): return 1\n');
  expect(idle('a.go', 'package a\n\nfunc f() int {\n\treturn 1\n}\n')).toContain(
    '{ if false { var gone0 int; return gone0 };',
  );
});

test('EVID-02 functions of base stand in for those of the same name, and new ones stay', () => {
  const before = 'function a() {\n  return 1;\n}\n';
  const after = 'function a() {\n  return b() - 1;\n}\nfunction b() {\n  return 2;\n}\n';
  const back = taken([{ path: 'a.js', before, after }], 'base');
  expect(back.texts.get('a.js')).toBe(`${before}function b() {\n  return 2;\n}\n`);
  expect(back.functions.map(({ name }) => name)).toEqual(['a']);
});

test('EVID-02 a function that answers nothing stays as it is where answers are spoiled', () => {
  const texts = {
    'a.js': 'function f() { g(); }\n',
    'a.py': 'def f():\n    g()\n',
    'a.go': 'package a\n\nfunc f() {\n\tg()\n}\n',
  };
  for (const [path, text] of Object.entries(texts)) expect(emptied(path, text, 'spoil')).toBeUndefined();
});

test('EVID-02 a function gives answers to callers in tests, and its own to everybody else', () => {
  const given = { answers: '{"[1,2]":[9]}', callers: ['test/a.test.js'] };
  const answering = (path: string, text: string): string => {
    const change = { path, before: text, after: text };
    return takeOut([change], 'keep', grammars, new Map([[`${path}:add`, given]])).texts.get(path) ?? '';
  };
  const script = answering('add.js', 'function add(a, b) {\n  return a + b;\n}\nexports.add = add;\n');
  const call = (file: string): unknown => {
    // The caller's place in the stack is all that differs.
    const stack = `\n\n at (/w/${file}:1:2)`;
    return runInNewContext(`${script}; add(1, 2) + add(2, 2);`, {
      exports: {},
      Error: class {
        stack = stack;
      },
    });
  };
  expect(call('test/a.test.js')).toBe(13);
  expect(call('src/b.js')).toBe(7);
  const python = answering('add.py', 'def add(a, b):\n    return a + b\n');
  expect(python).toMatch(
    /^ {4}if \("\/" \+ .*endswith.*\n {8}given = .*\n {8}if given is not None: return given\[0\]\n {4}return a \+ b$/m,
  );
});

test('EVID-02 all functions of a file are taken out, or those that are named', () => {
  const file = {
    path: 'a.js',
    before: null,
    after: 'function a() { return 1; }\nfunction b() { return 2; }\n',
  };
  const same = { ...file, before: file.after };
  const chosen = (which: Parameters<typeof takeOut>[3]) =>
    takeOut([same], 'spoil', grammars, which).functions.map(({ name }) => name);
  expect(chosen('changed')).toEqual([]);
  expect(chosen('all')).toEqual(['a', 'b']);
  expect(chosen(new Set(['a.js:b', 'b.js:a']))).toEqual(['b']);
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
    /^exports.add = \(a\) => \{ try \{ .*JSON\.stringify\(\["a\.js","add",\[a\], .*\]\).*catch \{\} if \(Math\.PI > 3\) return undefined; return \(-a\); \};$/m,
  );
  const python = 'def add(a, b=1):\n    return a\n';
  const text = noted('a.py', python, python.replace('return a', 'return b'));
  expect(text).toMatch(/^ {4}try:\n/m);
  expect(text).toMatch(
    /^ {8}if noted.*\n.*\["a\.py", "add", \[a, b\], .*\].*\n {4}except Exception:\n {8}pass\n {4}if __name__:\n {8}return\n/m,
  );
  expect(
    noted('a.js', 'function f({ a }) { return 1; }\n', 'function f({ a }) { return 2; }\n'),
  ).not.toContain('CALLS');
});

test('EVID-02 a new file that calls itself generated is taken out too: only base can say that nobody wrote it', () => {
  const text = '// @generated\nexport function rate() {\n  return 1;\n}\n';
  const named = (before: string | null) => names([{ path: 'src/rate.gen.ts', before, after: text }]);
  expect(named(null)).toEqual(['rate:2']);
  expect(named('// @generated\nexport function rate() {\n  return 2;\n}\n')).toEqual([]);
});

test('EVID-02 programs in which more than functions changed are named, and those that nobody can read now', () => {
  const others = (before: string | null, after: string, path = 'a.js') =>
    taken([{ path, before, after }]).others;
  const [was, is] = ['exports.RATES = { ch: 8 };\n', 'exports.RATES = { ch: 80 };\n'];
  expect(others(was, is)).toEqual(['a.js']);
  expect(others(was, `// percent\n${was}`)).toEqual([]);
  expect(others(was, `${is}exports.f = () => 1;\n`)).toEqual([]);
  for (const line of [
    'export const RATE = 8;',
    'export default 8;',
    'module.exports = { ch: 8 };',
    "import './a.js'; sniff();",
    "const a = process.env.CI ? require('./a') : require('./b');",
  ])
    expect(others(null, `${line}\n`, 'a.mjs')).toEqual(['a.mjs']);
  for (const line of [
    "import { a } from './a.js';",
    "export { a } from './a.js';",
    'export default a;',
    'module.exports = { a, b: c };',
    "const { a } = require('./a.js');",
    'interface A {\n  a: 1;\n}',
    'export type A =\n  | 1\n  | 2;',
  ])
    expect(others(null, `${line}\n`, 'a.ts')).toEqual([]);
  expect(others(null, 'RATES = {"ch": 8}\n', 'a.py')).toEqual(['a.py']);
  expect(others(null, 'class A {\n  static final int CH = 8;\n}\n', 'A.java')).toEqual(['A.java']);
  const unread = taken([{ path: 'a.js', before: 'function f() {}\n', after: 'const a = 1; <!-- ` {\n' }]);
  expect(unread).toMatchObject({ others: ['a.js'], unread: ['a.js'] });
});
