// Writes the schemas that are shipped; a test holds that they are current.
import { mkdirSync, writeFileSync } from 'node:fs';

import { schemaNamed, schemaNames } from '../src/cli/schema-named.ts';

const directory = new URL('../schema/', import.meta.url);
mkdirSync(directory, { recursive: true });
for (const name of schemaNames) {
  writeFileSync(
    new URL(`${name}.v1.json`, directory),
    `${JSON.stringify(schemaNamed(name), undefined, 2)}\n`,
  );
}
