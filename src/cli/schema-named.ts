import * as z from 'zod';

import { EventSchema } from '../model/events.ts';
import { jsonSchema } from '../plan/index.ts';

export const schemaNames = ['epic', 'config', 'event'] as const;

export type SchemaName = (typeof schemaNames)[number];

/** The JSON Schema of what people write (epic, config) or programs read (one event of a journal). */
export function schemaNamed(name: SchemaName): Readonly<Record<string, unknown>> {
  return name === 'event' ? eventSchema() : jsonSchema(name);
}

function eventSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(EventSchema, { target: 'draft-7', io: 'input' });
  return { $schema, $id: 'urn:gauntlet:schema:event:v1', title: 'Gauntlet event', ...rest };
}
