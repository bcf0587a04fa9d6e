import * as z from 'zod';

import { CalibrationReportSchema } from '../model/calibration-shape.ts';
import { EventSchema } from '../model/events.ts';
import { configShape } from '../model/config.ts';
import { epicShape } from '../model/epic.ts';
import { schemaFile } from '../schema/json-schema.ts';

export const schemaNames = ['epic', 'config', 'event', 'calibration'] as const;

export type SchemaName = (typeof schemaNames)[number];

/** The JSON Schema of what people write (epic, config) or programs read (one event of a journal, a calibration). */
export function schemaNamed(name: SchemaName): Readonly<Record<string, unknown>> {
  if (name === 'event') return readSchema(name, EventSchema);
  if (name === 'calibration') return readSchema(name, CalibrationReportSchema);
  return schemaFile(name, `Gauntlet ${name} file`, name === 'epic' ? epicShape() : configShape());
}

function readSchema(name: string, shape: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(shape, { target: 'draft-7', io: 'input' });
  return { $schema, $id: `urn:gauntlet:schema:${name}:v1`, title: `Gauntlet ${name}`, ...rest };
}
