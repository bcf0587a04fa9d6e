import { configShape } from './config-shape.ts';
import { epicShape } from './epic-shape.ts';
import { type JsonSchema, shapeSchema } from './shape-schema.ts';

export type SchemaName = 'epic' | 'config';

/** The JSON schema of a file, for editors: the same shape the reader checks. */
export function jsonSchema(name: SchemaName): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `urn:gauntlet:schema:${name}:v1`,
    title: `Gauntlet ${name} file`,
    ...shapeSchema(name === 'epic' ? epicShape() : configShape()),
  };
}
