import type { AnyShape, Fields, MapShape } from './shape.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A shape as JSON Schema (draft 7), for editors, programs and models. */
export function jsonSchema(shape: AnyShape): JsonSchema {
  return { ...bare(shape), ...(shape.about === undefined ? {} : { description: shape.about }) };
}

/** A schema file with its name. */
export function schemaFile(name: string, title: string, shape: AnyShape): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:gauntlet:schema:${name}:v1`,
    title,
    ...jsonSchema(shape),
  };
}

function bare(shape: AnyShape): JsonSchema {
  switch (shape.type) {
    case 'string': {
      const { pattern, least: minLength, most: maxLength } = shape;
      return given({ type: 'string', pattern: pattern?.source, minLength, maxLength });
    }
    case 'number': {
      const [minimum, maximum] = [finite(shape.least), finite(shape.most)];
      return given({ type: shape.whole ? 'integer' : 'number', minimum, maximum });
    }
    case 'boolean':
      return { type: 'boolean' };
    case 'any':
      return {};
    case 'literal':
      return shape.value === null ? { type: 'null' } : { type: typeof shape.value, const: shape.value };
    case 'enum':
      return { type: 'string', enum: shape.words };
    case 'array': {
      const [minItems, maxItems] = [shape.least || undefined, finite(shape.most)];
      return given({ type: 'array', items: jsonSchema(shape.item), minItems, maxItems });
    }
    case 'record':
      return {
        type: 'object',
        propertyNames: { type: 'string' },
        additionalProperties: jsonSchema(shape.item),
      };
    case 'union':
      return { [shape.by === undefined ? 'anyOf' : 'oneOf']: shape.options.map(jsonSchema) };
    case 'object':
      return mapSchema(shape);
  }
}

function given(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

function finite(bound: number): number | undefined {
  return Number.isFinite(bound) ? bound : undefined;
}

function mapSchema({ fields, isOpen = false }: MapShape): JsonSchema {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => !('optional' in field)).map(([key]) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, field]) => [key, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
    ...(isOpen ? {} : { additionalProperties: false }),
  };
}

/** With the default, where it is worth saying: an empty one is what everybody expects. */
function fieldSchema(field: Fields[string]): JsonSchema {
  if (!('optional' in field)) return jsonSchema(field);
  const isEmpty = [undefined, 'null', '""', '[]', '{}'].includes(JSON.stringify(field.or));
  return { ...jsonSchema(field.optional), ...(isEmpty ? {} : { default: field.or }) };
}
