import { expect, test } from 'vitest';
import { overlap } from '../../test/support/globs-overlap.ts';
import { matches, touchClasses } from './touches.ts';

test.each([
  ['src/a.ts', 'src/a.ts', true],
  ['src/a.ts', 'src/b.ts', false],
  ['src/**', 'src/a/b.ts', true],
  ['src/**', 'srcs/a', false],
  ['src/', 'src/deep/er.ts', true],
  ['./src/a.ts', 'src//a.ts', true],
  ['src/*.ts', 'src/*.js', false],
  ['src/*.ts', 'src/a*', true],
  ['src/*', 'src/a/b', false],
  ['**/x.ts', 'src/**', true],
  ['**/x.ts', '**/y.ts', false],
  ['a/**/b', 'a/b', true],
  ['a/**/b/**/c', 'a/x/b/c', true],
  ['src/{a,b}/x', 'src/b/x', true],
  ['src/{a,b}/x', 'src/c/x', false],
  ['{src/a,lib}/x', 'src/a/x', true],
  ['{a,{b,c}}', 'c', true],
  ['{a}', 'a', false],
  ['{a}', '{a}', true],
  ['{a', '{a', true],
  ['src/[ab].ts', 'src/c.ts', true],
  ['src/[ab].ts', 'src/cc.ts', false],
  ['src/[]a].ts', 'src/x.ts', true],
  ['src/[a', 'src/[a', true],
  ['src/[a', 'src/xa', false],
  ['src/+(a|b).ts', 'src/zzz/y', true],
  ['src/+(a|b).ts', 'lib/zzz', false],
  ['src/a\\*', 'src/q', true],
  ['a?', 'a\u{1f600}', true],
  ['src/a**b', 'src/axxb', true],
  ['src/a**b', 'src/a/b', false],
  ['**', 'anything/at/all', true],
])('DISPATCH-04 %s and %s overlap: %s', (one, other, expected) => {
  expect(overlap(one, other)).toBe(expected);
});

test('DISPATCH-04 a glob with very many alternatives is read as everything from there on', () => {
  const many = `src/${'{a,b}'.repeat(7)}.ts`;
  expect(overlap(many, 'src/zzz')).toBe(true);
  expect(overlap(many, 'lib/zzz')).toBe(false);
  expect(overlap(`src/${'{a,b}'.repeat(6)}.ts`, 'src/zzz')).toBe(false);
});

test('DISPATCH-04 a glob that is too long to be careful about is widened as well', () => {
  expect(overlap(`src/${'x'.repeat(508)}`, 'src/y')).toBe(false);
  expect(overlap(`src/${'x'.repeat(509)}`, 'src/y')).toBe(true);
});

test('DISPATCH-04 tickets with the same touches share a class, and no touches is no class', () => {
  expect(touchClasses([['b', './a'], [], ['a', 'b', 'a'], ['c/'], ['c/x']])).toEqual({
    classOf: [0, -1, 0, 1, 2],
    classes: [
      { touches: ['a', 'b'], overlaps: [0] },
      { touches: ['c/**'], overlaps: [1, 2] },
      { touches: ['c/x'], overlaps: [1, 2] },
    ],
  });
});

test('DISPATCH-04 whoever touches everything is in one class', () => {
  expect(touchClasses([['a', '**'], ['**'], ['b']])).toEqual({
    classOf: [0, 0, 1],
    classes: [
      { touches: ['**'], overlaps: [0, 1] },
      { touches: ['b'], overlaps: [0, 1] },
    ],
  });
});

test('DISPATCH-04 ten thousand classes are compared by directory and by name, not all with all', () => {
  const below = Array.from({ length: 5_000 }, (_, index) => [`src/${index % 100}/d${index}/**`]);
  const named = Array.from({ length: 5_000 }, (_, index) => [`lib/**/f${index}.ts`]);
  const { classes } = touchClasses([...below, ...named]);
  expect(classes).toHaveLength(10_000);
  expect(classes.every(({ overlaps }, index) => overlaps.length === 1 && overlaps[0] === index)).toBe(true);
});

test('DISPATCH-04 where comparing takes too long, all that touch anything are one class', () => {
  const four = [[], ...Array.from({ length: 4 }, (_, index) => [`*/${index}/**`])];
  expect(touchClasses(four, 6).classes).toHaveLength(4);
  expect(touchClasses(four, 5)).toEqual({
    classOf: [-1, 0, 0, 0, 0],
    classes: [{ touches: ['**'], overlaps: [0] }],
  });
  const named = [['a/b'], ['a/**'], ['a/b']];
  expect(touchClasses(named, 0).classes).toEqual([{ touches: ['**'], overlaps: [0] }]);
});

test('DISPATCH-04 twenty thousand touches that begin with wildcards are not compared all with all', () => {
  const wild = (count: number) => Array.from({ length: count }, (_, index) => [`**/${index}*a`]);
  expect(touchClasses(wild(20_000)).classes).toHaveLength(1);
  expect(touchClasses(wild(100)).classes).toHaveLength(100);
});

test('DISPATCH-04 long globs use up what may be compared sooner', () => {
  const long = Array.from({ length: 200 }, (_, index) => [`**/${'*a'.repeat(200)}${index}`]);
  expect(touchClasses(long).classes).toHaveLength(1);
});

test('EPIC-16 a path is matched letter by letter', () => {
  expect(matches('src/*.ts', 'src/[id].ts')).toBe(true);
  expect(matches('src/a.ts', 'src/*.ts')).toBe(false);
  expect(matches('src/a.ts', 'src/{a,b}.ts')).toBe(false);
  expect(matches('{lib,src}/**', 'src/a/b.ts')).toBe(true);
});
