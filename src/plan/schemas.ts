import { z } from 'zod';
import { configShape } from './config-shape.ts';
import { epicShape } from './epic-shape.ts';

export type SchemaName = 'epic' | 'config';

/** The JSON schema of a file, for editors: the same shape the reader checks. */
export function jsonSchema(name: SchemaName): Readonly<Record<string, unknown>> {
  const shape = name === 'epic' ? epicShape() : configShape();
  const { $schema, ...rest } = z.toJSONSchema(shape, { target: 'draft-7', io: 'input' });
  return {
    $schema,
    $id: `urn:gauntlet:schema:${name}:v1`,
    title: `Gauntlet ${name} file`,
    ...rest,
  };
}
