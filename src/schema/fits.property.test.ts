import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fits } from './fits.ts';
import { salvage } from './salvage.ts';
import { type AnyShape, decimal, either, exactly, listOf, mapOf, oneOf, optional } from './shape.ts';
import { recordOf, text, truth, whole } from './shape.ts';
import { jsonSchema } from './json-schema.ts';

const leaf: fc.Arbitrary<AnyShape> = fc.constantFrom(
  text(),
  text({ pattern: /\S/ }),
  whole(-2, 2),
  decimal(0, 1),
  truth(),
  exactly(1),
  oneOf(['a', 'b']),
);

const shapes = fc.letrec<{ shape: AnyShape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('shape').map((item) => listOf(item, { least: 1, most: 2 })),
    tie('shape').map((item) => recordOf(item)),
    fc.array(tie('shape'), { minLength: 1, maxLength: 3 }).map((options) => either(options)),
    fc.tuple(tie('shape'), tie('shape')).map(([a, b]) => mapOf({ a, b: optional(b) })),
  ),
})).shape;

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(
      'a',
      'b',
      '',
      ' ',
      0,
      1,
      2,
      3,
      -2,
      -3,
      0.5,
      1.5,
      NaN,
      Infinity,
      true,
      false,
      null,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

test('DISPATCH-01 a value is complained about exactly when it does not fit, and kept whole when it does', () => {
  fc.assert(
    fc.property(shapes, values, (shape, value) => {
      const read = salvage(shape, value);
      const isWhole = read.problems.length === 0;
      expect({ isWhole, kept: isWhole ? read.value : value }).toEqual({
        isWhole: fits(shape, value),
        kept: value,
      });
    }),
    { numRuns: 2_000 },
  );
});

test('DISPATCH-01 every shape can be told to an editor', () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      expect(JSON.parse(JSON.stringify(jsonSchema(shape)))).toBeTypeOf('object');
    }),
  );
});
