import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { changed } from '../../../test/support/file-change.ts';
import { detectCoordination } from '../coordination.ts';
import { definitionsOf } from './functions.ts';

const arities = (path: string, text: string) => definitionsOf(path, text, 'run')?.map(({ arity }) => arity);

const scripts: readonly (readonly [text: string, arities: readonly (number | null)[]])[] = [
  ['function run(a, b) {}', [2]],
  ['export async function* run<T extends Map<string, number>>(a: T, b = f(1, 2)): Promise<T> {}', [2]],
  ['const run = (a, { b, c } = {}, ...rest) => a;', [3]],
  ['const run = async (a) => a;', [1]],
  ['const run = a => a;', [1]],
  ['export const run: (a: string) => void = (a) => {};', [1]],
  ['const run = function named(a, b,) {};', [2]],
  ['const run = <T,>(a: T, b: (c: T, d: T) => void) => a;', [2]],
  ['class A { run(a: string, b?: number): void { } }', [2]],
  ['class A { static async run() { } }', [0]],
  ['const a = { run(b) { } };', [1]],
  ['const a = { run: (b, c) => b };', [2]],
  ['exports.run = function (a) {};', [1]],
  [
    'function run(a: string): void;\nfunction run(a: string, b: number): void;\nfunction run(a, b) {}',
    [1, 2, 2],
  ],
  ['function run(this: A, a: string) {}', [1]],
  ['run(1, 2); if (run(1)) {} obj.run(a); new run(1); // function run(a, b, c) {}', []],
  ["function run(a = ',', b = `,${c},`) {}", [2]],
  ['const run = wrap((a, b) => a);', [null]],
];

test.each(scripts)('EPIC-11 the parameters in %s are %j', (text, expected) => {
  expect(arities('a.ts', text)).toEqual(expected);
});

const others: readonly (readonly [path: string, text: string, arities: readonly (number | null)[]])[] = [
  ['a.py', 'class A:\n    def run(self, a, *, b=1, **kw) -> int:\n        run(1)\n', [3]],
  ['a.py', 'def run(a: dict[str, int] = {1: 2, 3: 4}):\n    pass\n', [1]],
  ['a.go', 'func (s *S) run(a, b int, c string) error {\n', [3]],
  ['a.rs', "impl A { fn run<'a>(&'a mut self, x: u8, y: Vec<u8>) -> u8 { run(1) } }", [2]],
  ['A.java', 'public <T> int run(Map<String, T> a, int b) throws IOException { return run(a, b); }', [2]],
  ['a.kt', 'fun run(a: Int, b: (Int, Int) -> Int): Int { return 1 }', [2]],
  ['a.cs', 'public int Run(int a) => a; int run(int a, int b) { return 0; }', [2]],
  ['a.rb', 'def run(a, b = 1)\nend\n', [2]],
  ['a.rb', 'def run a, b\nend\n', [2]],
  ['a.php', 'function run($a, array $b = [1, 2]) {}', [2]],
  ['a.swift', 'func run(_ a: Int, with b: String) -> Int { run(1) }', [2]],
];

test.each(others)('EPIC-11 %s: %s', (path, text, expected) => {
  expect(arities(path, text)).toEqual(expected);
});

test('a language we do not read is said, not guessed', () => {
  expect(arities('a.hs', 'run a b = a')).toBe(undefined);
});

test('reading functions never throws', () => {
  const piece = fc.constantFrom(
    'run',
    '(',
    ')',
    '<',
    '>',
    '{',
    '}',
    ',',
    '=',
    '=>',
    ':',
    'function ',
    'const ',
    '"',
    '`',
    'def ',
    '\n',
  );
  const path = fc.constantFrom('a.ts', 'a.py', 'a.go', 'A.java', 'a.rs', 'a.rb');
  fc.assert(
    fc.property(path, fc.array(piece, { maxLength: 40 }), (path, pieces) => {
      const text = pieces.join('');
      expect(definitionsOf(path, text, 'run')).toEqual(definitionsOf(path, text, 'run'));
    }),
  );
});

const rules = {
  functions: [{ name: 'run', file: 'src/a.ts', arity: 2, intent: 'runs it' }],
  directories: [{ path: 'src/limiter', purpose: 'limits' }],
  prohibited: [{ path: 'src/public', reason: 'frozen until 2.0' }],
  interfaces: [{ name: 'Limit', file: 'src/b.ts', signature: 'export type Limit = { perMinute: number }' }],
  architecture: [],
  performance: [],
  security: [],
  patterns: [],
};
const said = (...changes: readonly ReturnType<typeof changed>[]) =>
  detectCoordination(rules, {
    changes,
    topLevel: new Set(['src', 'README.md']),
    matches: (glob, path) => glob === path,
  }).map(({ rule, severity, line = 0 }) => [rule, severity, line]);

test('EPIC-11 a function with another number of parameters, or gone, is found', () => {
  expect(said(changed('src/a.ts', null, 'export function run(a, b) {}'))).toEqual([]);
  expect(said(changed('src/a.ts', null, '\nexport function run(a) {}'))).toEqual([
    ['function-arity', 'HIGH', 2],
  ]);
  expect(said(changed('src/a.ts', 'function run(a, b) {}', 'x'))).toEqual([['function-removed', 'HIGH', 0]]);
  expect(said(changed('src/a.ts', 'function run(a, b) {}', null))).toEqual([['function-removed', 'HIGH', 0]]);
  expect(said(changed('src/a.ts', null, 'x'))).toEqual([['function-not-there', 'INFO', 0]]);
  expect(said(changed('src/a.ts', null, 'const run = wrap(f);'))).toEqual([['not-checked', 'INFO', 0]]);
});

test('EPIC-11 prohibited paths and new folders nobody agreed on are found', () => {
  expect(said(changed('src/public/api.ts', 'a', 'b'))).toEqual([['prohibited-change', 'HIGH', 0]]);
  expect(said(changed('src/publicity.ts', 'a', 'b'))).toEqual([]);
  expect(said(changed('helpers2/a.ts', null, 'b'), changed('helpers2/b.ts', null, 'b'))).toEqual([
    ['directory-structure', 'HIGH', 0],
  ]);
  expect(said(changed('src/new/a.ts', null, 'b'), changed('top.ts', null, 'b'))).toEqual([]);
});

test('EPIC-18 an exported signature is compared without spacing and comments', () => {
  const agreed = 'export  type Limit = {\n  // each\n  perMinute : number;\n};';
  expect(said(changed('src/b.ts', null, agreed.replace(';\n}', '\n}')))).toEqual([]);
  expect(said(changed('src/b.ts', null, 'export type Limit = { perHour: number };'))).toEqual([
    ['interface-changed', 'HIGH', 1],
  ]);
  expect(said(changed('src/b.ts', null, 'const x = 1;'))).toEqual([['function-not-there', 'INFO', 0]]);
});
