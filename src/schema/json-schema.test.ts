import { expect, test } from 'vitest';
import { decimal, described, either, exactly, listOf, mapOf, oneOf, optional } from './shape.ts';
import { recordOf, text, truth, whole } from './shape.ts';
import { jsonSchema } from './json-schema.ts';

test('DISPATCH-01 each kind of shape has its JSON schema', () => {
  expect(jsonSchema(text())).toEqual({ type: 'string' });
  expect(jsonSchema(text({ pattern: /\S/ }))).toEqual({ type: 'string', pattern: '\\S' });
  expect(jsonSchema(whole(1, 5))).toEqual({ type: 'integer', minimum: 1, maximum: 5 });
  expect(jsonSchema(decimal(0, 1))).toEqual({ type: 'number', minimum: 0, maximum: 1 });
  expect(jsonSchema(truth())).toEqual({ type: 'boolean' });
  expect(jsonSchema(exactly(1))).toEqual({ type: 'number', const: 1 });
  expect(jsonSchema(oneOf(['a', 'b']))).toEqual({ type: 'string', enum: ['a', 'b'] });
  expect(jsonSchema(either([text(), truth()]))).toEqual({
    anyOf: [{ type: 'string' }, { type: 'boolean' }],
  });
});

test('DISPATCH-01 lists say how many entries they may have, where they are bounded', () => {
  const items = { type: 'string' };
  expect(jsonSchema(listOf(text()))).toEqual({ type: 'array', items });
  expect(jsonSchema(listOf(text(), { least: 1, most: 9 }))).toEqual({
    type: 'array',
    items,
    minItems: 1,
    maxItems: 9,
  });
});

test('DISPATCH-01 maps name their keys, those that must be there, and allow no others', () => {
  expect(jsonSchema(mapOf({ id: text(), note: optional(truth()) }))).toEqual({
    type: 'object',
    properties: { id: { type: 'string' }, note: { type: 'boolean' } },
    required: ['id'],
    additionalProperties: false,
  });
  expect(jsonSchema(mapOf({ note: optional(truth()) }))).not.toHaveProperty('required');
  expect(jsonSchema(recordOf(truth()))).toEqual({
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: { type: 'boolean' },
  });
});

test('DISPATCH-01 what a key is for is said beside its type', () => {
  expect(jsonSchema(described('Whether.', truth()))).toEqual({ type: 'boolean', description: 'Whether.' });
});
