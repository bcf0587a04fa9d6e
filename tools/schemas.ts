import { mkdirSync, writeFileSync } from 'node:fs';
import { jsonSchema } from '../src/plan/index.ts';

/** Writes the schemas that are shipped; a test holds that they are current. */
const directory = new URL('../schema/', import.meta.url);
mkdirSync(directory, { recursive: true });
for (const name of ['epic', 'config'] as const)
  writeFileSync(new URL(`${name}.v1.json`, directory), `${JSON.stringify(jsonSchema(name), null, 2)}\n`);
