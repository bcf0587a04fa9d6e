import { CalibrationReportSchema } from '../model/calibration.ts';
import { EventSchema } from '../model/events.ts';
import { configShape } from '../model/config.ts';
import { epicShape } from '../model/epic.ts';
import { type JsonSchema, schemaFile } from '../schema/json-schema.ts';

export const schemaNames = ['epic', 'config', 'event', 'calibration'] as const;

export type SchemaName = (typeof schemaNames)[number];

/** The JSON Schema of what people write (epic, config) or programs read (one event of a journal, a calibration). */
export function schemaNamed(name: SchemaName): JsonSchema {
  switch (name) {
    case 'epic':
      return schemaFile(name, 'Gauntlet epic file', epicShape());
    case 'config':
      return schemaFile(name, 'Gauntlet config file', configShape());
    case 'event':
      return schemaFile(name, 'Gauntlet event', EventSchema);
    case 'calibration':
      return schemaFile(name, 'Gauntlet calibration', CalibrationReportSchema);
  }
}
