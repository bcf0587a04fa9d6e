import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { overlap } from '../../test/support/globs-overlap.ts';
import { touchClasses } from './touches.ts';

const names = ['a', 'b', 'ab', 'ba', 'aa', 'bb', 'aab', 'bab'];

/** Every path of up to three of the names, and one that nothing literal can be. */
const paths = [1, 2, 3]
  .flatMap((length) => tuples([...names, 'zzz'], length))
  .map((steps) => steps.join('/'));

function tuples(from: readonly string[], length: number): readonly (readonly string[])[] {
  if (length === 0) return [[]];
  return tuples(from, length - 1).flatMap((start) => from.map((name) => [...start, name]));
}

/** The meaning of a glob, said a second time and as simply as possible. */
function matcher(glob: string): RegExp {
  const source = glob
    .split('/')
    .map((segment) =>
      segment === '**'
        ? '(?:/[^/]+)*'
        : `/${segment
            .replace(/[*]+/g, '[^/]*')
            .replaceAll('?', '[^/]')
            .replace(/\{(\w*),(\w*)\}/g, '(?:$1|$2)')}`,
    )
    .join('');
  return new RegExp(`^${source}$`);
}

const pieces = fc.constantFrom('a', 'b', '*', '?', '{a,b}', '{ab,b}');
const segments = fc.oneof(
  { weight: 4, arbitrary: fc.array(pieces, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.constant('**') },
);
const globs = fc.array(segments, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

test('DISPATCH-04 two globs overlap whenever some path matches both', () => {
  fc.assert(
    fc.property(globs, globs, (one, other) => {
      const [a, b] = [matcher(one), matcher(other)];
      const both = paths.some((path) => a.test(`/${path}`) && b.test(`/${path}`));
      expect(overlap(one, other) || !both).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('DISPATCH-04 two globs without runs overlap only if some path matches both', () => {
  const fixed = fc
    .array(fc.constantFrom('a', 'b', 'ab', '?', '??', 'a?', '{a,b}', '{a,b}a', '*', 'a*'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fixed, fixed, (one, other) => {
      const [a, b] = [matcher(one), matcher(other)];
      expect(overlap(one, other)).toBe(paths.some((path) => a.test(`/${path}`) && b.test(`/${path}`)));
    }),
    { numRuns: 2_000 },
  );
});

test('DISPATCH-04 overlapping is mutual, and a glob overlaps itself', () => {
  fc.assert(
    fc.property(globs, globs, (one, other) => {
      expect(overlap(one, other)).toBe(overlap(other, one));
      expect(overlap(one, one)).toBe(true);
    }),
  );
});

test('DISPATCH-04 comparing by directories and names finds exactly the pairs that comparing all finds', () => {
  fc.assert(
    fc.property(fc.array(fc.array(globs, { maxLength: 2 }), { maxLength: 12 }), (sets) => {
      const { classOf, classes } = touchClasses(sets);
      for (const [a, touchesA] of sets.entries())
        for (const [b, touchesB] of sets.entries()) {
          const meet = touchesA.some((one) => touchesB.some((other) => overlap(one, other)));
          const [classA = -1, classB = -1] = [classOf[a], classOf[b]];
          expect(classes[classA]?.overlaps.includes(classB) ?? false).toBe(meet);
        }
    }),
  );
});

test('DISPATCH-04 no text at all makes the comparison throw', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(typeof overlap(one, other)).toBe('boolean');
    }),
  );
});
