import type { AnyShape, Fields } from './shape.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A shape as JSON Schema (draft 7), for editors. */
export function shapeSchema(shape: AnyShape): JsonSchema {
  const about = shape.about === undefined ? {} : { description: shape.about };
  return { ...bare(shape), ...about };
}

function bare(shape: AnyShape): JsonSchema {
  switch (shape.type) {
    case 'string':
      return {
        type: 'string',
        ...(shape.pattern === undefined ? {} : { pattern: shape.pattern.source }),
      };
    case 'number':
      return {
        type: shape.whole ? 'integer' : 'number',
        minimum: shape.least,
        maximum: shape.most,
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'literal':
      return { type: 'number', const: shape.value };
    case 'enum':
      return { type: 'string', enum: shape.words };
    case 'array':
      return {
        type: 'array',
        items: shapeSchema(shape.item),
        ...itemBounds(shape.least, shape.most),
      };
    case 'record':
      return {
        type: 'object',
        propertyNames: { type: 'string' },
        additionalProperties: shapeSchema(shape.item),
      };
    case 'union':
      return { anyOf: shape.options.map(shapeSchema) };
    case 'object':
      return mapSchema(shape.fields);
  }
}

function itemBounds(least: number, most: number): JsonSchema {
  return {
    ...(least > 0 ? { minItems: least } : {}),
    ...(most < Infinity ? { maxItems: most } : {}),
  };
}

function mapSchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields);
  const properties = entries.map(([key, field]) => [
    key,
    shapeSchema('optional' in field ? field.optional : field),
  ]);
  const required = entries.filter(([, field]) => !('optional' in field)).map(([key]) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
